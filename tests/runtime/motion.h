// SPDX-License-Identifier: MIT
// Rigid motions: a pose together with the velocity it moves at, in double precision.
//
// A motion named m_a_b says where the frame b is in the frame a, and how b moves as seen from a:
// `linear` is the velocity of b's origin and `angular` its rate of turn, both along the axes of a.
// Metres, radians, seconds. Pure functions: any thread.
#ifndef US_RUNTIME_MOTION_H
#define US_RUNTIME_MOTION_H

#include <stdbool.h>

#include "xr.h"

struct us_vector {
    double x, y, z;
};

struct us_quaternion {
    double x, y, z, w;
};

struct us_motion {
    struct us_vector position_m;
    struct us_quaternion rotation; // unit
    struct us_vector linear_m_s;
    struct us_vector angular_rad_s;
};

struct us_motion us_motion_identity(void);

// A motion at rest: the pose, its rotation normalised.
struct us_motion us_motion_from_pose(const XrPosef *pose);
XrPosef us_motion_to_pose(const struct us_motion *motion);

// m_a_c from m_a_b and m_b_c.
struct us_motion us_motion_compose(const struct us_motion *m_a_b, const struct us_motion *m_b_c);

// m_b_c from m_a_b and m_a_c.
struct us_motion us_motion_relative(const struct us_motion *m_a_b, const struct us_motion *m_a_c);

// The unit quaternion that turns by `angle_rad` about an axis of unit length.
struct us_quaternion us_motion_turn(struct us_vector axis, double angle_rad);
struct us_quaternion us_motion_multiply(struct us_quaternion a, struct us_quaternion b);

XrVector3f us_motion_to_vector3f(struct us_vector v);

// Whether an app may pass this pose: finite, and a quaternion within 1 % of unit length (OpenXR,
// XR_ERROR_POSE_INVALID).
bool us_motion_is_valid_pose(const XrPosef *pose);

#endif
