/* SPDX-License-Identifier: MIT */
/*
 * rebase: a recorded hand straight to the space that an app asked for.
 *
 * What convert, the recording's place in the anchor space and the base space's inverse do to a
 * joint one after the other is the same for all 26 of them: here it is one linear map, made once a
 * call. The results are those of the three steps but for rounding. Pure; any thread.
 */
#ifndef US_REBASE_H
#define US_REBASE_H

#include <stdbool.h>

#include "core/base/joint.h"
#include "core/base/pose.h"
#include "openxr/xr.h"

/* T_base_recording with the handedness in it: what each component of a recorded value gives. */
struct us_rebase {
    bool is_parallel;     /* the base's axes are the anchor's: only signs and the origin differ */
    float rotation[4][4]; /* [c]: what a recorded rotation's component c gives */
    float vector[3][4];   /* [c]: the same of a position or a velocity; the last is 0 */
    float origin_m[4];    /* the recording's origin as seen from the base; the last is 0 */
    struct us_vec3 base_linear_m_s, base_angular_rad_s; /* the base's own, in its axes */
    float rate; /* seconds of recording per second of the app's */
};

/* `base` is the base space in the anchor space, with its velocity. */
void us_rebase_init(struct us_rebase *out, const struct us_motion *base,
                    struct us_pose T_anchor_recording, double rate);

/* A motion in the recording's space, already in OpenXR's axes and the app's seconds, as seen from
 * the anchor space. */
struct us_motion us_rebase_to_anchor(struct us_pose T_anchor_recording, struct us_motion recorded);

/* The pose of each joint, in XrHandJointEXT's order; flags and radii stay as they are. `recorded`
 * is a us_hand_sample's. */
void us_rebase_poses(const struct us_rebase *rebase,
                     const struct us_motion recorded[US_JOINT_COUNT],
                     XrHandJointLocationEXT out[XR_HAND_JOINT_COUNT_EXT]);

/* The velocities at the poses that us_rebase_poses gave; flags stay as they are. */
void us_rebase_velocities(const struct us_rebase *rebase,
                          const struct us_motion recorded[US_JOINT_COUNT],
                          const XrHandJointLocationEXT poses[XR_HAND_JOINT_COUNT_EXT],
                          XrHandJointVelocityEXT out[XR_HAND_JOINT_COUNT_EXT]);

#endif
