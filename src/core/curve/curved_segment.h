/* SPDX-License-Identifier: MIT */
/*
 * curved_segment: stores segments that are not straight lines compactly, and evaluates many of them
 * at a time. Private to the sampler.
 *
 * The results are bit-identical to those of us_segment_evaluate. The code uses SSE2 where the
 * compiler offers it. With US_CURVED_SEGMENT_PORTABLE it calls us_segment_evaluate instead. All
 * functions are pure and may be called from any thread; none can fail.
 */
#ifndef US_CURVED_SEGMENT_H
#define US_CURVED_SEGMENT_H

#include <stdint.h>

#include "core/curve/curve.h"

/* The values that a segment's shape depends on. Times are in seconds. */
struct us_curved_segment {
    float left_s, right_s, left_value, right_value;
    float out_tangent, in_tangent; /* of the left and of the right key */
    float out_weight, in_weight;   /* NaN where the weight does not count */
};

/* How a segment is evaluated. The sampler lists the segments of a row by kind, because a list of
 * one kind is evaluated fastest. */
enum us_curved_segment_kind {
    US_CURVED_SEGMENT_HERMITE,
    US_CURVED_SEGMENT_WEIGHTED, /* the weights that count are within [0, 1] */
    US_CURVED_SEGMENT_OTHER,    /* steps, lines, other weights, no length */
    US_CURVED_SEGMENT_KINDS
};

/* Which segment gives the value of which float. */
struct us_curved_segment_use {
    uint32_t segment; /* index */
    uint32_t place;   /* index */
};

/* The time to evaluate at, the rate d(segment time)/d(caller's time), and the limit for slopes. */
struct us_curved_segment_moment {
    double time_s, rate;
    float most_slope;
};

enum us_curved_segment_kind us_curved_segment_from_segment(const struct us_segment *segment,
                                                           struct us_curved_segment *out);

/*
 * values[place] and slopes[place] of `count` uses, all of one kind, narrowed to the nearest finite
 * float. `slopes` may be NULL. Places of one call differ.
 */
void us_curved_segment_evaluate(enum us_curved_segment_kind kind,
                                const struct us_curved_segment *segments,
                                const struct us_curved_segment_use *uses, uint32_t count,
                                const struct us_curved_segment_moment *moment, float *values,
                                float *slopes);

#endif
