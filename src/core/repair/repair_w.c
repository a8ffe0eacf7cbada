/* SPDX-License-Identifier: MIT */
#include "core/repair/repair_work.h"

#include <string.h>

#include "core/keys/key_merge.h"
#include "core/repair/detect_w.h"

enum { W = 3, XYZ = 3 };

static enum us_result write_w(struct us_repair_work *work, unsigned curve_index,
                              const struct us_lost_w *lost)
{
    struct us_curve *w = &work->recording->curves[curve_index + W];
    uint32_t key_size = w->key_size;
    uint8_t *keys = us_recording_new_keys(work->recording, w, lost->count, key_size);
    if (keys == NULL)
        return us_detect_out_of_memory(&work->detect);
    struct us_curve_reader xyz[XYZ], times_of[XYZ];
    us_key_source_open_all(&work->detect.source, 0, curve_index, XYZ, xyz);
    us_key_source_open_all(&work->detect.source, XYZ, curve_index, XYZ, times_of);
    struct us_key_merge times;
    us_key_merge_init(&times, times_of, XYZ);
    struct us_key key = {.weighted_mode = US_WEIGHTED_BOTH};
    for (uint32_t i = 0; i < lost->count && us_key_merge_next(&times, &key.time_s); i++) {
        key.value = us_lost_w_at(lost, i, xyz, (double)key.time_s);
        uint8_t bytes[US_KEY_SIZE_FULL];
        us_key_store(&key, bytes);
        memcpy(keys + (size_t)i * key_size, bytes, key_size);
    }
    return US_OK;
}

enum us_result us_repair_w(struct us_repair_work *work, unsigned curve_index)
{
    if (!us_detect_w_is_lost(&work->detect.source, curve_index))
        return US_OK;
    struct us_lost_w lost;
    enum us_result result = us_detect_lost_w(&work->detect, curve_index, &lost);
    if (result == US_OK)
        result = write_w(work, curve_index, &lost);
    us_lost_w_finish(&lost);
    return result;
}
