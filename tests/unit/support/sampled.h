/* SPDX-License-Identifier: MIT */
/* sampled: one part of a frame of a sampler, and whether two frames are the same. */
#ifndef SAMPLED_H
#define SAMPLED_H

#include <string.h>

#include "core/sampler/sampler.h"

static inline struct us_hand_sample sampled_hand(const struct us_sampler *sampler,
                                                 enum us_hand hand, double time_s)
{
    struct us_frame_sample frame;
    us_sampler_frame(sampler, time_s, (unsigned)US_SAMPLE_LEFT << hand, &frame);
    return frame.hands[hand];
}

static inline struct us_gaze_sample sampled_gaze(const struct us_sampler *sampler, double time_s)
{
    struct us_frame_sample frame;
    us_sampler_frame(sampler, time_s, US_SAMPLE_GAZE, &frame);
    return frame.gaze;
}

/* To the bit, velocities included. */
static inline bool sampled_same(const struct us_frame_sample *a, const struct us_frame_sample *b)
{
    bool same = a->head.how == b->head.how && a->gaze.how == b->gaze.how &&
                a->gaze.valid == b->gaze.valid &&
                memcmp(&a->head.motion, &b->head.motion, sizeof a->head.motion) == 0 &&
                memcmp(&a->gaze.origin_m, &b->gaze.origin_m, 4 * sizeof(struct us_vec3)) == 0;
    for (unsigned hand = 0; hand < US_HAND_COUNT; hand++) {
        const struct us_hand_sample *x = &a->hands[hand], *y = &b->hands[hand];
        same = same && x->how == y->how && x->tracked == y->tracked && x->pinching == y->pinching &&
               memcmp(x->joints, y->joints, sizeof x->joints) == 0;
    }
    return same;
}

#endif
