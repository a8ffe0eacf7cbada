/* SPDX-License-Identifier: MIT */
/*
 * sampler: (recording, time) -> head, hands, gaze, with velocities and with how each value was
 * made.
 *
 * Values are in the recording's own world: Unity's, left-handed, metres (convert turns them round).
 * A sampler is immutable after it is made: any number of threads may sample it at once, at any
 * times in any order, and the same time gives the same bits. Sampling allocates nothing, takes no
 * lock and makes no system call; a whole pose of both hands costs one key search.
 *
 * Velocities are right-hand derivatives per second of recording time, of what is returned: of the
 * interpolated position and of the normalised rotation. Where a value is held they are 0. Rates
 * beyond 1e15 are cut to it, so that everything is finite whatever the keys are.
 */
#ifndef US_SAMPLER_H
#define US_SAMPLER_H

#include <stdbool.h>
#include <stdint.h>

#include "joint.h"
#include "pose.h"
#include "recording.h"
#include "result.h"

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
};

struct us_frame_sample {
    struct us_head_sample head;
    struct us_hand_sample hands[US_HAND_COUNT];
    struct us_gaze_sample gaze;
};

struct us_sampler;

/*
 * Make a sampler of a repaired recording, which must outlive it. Memory is bounded by a small
 * multiple of the recording's.
 */
enum us_result us_sampler_create(const struct us_recording *recording,
                                 struct us_sampler **out_sampler, struct us_error *error);
void us_sampler_destroy(struct us_sampler *sampler);

/* Fill the parts of `out` that `parts` (bits of us_sample_parts) names, all at one recording time.
 * A NaN time counts as the first key's. */
void us_sampler_frame(const struct us_sampler *sampler, double time_s, unsigned parts,
                      struct us_frame_sample *out);
void us_sampler_head(const struct us_sampler *sampler, double time_s, struct us_head_sample *out);
void us_sampler_hand(const struct us_sampler *sampler, enum us_hand hand, double time_s,
                     struct us_hand_sample *out);
void us_sampler_gaze(const struct us_sampler *sampler, double time_s, struct us_gaze_sample *out);

#endif
