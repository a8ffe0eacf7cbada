/* SPDX-License-Identifier: MIT */
/*
 * joint: the 27 joints of a hand in an input animation file, in file order.
 *
 * Names and order are the Mixed Reality Toolkit's TrackedHandJoint.
 */
#ifndef US_JOINT_H
#define US_JOINT_H

#include <stdbool.h>

enum us_joint {
    US_JOINT_NONE,
    US_JOINT_WRIST,
    US_JOINT_PALM,
    US_JOINT_THUMB_METACARPAL,
    US_JOINT_THUMB_PROXIMAL,
    US_JOINT_THUMB_DISTAL,
    US_JOINT_THUMB_TIP,
    US_JOINT_INDEX_METACARPAL,
    US_JOINT_INDEX_KNUCKLE,
    US_JOINT_INDEX_MIDDLE,
    US_JOINT_INDEX_DISTAL,
    US_JOINT_INDEX_TIP,
    US_JOINT_MIDDLE_METACARPAL,
    US_JOINT_MIDDLE_KNUCKLE,
    US_JOINT_MIDDLE_MIDDLE,
    US_JOINT_MIDDLE_DISTAL,
    US_JOINT_MIDDLE_TIP,
    US_JOINT_RING_METACARPAL,
    US_JOINT_RING_KNUCKLE,
    US_JOINT_RING_MIDDLE,
    US_JOINT_RING_DISTAL,
    US_JOINT_RING_TIP,
    US_JOINT_PINKY_METACARPAL,
    US_JOINT_PINKY_KNUCKLE,
    US_JOINT_PINKY_MIDDLE,
    US_JOINT_PINKY_DISTAL,
    US_JOINT_PINKY_TIP,
    US_JOINT_COUNT
};

enum us_hand { US_HAND_LEFT, US_HAND_RIGHT, US_HAND_COUNT };

/* "left" or "right". */
const char *us_hand_name(enum us_hand hand);

/* The toolkit's name, e.g. "IndexKnuckle" or "ThumbTip"; "?" outside the enum. */
const char *us_joint_name(enum us_joint joint);

/*
 * The bone that a joint's +Z runs along, as the two joints it joins, wrist side first. A tip has
 * the bone that ends in it; the wrist and the palm have the middle finger's metacarpal. False for
 * None.
 */
bool us_joint_bone(enum us_joint joint, enum us_joint *out_from, enum us_joint *out_to);

/*
 * A plausible distance from the joint to the skin, in metres: the file does not hold it. Always >
 * 0. An adult hand of medium size; OpenXR's XR_EXT_hand_tracking asks for a positive radius where
 * the position is valid.
 */
float us_joint_radius_m(enum us_joint joint);

/*
 * The file's joint for a joint of OpenXR (XrHandJointEXT, 0 to 25): Palm for 0, Wrist for 1, and
 * joint + 1 for the others, whose order is the same. None has no joint in OpenXR. It is inline so
 * that loops over the joints become vector instructions.
 */
static inline enum us_joint us_joint_from_openxr(int joint)
{
    return joint == 0 ? US_JOINT_PALM : joint == 1 ? US_JOINT_WRIST : (enum us_joint)(joint + 1);
}

#endif
