/* SPDX-License-Identifier: MIT */
/*
 * pose_simd: interpolates two rows of poses and computes velocities, four poses at a time. Private
 * to the sampler.
 *
 * A pose is US_POSE_SIMD_POSE_FLOATS floats: rotation X Y Z W, not normalised, position X Y Z, 0.
 * Units are metres and seconds; results have the frame and the handedness of the rows. Arrays of
 * floats need the alignment of a float. The functions read and write exactly `count` poses. Outputs
 * must not overlap inputs. The functions are pure and cannot fail; any thread may call them.
 *
 * The compiler's SSE2 support selects the vector code. The portable code, which
 * US_POSE_SIMD_PORTABLE selects, gives the same bits but for the sign and payload of a NaN.
 */
#ifndef US_POSE_SIMD_H
#define US_POSE_SIMD_H

#include <stdbool.h>

#include "core/base/pose.h"

enum { US_POSE_SIMD_POSE_FLOATS = 8 };

/*
 * If rows are so close in time that a rise of US_POSE_SIMD_MOST_RISE would exceed this rate, slopes
 * are limited to it, and a NaN becomes it. The limit is far above any real velocity, and low enough
 * that computing an angular velocity does not overflow.
 */
#define US_POSE_SIMD_MOST_RATE 1e15f
/* The greatest rise of a straight line that surely gives finite velocities. */
#define US_POSE_SIMD_MOST_RISE 1e9f

/* Limits a slope that overflows because keys are very close in time. A NaN becomes the limit. */
static inline float us_pose_simd_bounded(float slope)
{
    slope = slope < US_POSE_SIMD_MOST_RATE ? slope : US_POSE_SIMD_MOST_RATE;
    return slope > -US_POSE_SIMD_MOST_RATE ? slope : -US_POSE_SIMD_MOST_RATE;
}

/*
 * Interpolates linearly between two rows: values = left + share * (right - left), slopes = (right -
 * left) * per_s, limited as above. `share` is in [0, 1]. `per_s` is 1 / (time between the rows),
 * and negative if playback runs backwards. `out_slopes` may be NULL.
 */
void us_pose_simd_blend(const float *left, const float *right, float share, float per_s,
                        unsigned count, float *out_values, float *out_slopes);

/*
 * Normalises rotations, and computes the angular velocity 2 q' q* of the unit rotation q. Results
 * have w >= 0, so q and -q give the same result; a rotation with w = 0 keeps its sign. A rotation
 * that is shorter than 1e-6, or whose square is not finite, becomes identity without angular
 * velocity. `slopes` may be NULL: velocities are then 0.
 */
void us_pose_simd_motions(const float *values, const float *slopes, unsigned count,
                          struct us_motion *out);

/* Does the work of both functions above in one pass, with the same bits. Without `with_velocity`,
 * velocities are 0. */
void us_pose_simd_blend_motions(const float *left, const float *right, float share, float per_s,
                                unsigned count, bool with_velocity, struct us_motion *out);

#endif
