/* SPDX-License-Identifier: MIT */
/*
 * convert: the one place where samples become OpenXR's values.
 *
 * The recording's world is Unity's: left-handed, +Y up, +Z forward. OpenXR's is right-handed with
 * -Z forward: the mirror image in the plane z = 0. Position, direction and linear velocity (x, y,
 * z) become (x, y, -z); rotation (x, y, z, w) becomes
 * (-x, -y, z, w); angular velocity, which is a pseudovector, (-x, -y, z). Joints need no further
 * rotation: the file's +Z runs along the bone to the tip, OpenXR's away from it. Pure; any thread.
 */
#ifndef US_CONVERT_H
#define US_CONVERT_H

#include "core/base/joint.h"
#include "core/base/pose.h"
#include "core/sampler/sampler.h"
#include "openxr/xr.h"

static inline struct us_vec3 us_convert_vec3(struct us_vec3 recorded)
{
    struct us_vec3 out = {recorded.x, recorded.y, -recorded.z};
    return out;
}

static inline struct us_pose us_convert_pose(struct us_pose recorded)
{
    struct us_quat q = recorded.rotation;
    struct us_pose out = {{-q.x, -q.y, q.z, q.w}, us_convert_vec3(recorded.position_m)};
    return out;
}

/* `rate`: seconds of recording per second of the app's; velocities are multiplied by it. */
static inline struct us_motion us_convert_motion(struct us_motion recorded, double rate)
{
    float factor = (float)rate;
    struct us_motion out = {
        us_convert_pose(recorded.pose),
        us_vec3_scale(us_convert_vec3(recorded.linear_m_s), factor),
        us_vec3_scale(us_convert_vec3(recorded.angular_rad_s), -factor),
    };
    return out;
}

/*
 * A gaze ray as a pose (XR_EXT_eye_gaze_interaction): origin as it is, -Z along the ray, +Y as near
 * to the world's up as that allows; straight up or down, +Y continues what looking forward and
 * tilting the head would give. The angular velocity is the ray's own, without roll about itself.
 * The sample must be valid.
 */
struct us_motion us_convert_gaze(const struct us_gaze_sample *gaze, double rate);

/* The file's joint for OpenXR's: Palm for 0, Wrist for 1, and joint + 1 for the rest. The file's
 * None is nobody's. */
enum us_joint us_convert_joint(XrHandJointEXT joint);

/* OpenXR's structs to ours and back; same axes on both sides. Ours has a unit rotation, whatever
 * theirs had. */
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
