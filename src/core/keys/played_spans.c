/* SPDX-License-Identifier: MIT */
#include "core/keys/played_spans.h"

#include <math.h>

void us_played_spans_init(struct us_played_spans *spans, const struct us_recording *recording,
                          struct us_curve_reader *readers, uint32_t count)
{
    spans->from_s = spans->to_s = us_recording_start_s(recording);
    spans->end_s = recording->last_key_s;
    us_key_merge_init(&spans->times, readers, count);
    spans->has_next = us_key_merge_next(&spans->times, &spans->next_s);
}

bool us_played_spans_next(struct us_played_spans *spans)
{
    if (spans->to_s >= spans->end_s)
        return false;
    spans->from_s = spans->to_s;
    while (spans->has_next && (double)spans->next_s <= spans->from_s)
        spans->has_next = us_key_merge_next(&spans->times, &spans->next_s);
    spans->to_s = spans->has_next ? fmin((double)spans->next_s, spans->end_s) : spans->end_s;
    return true;
}
