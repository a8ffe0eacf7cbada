/* SPDX-License-Identifier: MIT */
/*
 * performance: what a person in a headset might do, as a pure function of time.
 *
 * Unity's world: left-handed, +Y up, +Z ahead, metres. The same performance and time give the same
 * frame.
 */
#ifndef US_PERFORMANCE_H
#define US_PERFORMANCE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/pose.h"

enum us_performance_kind {
    US_PERFORMANCE_LOOK_AROUND, /* the head turns 40 degrees to each side */
    US_PERFORMANCE_REACH, /* the right hand reaches out and is lost for a moment, the left one rests
                           */
    US_PERFORMANCE_PINCH, /* the right hand pinches and drags, about once a second; the left one
                             rests */
    US_PERFORMANCE_POKE,  /* the right index finger pokes, the left hand rests */
    US_PERFORMANCE_WAVE,  /* both hands wave */
    US_PERFORMANCE_GAZE_SWEEP, /* the eyes sweep, the head is still */
    US_PERFORMANCE_ALL,  /* the six above, one after the other, in equal parts, while the person
                            turns */
    US_PERFORMANCE_LINE, /* exactly linear, without any randomness: see us_performance_at */
    US_PERFORMANCE_COUNT
};

/* "look-around", ..., or NULL outside the enum. */
const char *us_performance_name(enum us_performance_kind kind);

struct us_performance {
    enum us_performance_kind kind;
    double seconds; /* > 0: how long it takes */
    uint64_t seed;  /* of sway and of where the eyes go */
    bool floor;  /* the origin is the floor and the head at 1.6 m; otherwise the origin is where the
                    head starts */
    bool blinks; /* the gaze is lost for moments */
};

struct us_performed_hand {
    bool tracked;
    bool pinching; /* the tips of thumb and index finger are less than 2 cm apart */
    struct us_pose joints[US_JOINT_COUNT];
};

struct us_performed_frame {
    struct us_pose head;
    struct us_performed_hand hands[US_HAND_COUNT];
    bool gaze_valid;
    struct us_vec3 gaze_origin_m, gaze_direction; /* direction is unit, or zero where not valid */
};

/*
 * The frame at `time_s`, from 0 to the performance's seconds. The line at time t, with h the head's
 * height (1.6 or 0): head at (0.5 t, h, -0.25 t) m, not turned; both hands tracked, palms at
 * (-+0.2, h - 0.3, 0.4 + 0.1 t) m, not turned, open, pinching never; gaze from the head straight
 * ahead.
 */
void us_performance_at(const struct us_performance *performance, double time_s,
                       struct us_performed_frame *out);

#endif
