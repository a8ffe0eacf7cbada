/* SPDX-License-Identifier: MIT */
#include "core/playback/loaded_recording.h"

#include <stdlib.h>

#include "core/base/file.h"
#include "core/keys/sorted_keys.h"
#include "core/repair/repair.h"

/* Up to this size, opening a file checks the order of all its keys. */
enum { SMALL_BYTES = 4 << 20 };

enum us_result us_loaded_recording_load(const char *path, struct us_loaded_recording *out,
                                        struct us_error *error)
{
    *out = (struct us_loaded_recording){0};
    uint8_t *bytes = NULL;
    uint64_t size = 0;
    enum us_result result = us_file_read(path, &bytes, &size, error);
    if (result == US_OK) {
        result = us_recording_decode(bytes, size, &out->recording, error);
        if (result != US_OK)
            free(bytes);
    }
    if (result == US_OK)
        result = us_repair(&out->recording, &out->report, error);
    if (result == US_OK)
        result = us_sampler_create(&out->recording, &out->sampler, error);
    if (result != US_OK)
        us_loaded_recording_close(out);
    return result;
}

/* Replaces file and index by a sorted copy in memory if the keys are not sorted by time. Checks
 * only some keys of a large file, unless `check_order`. */
static enum us_result sort_if_needed(bool check_order, struct us_file *file,
                                     struct us_curve_index *index, struct us_error *error)
{
    bool sorted;
    struct us_file copy;
    struct us_curve_index copied;
    enum us_result result = check_order || file->size <= SMALL_BYTES
                                ? us_sorted_keys_check(file, index, &sorted, error)
                                : us_sorted_keys_sample(file, index, &sorted, error);
    if (result != US_OK || sorted)
        return result;
    result = us_sorted_keys_read(file, &copy, &copied, error);
    if (result != US_OK)
        return result;
    us_curve_index_finish(index);
    us_file_close(file);
    *file = copy;
    *index = copied;
    return US_OK;
}

enum us_result us_loaded_recording_open(const char *path, bool check_order,
                                        struct us_loaded_recording *out, struct us_error *error)
{
    *out = (struct us_loaded_recording){0};
    struct us_file file;
    struct us_curve_index index;
    enum us_result result = us_file_open_buffered(path, &file, error);
    if (result != US_OK)
        return result;
    result = us_curve_index_read(&file, &index, error);
    bool whole = result == US_OK && us_repair_needs_whole(&index, &file);
    if (result == US_OK && !whole)
        result = sort_if_needed(check_order, &file, &index, error);
    if (result != US_OK || whole) {
        us_curve_index_finish(&index);
        us_file_close(&file);
        return whole ? us_loaded_recording_load(path, out, error) : result;
    }
    result = us_sampler_create_streaming(&file, &index, &out->sampler, error);
    if (result != US_OK)
        return result;
    out->streams = true;
    out->recording = *us_sampler_recording(out->sampler);
    return US_OK;
}

void us_loaded_recording_close(struct us_loaded_recording *loaded)
{
    us_sampler_destroy(loaded->sampler);
    us_repair_report_finish(&loaded->report);
    if (!loaded->streams)
        us_recording_finish(&loaded->recording);
    *loaded = (struct us_loaded_recording){0};
}

bool us_loaded_recording_is_floor_based(const struct us_loaded_recording *loaded)
{
    struct us_head_sample head;
    if (loaded->session != NULL)
        return false;
    us_sampler_head(loaded->sampler, us_recording_start_s(&loaded->recording), &head);
    return head.how != US_HOW_ABSENT && head.motion.pose.position_m.y > US_RECORDING_FLOOR_HEIGHT_M;
}
