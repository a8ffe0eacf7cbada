// SPDX-License-Identifier: MIT
// The joints of a hand whose fingers are bent. Each joint of a finger behind its metacarpal bends
// by the same angle towards the palm; metacarpals, palm and wrist do not move. With all angles 0
// the hand is the flat one of rt_geometry_joint_offset. Pure functions: any thread.
#ifndef RT_RUNTIME_GESTURE_H
#define RT_RUNTIME_GESTURE_H

#include "runtime/person/geometry.h"

#define RT_GESTURE_FINGERS 5 // thumb, index, middle, ring, little

struct rt_gesture {
    double bend_rad[RT_GESTURE_FINGERS];
    double rate_rad_s[RT_GESTURE_FINGERS];
};

// The named gestures, with the angles of thumb, index, middle, ring and little finger in degrees:
//
//   open    0 0 0 0 0
//   pinch   58 70 0 0 0: the tips of thumb and index finger touch
//   fist    50 80 80 80 80
//   point   50 0 80 80 80
//
// False: there is no gesture of that name.
bool rt_gesture_find(const char *name, double out_bend_rad[RT_GESTURE_FINGERS]);

// The pose of a joint in its wrist.
struct rt_motion rt_gesture_joint(const struct rt_gesture *gesture, enum rt_hand hand,
                                  XrHandJointEXT joint);

#endif
