/* SPDX-License-Identifier: MIT */
/*
 * gesture: how far a hand is pinched and how far it is closed, from 0 to 1.
 *
 * The pinch value follows from the distance between the skins of the thumb tip and the index tip: 1
 * if they touch, 0 at 5 cm or more, linear in between (XR_EXT_hand_interaction asks for a linear
 * value). It never contradicts the recorded flag: it is 1 while the flag is set, and at most 0.4
 * while it is not.
 *
 * The grasp value follows from the distances between the four fingertips and the palm joint, each
 * divided by the length of the way along the bones, so that the size of the hand does not matter. A
 * finger counts 0 at a quotient of 0.65 or more (straight), 1 at 0.43 or less (in the palm), and
 * linear in between. The least curled finger decides: an open, pointing or pinching hand does not
 * grasp. Joints are in metres, in any frame of reference. NaN counts as open. Pure; any thread.
 */
#ifndef US_GESTURE_H
#define US_GESTURE_H

#include <stdbool.h>

#include "core/base/pose.h"
#include "openxr/xr.h"

/* The pinch value. `pinching` is the recorded flag. */
float us_gesture_pinch(const struct us_motion joints[XR_HAND_JOINT_COUNT_EXT], bool pinching);
/* The grasp value. */
float us_gesture_grasp(const struct us_motion joints[XR_HAND_JOINT_COUNT_EXT]);

/*
 * aim_state: fills XrHandTrackingAimStateFB (XR_FB_hand_tracking_aim) for a played hand.
 *
 * The functions do not write `type` and `next`. The right hand is the dominant one. A finger's
 * pinch strength follows from the distance between its tip and the thumb tip (gesture.h). The bit
 * of the index finger is the recorded pinch flag. The bit of another finger is set if the finger
 * touches the thumb while the flag is not set; while the index finger pinches, the other fingers
 * often touch the thumb as well. The system gesture and menu bits are never set. Pure functions.
 */

/* Fills the state of an inactive hand: no bits, the identity pose, strengths of 0. */
void us_gesture_aim_clear(XrHandTrackingAimStateFB *out);

/* Writes the aim pose of a tracked hand, in the base space of the app's call, with its bits. Keeps
 * the pinch bits and clears all others. */
void us_gesture_aim_write_pose(XrHandTrackingAimStateFB *out, enum us_hand hand,
                               struct us_pose T_base_aim);

/* Writes the pinch bits and strengths of a tracked hand and keeps the rest. `joints` are in metres,
 * in any frame of reference. `pinching` is the recorded flag. */
void us_gesture_aim_write_pinches(XrHandTrackingAimStateFB *out,
                                  const struct us_motion joints[XR_HAND_JOINT_COUNT_EXT],
                                  bool pinching);

#endif
