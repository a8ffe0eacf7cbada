/* SPDX-License-Identifier: MIT */
/*
 * curved_segment: segments that are no straight lines, kept small and evaluated many at a time.
 * Private to the sampler.
 *
 * The answers have the bits of us_segment_evaluate. Where the processor has SSE2 it is used; the
 * portable path (US_CURVED_SEGMENT_PORTABLE asks for it) is us_segment_evaluate itself. All
 * functions are pure and may be called from any thread; none can fail.
 */
#ifndef US_CURVED_SEGMENT_H
#define US_CURVED_SEGMENT_H

#include <stdint.h>

#include "core/curve/curve.h"

/* What a segment is made of, and nothing that does not count. */
struct us_curved_segment {
    float left_s, right_s, left_value, right_value;
    float out_tangent, in_tangent; /* of the left and of the right key */
    float out_weight, in_weight;   /* NaN where the weight does not count */
};

/* How a segment is evaluated. What is listed by kind is evaluated fast. */
enum us_curved_segment_kind {
    US_CURVED_SEGMENT_HERMITE,
    US_CURVED_SEGMENT_WEIGHTED, /* the weights that count are within [0, 1] */
    US_CURVED_SEGMENT_OTHER,    /* steps, lines, other weights, no length */
    US_CURVED_SEGMENT_KINDS
};

/* A segment, and the float that it is the value of. */
struct us_curved_segment_use {
    uint32_t segment; /* index */
    uint32_t place;   /* index */
};

/* When, how fast the segments' time goes against the caller's, and the most that a slope may be. */
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
