/* SPDX-License-Identifier: MIT */
/*
 * sample: what a recording says at one time.
 *
 * Values are in the recording's own world: Unity's, left-handed, metres. Velocities are right-hand
 * derivatives per second of recording time, of what is returned: of the interpolated position and
 * of the normalised rotation. Where a value is held they are 0. Of the two signs of a rotation the
 * one with w >= 0 is given.
 */
#ifndef US_SAMPLE_H
#define US_SAMPLE_H

#include <stdbool.h>

#include "core/base/joint.h"
#include "core/base/pose.h"

enum us_how {
    US_HOW_ABSENT,       /* the recording has no such track; the value is identity or zero */
    US_HOW_BEFORE_START, /* before the track's first key: that key's value, held */
    US_HOW_EXACT,        /* on a key */
    US_HOW_INTERPOLATED, /* between keys, or outside them where curves repeat */
    US_HOW_HELD,         /* after the track's last key: that key's value, held */
};

struct us_head_sample {
    enum us_how how;
    struct us_motion motion;
};

struct us_hand_sample {
    enum us_how how;
    bool tracked; /* the recorder saw the hand; where false, joints hold what the curves say across
                     the gap */
    bool pinching;
    struct us_motion joints[US_JOINT_COUNT]; /* file order; None is identity */
};

struct us_gaze_sample {
    enum us_how how;
    bool
        valid; /* false: the recorder had no gaze here; origin and direction are then meaningless */
    struct us_vec3 origin_m;
    struct us_vec3 direction; /* unit */
    struct us_vec3 origin_m_s;
    struct us_vec3 direction_rate; /* d(direction)/dt, 1/s, at right angles to it */
};

/* Which parts of a frame to fill. */
enum us_sample_parts {
    US_SAMPLE_HEAD = 1,
    US_SAMPLE_LEFT = 2,
    US_SAMPLE_RIGHT = 4,
    US_SAMPLE_GAZE = 8,
    US_SAMPLE_ALL = 15,
    US_SAMPLE_STILL = 16, /* with the others: velocities are not wanted, and are 0 */
};

struct us_frame_sample {
    struct us_head_sample head;
    struct us_hand_sample hands[US_HAND_COUNT];
    struct us_gaze_sample gaze;
};

#endif
