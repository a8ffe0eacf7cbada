/* SPDX-License-Identifier: MIT */
/*
 * hand_pose: the poses that an interaction profile gives a hand, derived from its 26 joints.
 *
 * grip, aim and grip_surface: OpenXR 1.1, 6.3.2, "Standard pose identifier"; palm_ext is
 * grip_surface (XR_EXT_palm_pose); pinch_ext and poke_ext: XR_EXT_hand_interaction. What the
 * specification leaves to the runtime (where exactly the palm's surface is, where the aim's ray
 * begins) is written down in hand_pose.c beside each. Joints, head and result are in one
 * right-handed frame with +Y up, in metres and seconds; the velocities are those of the pose that
 * is returned. Pure; any thread.
 */
#ifndef US_HAND_POSE_H
#define US_HAND_POSE_H

#include "core/base/joint.h"
#include "core/base/pose.h"
#include "openxr/xr.h"

enum us_hand_pose {
    US_HAND_POSE_GRIP,
    US_HAND_POSE_AIM,
    US_HAND_POSE_PALM, /* grip_surface and palm_ext */
    US_HAND_POSE_PINCH,
    US_HAND_POSE_POKE,
    US_HAND_POSE_COUNT
};

/* `head` is where the shoulders are guessed from, for the aim; NULL: the aim follows the hand
 * alone. */
struct us_motion us_hand_pose(enum us_hand_pose kind, enum us_hand hand,
                              const struct us_motion joints[XR_HAND_JOINT_COUNT_EXT],
                              const struct us_motion *head);

#endif
