/* SPDX-License-Identifier: MIT */
/*
 * rebase: transforms the joints of a recorded hand to the base space of xrLocateHandJointsEXT.
 *
 * Three steps lead from a recorded joint to the base space: convert (the axes), the pose of the
 * recording in the anchor space, and the inverse of the base space's pose. They are the same for
 * all 26 joints, so us_rebase_init combines them to one linear map per call. The results differ
 * from the three steps only by rounding. Pure; any thread.
 */
#ifndef US_REBASE_H
#define US_REBASE_H

#include <stdbool.h>

#include "core/base/joint.h"
#include "core/base/pose.h"
#include "openxr/xr.h"

/* T_base_recording, including the change of handedness, as matrices by columns. */
struct us_rebase {
    bool is_parallel;     /* no rotation: only signs and the origin differ; no matrix is set */
    float rotation[4][4]; /* column c: the image of component c of a recorded quaternion */
    float vector[3][4];   /* column c: the image of component c of a vector; element 3 is 0 */
    float origin_m[4];    /* the recording's origin in the base space; element 3 is 0 */
    struct us_vec3 base_linear_m_s, base_angular_rad_s; /* velocity of the base, in its axes */
    float rate;                                         /* recorded seconds per second of the app */
};

/* `base` is the pose of the base space in the anchor space, with its velocity. T_anchor_recording
 * is in OpenXR's axes. */
void us_rebase_init(struct us_rebase *out, const struct us_motion *base,
                    struct us_pose T_anchor_recording, double rate);

/* Transforms a motion from the recording's space to the anchor space. `recorded` must already be in
 * OpenXR's axes and in the app's seconds. */
struct us_motion us_rebase_to_anchor(struct us_pose T_anchor_recording, struct us_motion recorded);

/* Writes the pose of each joint, in the order of XrHandJointEXT, and keeps flags and radii.
 * `recorded` is the array of a us_hand_sample, in the file's order. */
void us_rebase_poses(const struct us_rebase *rebase,
                     const struct us_motion recorded[US_JOINT_COUNT],
                     XrHandJointLocationEXT out[XR_HAND_JOINT_COUNT_EXT]);

/* Writes the velocities of the joints and keeps the flags. `poses` is the output of
 * us_rebase_poses. */
void us_rebase_velocities(const struct us_rebase *rebase,
                          const struct us_motion recorded[US_JOINT_COUNT],
                          const XrHandJointLocationEXT poses[XR_HAND_JOINT_COUNT_EXT],
                          XrHandJointVelocityEXT out[XR_HAND_JOINT_COUNT_EXT]);

#endif
