/* SPDX-License-Identifier: MIT */
/*
 * Rigid motions: a pose together with the velocity it moves at, in double precision.
 *
 * A motion named m_a_b says where the frame b is in the frame a, and how b moves as seen from a:
 * `linear` is the velocity of b's origin and `angular` its rate of turn, both along the axes of a.
 * Metres, radians, seconds. Pure functions: any thread.
 */
#ifndef RT_PERSON_MOTION_H
#define RT_PERSON_MOTION_H

#include <stdbool.h>

#include "core/base/pose.h"
#include "openxr/xr.h"

struct rt_vector {
    double x, y, z;
};

struct rt_quaternion {
    double x, y, z, w;
};

struct rt_motion {
    struct rt_vector position_m;
    struct rt_quaternion rotation; /* unit */
    struct rt_vector linear_m_s;
    struct rt_vector angular_rad_s;
};

static inline struct rt_vector rt_vector_add(struct rt_vector a, struct rt_vector b)
{
    return (struct rt_vector){a.x + b.x, a.y + b.y, a.z + b.z};
}

static inline struct rt_vector rt_vector_subtract(struct rt_vector a, struct rt_vector b)
{
    return (struct rt_vector){a.x - b.x, a.y - b.y, a.z - b.z};
}

static inline struct rt_vector rt_vector_scale(struct rt_vector a, double factor)
{
    return (struct rt_vector){factor * a.x, factor * a.y, factor * a.z};
}

struct rt_motion rt_motion_identity(void);

/* A motion at rest: the pose, its rotation normalised. */
struct rt_motion rt_motion_from_pose(const XrPosef *pose);
XrPosef rt_motion_to_pose(const struct rt_motion *motion);
/* The same in the core's structs. */
struct us_vec3 rt_motion_to_vec3(struct rt_vector v);
struct us_pose rt_motion_to_us_pose(const struct rt_motion *motion);

/* m_a_c from m_a_b and m_b_c. */
struct rt_motion rt_motion_compose(const struct rt_motion *m_a_b, const struct rt_motion *m_b_c);

/* m_b_c from m_a_b and m_a_c. */
struct rt_motion rt_motion_relative(const struct rt_motion *m_a_b, const struct rt_motion *m_a_c);

/* The unit quaternion that turns by `angle_rad` about an axis of unit length. */
struct rt_quaternion rt_motion_turn(struct rt_vector axis, double angle_rad);
struct rt_quaternion rt_motion_multiply(struct rt_quaternion a, struct rt_quaternion b);

XrVector3f rt_motion_to_vector3f(struct rt_vector v);

/* Whether an app may pass this pose: finite, and a quaternion within 1 % of unit length (OpenXR,
 * XR_ERROR_POSE_INVALID). */
bool rt_motion_is_valid_pose(const XrPosef *pose);

#endif
