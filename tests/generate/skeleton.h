/* SPDX-License-Identifier: MIT */
/*
 * skeleton: a hand of bones that never change their length, bent by forward kinematics.
 *
 * Joints follow the input animation file: Unity's left-handed axes, +Z along the bone towards the
 * tip, +Y out of the back of the hand. A left hand is the mirror image of a right one.
 */
#ifndef US_SKELETON_H
#define US_SKELETON_H

#include "core/base/pose.h"

enum { US_FINGER_INDEX, US_FINGER_MIDDLE, US_FINGER_RING, US_FINGER_PINKY, US_FINGER_COUNT };

/* How a hand is bent; all angles in degrees. */
struct hand_bend {
    float finger[US_FINGER_COUNT]
                [3]; /* curl at knuckle, middle and distal joint; positive into the palm */
    float spread;    /* between neighbouring fingers; positive apart */
    float thumb[4];  /* yaw and pitch of the metacarpal, curl at proximal and distal joint */
};

enum hand_bend_kind {
    HAND_BEND_RELAXED,
    HAND_BEND_OPEN,
    HAND_BEND_POINT,
    HAND_BEND_PINCH,
    HAND_BEND_FIST
};

struct hand_bend hand_bend_of(enum hand_bend_kind kind);
/* `a` at share 0, `b` at share 1. */
struct hand_bend hand_bend_blend(struct hand_bend a, struct hand_bend b, double share);

/*
 * All joints, in the world that `T_world_palm` leads to, as XR_EXT_hand_tracking defines them: the
 * palm is in the middle of the middle finger's metacarpal bone. None has the palm's position; a
 * file of a device has no keys for it.
 */
void us_skeleton_pose(enum us_hand hand, struct us_pose T_world_palm, const struct hand_bend *bend,
                      struct us_pose out_joints[US_JOINT_COUNT]);

/* Between the tips of thumb and index finger. */
float us_skeleton_pinch_m(const struct us_pose joints[US_JOINT_COUNT]);

/* Turn by yaw (right), then pitch (down), then roll, in degrees: Unity's order about Y, X and Z. */
struct us_quat us_skeleton_turn(double yaw, double pitch, double roll);

#endif
