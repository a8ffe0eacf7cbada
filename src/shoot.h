/* SPDX-License-Identifier: MIT */
/*
 * shoot: at which moments pictures are to be taken, from the words a person uses, and whether a
 * frame is such a moment.
 *
 * A list with commas between: a time on the recording's own clock ("1.5s", or "1.5"), a marker
 * ("marker:end", the first of that name), a frame since playback started ("frame:90"; the first is
 * 0), or a stretch of the recording ("every:0.5s": at the start, and whenever another such stretch
 * begins, also in every round of a loop). Numbers have a point in every locale.
 *
 * A time is met by the first frame that is not before it, so what is decided depends on the frames
 * alone. Pure; a frame thread may call us_shoot_wants.
 */
#ifndef US_SHOOT_H
#define US_SHOOT_H

#include <stdbool.h>
#include <stdint.h>

#include "clock.h"
#include "recording.h"
#include "result.h"

enum { US_SHOOT_MAX = 32 };

enum us_shoot_kind { US_SHOOT_TIME, US_SHOOT_MARKER, US_SHOOT_FRAME, US_SHOOT_EVERY };

struct us_shoot_moment {
    enum us_shoot_kind kind;
    const char *text; /* the person's words, in the text that was parsed */
    int length;
    bool possible;  /* us_shoot_resolve found when it is */
    uint64_t frame; /* of a frame */
    double time_s;  /* of a time and a marker; how long a stretch is */
};

struct us_shoot {
    unsigned count;
    struct us_shoot_moment moments[US_SHOOT_MAX];
};

/* Why not, and at which word, which is in the text that was parsed. */
struct us_shoot_error {
    const char *why, *text;
    int length;
};

/* `out` looks into `text`. On an error it is empty. */
bool us_shoot_parse(const char *text, struct us_shoot *out, struct us_shoot_error *out_error);

/* Find when a moment is, in a recording of which the clock's span is played. An error says why it
 * never is, in its text. */
enum us_result us_shoot_resolve(struct us_shoot_moment *moment,
                                const struct us_recording *recording, const struct us_clock *clock,
                                struct us_error *error);

/* What was met so far; zeroed at first. */
struct us_shoot_state {
    uint32_t met; /* bit i: moment i, at least once */
    double stretch[US_SHOOT_MAX], pass[US_SHOOT_MAX];
};

/* Whether a picture is to be taken of this frame. Call it once a frame, in their order. `from_s` is
 * where the played span begins. */
bool us_shoot_wants(const struct us_shoot *shoot, struct us_shoot_state *state, double from_s,
                    uint64_t frame, const struct us_clock_time *at);

#endif
