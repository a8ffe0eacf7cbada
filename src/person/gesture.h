/* SPDX-License-Identifier: MIT */
/*
 * The joints of a hand whose fingers are bent. Each joint of a finger behind its metacarpal bends
 * by the same angle towards the palm; metacarpals, palm and wrist do not move. With all angles 0
 * the hand is the flat one of rt_geometry_joint_offset. Pure functions: any thread.
 */
#ifndef RT_PERSON_GESTURE_H
#define RT_PERSON_GESTURE_H

#include "person/geometry.h"

#define RT_GESTURE_FINGERS 5 /* thumb, index, middle, ring, little */

struct rt_gesture {
    double bend_rad[RT_GESTURE_FINGERS];
    double rate_rad_s[RT_GESTURE_FINGERS];
};

/*
 * The named gestures, with the angles of thumb, index, middle, ring and little finger in degrees:
 *
 *   open      0 0 0 0 0
 *   relaxed   15 20 25 25 25
 *   pinch     58 70 0 0 0: the tips of thumb and index finger touch
 *   fist      50 80 80 80 80
 *   point     50 0 80 80 80
 *   thumb_up  0 80 80 80 80
 *
 * False: there is no gesture of that name.
 */
#define RT_GESTURE_NAMES "open, relaxed, pinch, fist, point or thumb_up"
bool rt_gesture_find(const char *name, double out_bend_degrees[RT_GESTURE_FINGERS]);

/* The gesture that the fingers make within 0.01 degrees; NULL: it has no name. */
const char *rt_gesture_name(const struct rt_gesture *gesture);

/* The track of a finger in a script: "finger thumb", ..., "finger little". */
const char *rt_gesture_track(int finger);

/*
 * How near a finger, 1 to 4, is to a pinch with the thumb, from 0 to 1: the smaller share that
 * thumb and finger have of their angles in a pinch. A finger that is bent farther than in a pinch
 * passes the thumb: from there to 10 degrees more, its share falls to 0.
 */
double rt_gesture_pinch(const struct rt_gesture *gesture, int finger);

/* The pose of a joint in its wrist. */
struct rt_motion rt_gesture_joint(const struct rt_gesture *gesture, enum rt_hand hand,
                                  XrHandJointEXT joint);

#endif
