/* SPDX-License-Identifier: MIT */
#include "core/repair/repair_work.h"

#include <stdlib.h>

bool us_repair_note(struct us_repair_work *work, enum us_repair_kind kind, unsigned curve_index,
                    uint64_t count, double seconds)
{
    return us_repair_report_add(work->report, kind, curve_index, count, seconds);
}

uint8_t *us_repair_new_keys(struct us_repair_work *work, struct us_curve *curve, uint32_t count,
                            uint32_t key_size)
{
    uint8_t *keys = malloc((size_t)count * key_size + 1);
    if (keys == NULL || !us_recording_own(work->recording, keys))
        return NULL;
    curve->keys = keys;
    curve->key_count = count;
    curve->key_size = key_size;
    curve->axis = 0;
    return keys;
}
