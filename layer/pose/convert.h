/* SPDX-License-Identifier: MIT */
/*
 * convert: the one place that converts recorded values to OpenXR's axes.
 *
 * Recordings use Unity's axes: left-handed, +Y up, +Z forward. OpenXR's axes are right-handed, with
 * -Z forward: the mirror image in the plane z = 0. A position, direction or linear velocity
 * (x, y, z) becomes (x, y, -z). A rotation (x, y, z, w) becomes (-x, -y, z, w). An angular velocity
 * is a pseudovector and becomes (-x, -y, z). Joints need no further rotation: +Z points along the
 * bone towards the tip in the file, and away from the tip in OpenXR. Pure; any thread.
 */
#ifndef US_CONVERT_H
#define US_CONVERT_H

#include "core/base/pose.h"
#include "core/sampler/sampler.h"
#include "openxr/xr.h"

static inline struct us_pose us_convert_pose(struct us_pose recorded)
{
    struct us_pose out = {us_quat_mirror(recorded.rotation), us_vec3_mirror(recorded.position_m)};
    return out;
}

/* `rate` is the number of recorded seconds per second of the app. It scales the velocities. */
static inline struct us_motion us_convert_motion(struct us_motion recorded, double rate)
{
    float factor = (float)rate;
    struct us_motion out = {
        us_convert_pose(recorded.pose),
        us_vec3_scale(us_vec3_mirror(recorded.linear_m_s), factor),
        us_vec3_scale(us_vec3_mirror(recorded.angular_rad_s), -factor),
    };
    return out;
}

/*
 * Converts a gaze ray to a pose (XR_EXT_eye_gaze_interaction). -Z points along the ray, and +Y is
 * as close to the world's up as possible. If the ray points straight up or down, +Y is the
 * direction that it would have if the eyes looked forward and the head then tilted. The angular
 * velocity is that of the returned axes. The sample must be valid. `rate` is as above.
 */
struct us_motion us_convert_gaze(const struct us_gaze_sample *gaze, double rate);

/* The following functions convert between OpenXR's structs and struct us_pose; the axes stay
 * OpenXR's. us_convert_from_posef normalizes the rotation. */
struct us_pose us_convert_from_posef(XrPosef pose);

static inline struct us_vec3 us_convert_from_vector3f(XrVector3f vector)
{
    struct us_vec3 out = {vector.x, vector.y, vector.z};
    return out;
}

static inline XrVector3f us_convert_to_vector3f(struct us_vec3 vector)
{
    XrVector3f out = {vector.x, vector.y, vector.z};
    return out;
}

static inline XrPosef us_convert_to_posef(struct us_pose pose)
{
    struct us_quat q = pose.rotation;
    XrPosef out = {{q.x, q.y, q.z, q.w}, us_convert_to_vector3f(pose.position_m)};
    return out;
}

#endif
