/* SPDX-License-Identifier: MIT */
/*
 * aim_state: XrHandTrackingAimStateFB (XR_FB_hand_tracking_aim) of a played hand.
 *
 * `next` and `type` are the app's. The right hand is the dominant one. A finger's strength goes by
 * the distance between its tip and the thumb's (gesture.h); the index finger's bit is the recorded
 * flag, and another finger's is set where it touches the thumb while the flag is not set, since the
 * fingers beside a pinching index touch the thumb as well. No system gesture, no menu. Pure.
 */
#ifndef US_AIM_STATE_H
#define US_AIM_STATE_H

#include <stdbool.h>

#include "core/base/joint.h"
#include "core/base/pose.h"
#include "openxr/xr.h"

/* An inactive hand: no bits, identity, 0. */
void us_aim_state_clear(XrHandTrackingAimStateFB *out);

/* Where a tracked hand aims, in the space in which the app asked; leaves the pinches as they are,
 * and drops every other bit. */
void us_aim_state_write_pose(XrHandTrackingAimStateFB *out, enum us_hand hand,
                             struct us_pose T_base_aim);

/* The pinches of a tracked hand; leaves the rest as it is. Joints in any frame. */
void us_aim_state_write_pinches(XrHandTrackingAimStateFB *out,
                                const struct us_motion joints[XR_HAND_JOINT_COUNT_EXT],
                                bool pinching);

#endif
