/* SPDX-License-Identifier: MIT */
/*
 * aim_state: fills XrHandTrackingAimStateFB (XR_FB_hand_tracking_aim) for a played hand.
 *
 * The functions do not write `type` and `next`. The right hand is the dominant one. A finger's
 * pinch strength follows from the distance between its tip and the thumb tip (gesture.h). The bit
 * of the index finger is the recorded pinch flag. The bit of another finger is set if the finger
 * touches the thumb while the flag is not set; while the index finger pinches, the other fingers
 * often touch the thumb as well. The system gesture and menu bits are never set. Pure functions.
 */
#ifndef US_AIM_STATE_H
#define US_AIM_STATE_H

#include <stdbool.h>

#include "core/base/joint.h"
#include "core/base/pose.h"
#include "openxr/xr.h"

/* Fills the state of an inactive hand: no bits, the identity pose, strengths of 0. */
void us_aim_state_clear(XrHandTrackingAimStateFB *out);

/* Writes the aim pose of a tracked hand, in the base space of the app's call, with its bits. Keeps
 * the pinch bits and clears all others. */
void us_aim_state_write_pose(XrHandTrackingAimStateFB *out, enum us_hand hand,
                             struct us_pose T_base_aim);

/* Writes the pinch bits and strengths of a tracked hand and keeps the rest. `joints` are in metres,
 * in any frame of reference. `pinching` is the recorded flag. */
void us_aim_state_write_pinches(XrHandTrackingAimStateFB *out,
                                const struct us_motion joints[XR_HAND_JOINT_COUNT_EXT],
                                bool pinching);

#endif
