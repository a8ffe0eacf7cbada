/* SPDX-License-Identifier: MIT */
/*
 * played_spans: the spans between the key times of some curves, within the time that is played.
 */
#ifndef US_PLAYED_SPANS_H
#define US_PLAYED_SPANS_H

#include "core/keys/key_merge.h"

/* Belongs to one thread. Times are in seconds of the recording. */
struct us_played_spans {
    struct us_key_merge times;
    float next_s;
    bool has_next;
    double from_s, to_s; /* the span: no key lies between its ends */
    double end_s;
};

/* Begins before the first span. `readers` are borrowed until the last one. `recording` says what is
 * played; it may be an index's head. */
void us_played_spans_init(struct us_played_spans *spans, const struct us_recording *recording,
                          struct us_curve_reader *readers, uint32_t count);

/* Goes on to the next span; false at the end. */
bool us_played_spans_next(struct us_played_spans *spans);

#endif
