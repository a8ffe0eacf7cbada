/* SPDX-License-Identifier: MIT */
/* sampled: one part of a frame of a sampler. */
#ifndef SAMPLED_H
#define SAMPLED_H

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

#endif
