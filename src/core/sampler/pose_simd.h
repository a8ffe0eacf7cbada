/* SPDX-License-Identifier: MIT */
/*
 * pose_simd: the innermost pass of sampling, from two rows of poses to motions. Private to the
 * sampler.
 *
 * A pose is US_POSE_SIMD_POSE_FLOATS floats: rotation X Y Z W, not normalised, position X Y Z, 0.
 * Metres and seconds, in whatever frame and handedness the rows have. Floats need no more than
 * their own alignment; nothing is read or written past `count` poses. What is written must not
 * overlap what is read. All functions are pure and may be called from any thread; none can fail.
 *
 * Where the processor has SSE2 it is used. The portable path (US_POSE_SIMD_PORTABLE asks for it)
 * gives the same bits, a NaN's sign and payload excepted.
 */
#ifndef US_POSE_SIMD_H
#define US_POSE_SIMD_H

#include <stdbool.h>

#include "core/base/pose.h"

enum { US_POSE_SIMD_POSE_FLOATS = 8 };

/*
 * Where rows stand so close together that a rise of US_POSE_SIMD_MOST_RISE gives a slope beyond
 * US_POSE_SIMD_MOST_RATE, slopes are cut to that, and a NaN becomes it. The rate is far above
 * anything real, and far below what overflows on the way to an angular velocity.
 */
#define US_POSE_SIMD_MOST_RATE 1e15f
/* A straight line that is to give finite velocities rises no more than this. */
#define US_POSE_SIMD_MOST_RISE 1e9f

/*
 * The straight line between two rows: values = left + share * (right - left), slopes = (right -
 * left) * per_s, cut as above. `share` is in [0, 1], `per_s` is 1 / (time between the rows),
 * negative where the clock runs backwards. `out_slopes` may be NULL.
 */
void us_pose_simd_blend(const float *left, const float *right, float share, float per_s,
                        unsigned count, float *out_values, float *out_slopes);

/*
 * Normalise rotations and turn their slopes into velocities: w = 2 q' q*, q being unit. Rotations
 * have w >= 0 (those with w = 0 keep the sign they came with), so that q and -q give the same. A
 * rotation of a length under 1e-6, or whose square is not finite, becomes identity, with no angular
 * velocity. `slopes` may be NULL: velocities are then 0.
 */
void us_pose_simd_motions(const float *values, const float *slopes, unsigned count,
                          struct us_motion *out);

/* Both in one pass, with the same bits. Without velocities they are 0. */
void us_pose_simd_blend_motions(const float *left, const float *right, float share, float per_s,
                                unsigned count, bool with_velocity, struct us_motion *out);

#endif
