/* SPDX-License-Identifier: MIT */
/*
 * gesture: how far a hand pinches and how far it closes, from 0 to 1.
 *
 * The pinch goes by the distance between the skins of thumb tip and index tip: 1 where they touch,
 * 0 at 5 cm and beyond, linear in between (XR_EXT_hand_interaction asks for linear). It never
 * contradicts the recorded flag: 1 while the flag is set, at most 0.4 while it is not.
 *
 * The grasp goes by how near the four fingertips are to the palm joint, as a share of the way there
 * along the bones, so that the hand's size does not matter: a finger counts 0 at 0.65 and beyond
 * (straight), 1 at 0.43 and below (in the palm), linear in between. The least curled finger
 * decides: an open, pointing or pinching hand does not grasp. Joints are in metres, in any frame;
 * what is not a number counts as open. Pure; any thread.
 */
#ifndef US_GESTURE_H
#define US_GESTURE_H

#include <stdbool.h>

#include "core/base/pose.h"
#include "openxr/xr.h"

float us_gesture_pinch(const struct us_motion joints[XR_HAND_JOINT_COUNT_EXT], bool pinching);
/* How near a fingertip's skin is to the thumb's, in the same measure: of the other fingers no flag
 * is recorded. */
float us_gesture_near_thumb(const struct us_motion joints[XR_HAND_JOINT_COUNT_EXT],
                            XrHandJointEXT tip);
float us_gesture_grasp(const struct us_motion joints[XR_HAND_JOINT_COUNT_EXT]);

#endif
