/* SPDX-License-Identifier: MIT */
/*
 * gesture: how far a hand pinches and how far it closes, from 0 to 1.
 *
 * The pinch goes by the distance between the skins of thumb tip and index tip: 1 where they touch,
 * 0 at 5 cm and beyond, linear in between (XR_EXT_hand_interaction asks for linear). It never
 * contradicts the recorded flag: 1 while the flag is set, at most 0.4 while it is not. The grasp
 * goes by how near the four fingertips are to the palm; it is 0 for an open hand. Joints are in
 * metres, in any frame. Pure.
 */
#ifndef US_GESTURE_H
#define US_GESTURE_H

#include <stdbool.h>

#include "pose.h"
#include "xr.h"

float us_gesture_pinch(const struct us_motion joints[XR_HAND_JOINT_COUNT_EXT], bool pinching);
float us_gesture_grasp(const struct us_motion joints[XR_HAND_JOINT_COUNT_EXT]);

#endif
