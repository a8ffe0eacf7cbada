/* SPDX-License-Identifier: MIT */
/*
 * capture_schedule: the moments at which the layer takes screenshots, as the user wrote them, and
 * whether a frame is such a moment.
 *
 * The user writes a list with commas between the moments. A moment is one of:
 * - 1.5s or 1.5: a recording time in seconds
 * - marker:NAME: the time of the first marker of that name; NAME alone too, unless it begins as a
 *   number does or holds a colon
 * - frame:90: a frame, counted from 0 since playback started
 * - every:0.5s: the start of the played range and each further 0.5 s of recording; a loop starts
 *   again with each pass
 *
 * The decimal separator is a point in every locale.
 *
 * The first frame at or after a time reaches it, so the decision depends on the frames alone. All
 * functions are pure: they allocate nothing and take no lock. A frame thread may call
 * us_capture_schedule_wants; each us_capture_schedule_state belongs to one thread at a time.
 */
#ifndef US_CAPTURE_SCHEDULE_H
#define US_CAPTURE_SCHEDULE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/playback/clock.h"
#include "core/recording/recording.h"
#include "core/base/result.h"

enum { US_CAPTURE_SCHEDULE_MAX = 32 };

enum us_capture_schedule_kind {
    US_CAPTURE_SCHEDULE_TIME,
    US_CAPTURE_SCHEDULE_MARKER,
    US_CAPTURE_SCHEDULE_FRAME,
    US_CAPTURE_SCHEDULE_EVERY
};

struct us_capture_schedule_moment {
    enum us_capture_schedule_kind kind;
    const char *text; /* borrowed: points into the parsed text, `length` characters */
    int length;
    bool possible;  /* us_capture_schedule_resolve succeeded */
    uint64_t frame; /* of FRAME */
    double time_s;  /* of TIME and MARKER: recording time; of EVERY: the interval, >= 0.001 s */
};

struct us_capture_schedule {
    unsigned count;
    struct us_capture_schedule_moment moments[US_CAPTURE_SCHEDULE_MAX];
};

/* Why a text was refused, and the word that is wrong. `why` is constant; `text` points into the
 * parsed text, `length` characters. */
struct us_capture_schedule_error {
    const char *why, *text;
    int length;
};

/* Parses a list of moments. `out` borrows `text`. False if a word is wrong: `out` is then empty,
 * and
 * `*out_error` is set. */
bool us_capture_schedule_parse(const char *text, struct us_capture_schedule *out,
                               struct us_capture_schedule_error *out_error);

/* Finds the recording time of a moment, and sets `possible`. Fails with US_ERROR_USAGE if the
 * recording lacks the marker or the time is outside the clock's range; the error's text names it.
 */
enum us_result us_capture_schedule_resolve(struct us_capture_schedule_moment *moment,
                                           const struct us_recording *recording,
                                           const struct us_clock *clock, struct us_error *error);

/* The moments that playback has reached. Zero it before the first frame. */
struct us_capture_schedule_state {
    uint32_t reached; /* bit i: moment i was reached at least once */
    double interval[US_CAPTURE_SCHEDULE_MAX], pass[US_CAPTURE_SCHEDULE_MAX];
};

/* The moments that want a screenshot of this frame, as bits; 0: none. Call it once for each frame,
 * in order. `from_s` is the recording time at which the played range begins. */
uint32_t us_capture_schedule_wants(const struct us_capture_schedule *schedule,
                                   struct us_capture_schedule_state *state, double from_s,
                                   uint64_t frame, const struct us_clock_time *at);

#endif
