/* SPDX-License-Identifier: MIT */
/*
 * capture_schedule: at which moments pictures are to be taken, from the words a person uses, and
 * whether a frame is such a moment.
 *
 * A list with commas between: a time on the recording's own clock ("1.5s", or "1.5"), a marker
 * ("marker:end", the first of that name), a frame since playback started ("frame:90"; the first is
 * 0), or a stretch of the recording ("every:0.5s": at the start, and whenever another such stretch
 * begins, also in every round of a loop). Numbers have a point in every locale.
 *
 * A time is met by the first frame that is not before it, so what is decided depends on the frames
 * alone. Pure; a frame thread may call us_capture_schedule_wants.
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
    const char *text; /* the person's words, in the text that was parsed */
    int length;
    bool possible;  /* us_capture_schedule_resolve found when it is */
    uint64_t frame; /* of a frame */
    double time_s;  /* of a time and a marker; how long a stretch is */
};

struct us_capture_schedule {
    unsigned count;
    struct us_capture_schedule_moment moments[US_CAPTURE_SCHEDULE_MAX];
};

/* Why not, and at which word, which is in the text that was parsed. */
struct us_capture_schedule_error {
    const char *why, *text;
    int length;
};

/* `out` looks into `text`. On an error it is empty. */
bool us_capture_schedule_parse(const char *text, struct us_capture_schedule *out,
                               struct us_capture_schedule_error *out_error);

/* Find when a moment is, in a recording of which the clock's span is played. An error says why it
 * never is, in its text. */
enum us_result us_capture_schedule_resolve(struct us_capture_schedule_moment *moment,
                                           const struct us_recording *recording,
                                           const struct us_clock *clock, struct us_error *error);

/* What was met so far; zeroed at first. */
struct us_capture_schedule_state {
    uint32_t met; /* bit i: moment i, at least once */
    double stretch[US_CAPTURE_SCHEDULE_MAX], pass[US_CAPTURE_SCHEDULE_MAX];
};

/* Whether a picture is to be taken of this frame. Call it once a frame, in their order. `from_s` is
 * where the played span begins. */
bool us_capture_schedule_wants(const struct us_capture_schedule *shoot,
                               struct us_capture_schedule_state *state, double from_s,
                               uint64_t frame, const struct us_clock_time *at);

#endif
