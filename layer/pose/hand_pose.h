/* SPDX-License-Identifier: MIT */
/*
 * hand_pose: derives the poses of an interaction profile from the 26 joints of a hand.
 *
 * Sources: grip, aim and grip_surface: OpenXR 1.1, 6.3.2, "Standard pose identifier"; palm_ext:
 * XR_EXT_palm_pose, the same pose as grip_surface; pinch_ext and poke_ext: XR_EXT_hand_interaction.
 * The specification leaves details to the runtime, for example where the ray of the aim pose
 * begins; the comments in hand_pose.c state the choices. Joints, head and result are in one
 * right-handed frame with +Y up, in metres and seconds. The velocities are those of the returned
 * pose. Pure; any thread.
 */
#ifndef US_HAND_POSE_H
#define US_HAND_POSE_H

#include "core/base/pose.h"
#include "openxr/xr.h"
#include "profiles/interaction_profile.h"

/* Only the aim pose uses `head`, to estimate the position of the shoulder. If `head` is NULL, the
 * aim pose depends on the hand alone. */
struct us_motion us_hand_pose(enum us_hand_pose kind, enum us_hand hand,
                              const struct us_motion joints[XR_HAND_JOINT_COUNT_EXT],
                              const struct us_motion *head);

#endif
