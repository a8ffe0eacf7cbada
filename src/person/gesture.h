/* SPDX-License-Identifier: MIT */
/*
 * The joints of a hand whose fingers are bent and spread. Palm and wrist do not move. With all
 * angles 0 the hand is the flat one of rt_geometry_joint_offset; bones keep their lengths. Pure
 * functions: any thread.
 */
#ifndef RT_PERSON_GESTURE_H
#define RT_PERSON_GESTURE_H

#include <stddef.h>

#include "person/geometry.h"

#define RT_GESTURE_FINGERS 5 /* thumb, index, middle, ring, little */

/* The two angles of a joint against the bone before it: Ry(yaw) Rx(-bend), where the yaw is the
 * spread to the hand's side. The bend is towards the palm. The spread leads away from the middle
 * finger, and that of the middle finger towards the thumb. */
enum rt_gesture_angle { RT_GESTURE_BEND, RT_GESTURE_SPREAD, RT_GESTURE_ANGLES };

/* By XrHandJointEXT. Joints that cannot move stay 0. */
struct rt_gesture {
    double rad[XR_HAND_JOINT_COUNT_EXT][RT_GESTURE_ANGLES];
    double rate_rad_s[XR_HAND_JOINT_COUNT_EXT][RT_GESTURE_ANGLES];
};

/* What a joint can do, in degrees: the one table of it. Of an angle that the joint has not, both
 * are 0. */
struct rt_gesture_range {
    double least_degrees, most_degrees;
};
struct rt_gesture_range rt_gesture_range(XrHandJointEXT joint, enum rt_gesture_angle angle);

/* Whether the joint has an angle of its own: not palm and wrist, which follow the hand, not tips,
 * and not the metacarpals of index and middle finger, which are fixed in the hand. */
bool rt_gesture_moves(XrHandJointEXT joint);

/*
 * The named gestures, with the angles of thumb, index, middle, ring and little finger in degrees:
 *
 *   open      0 0 0 0 0
 *   relaxed   15 20 25 25 25
 *   pinch     58 70 0 0 0: the tips of thumb and index finger touch
 *   fist      50 80 80 80 80
 *   point     50 0 80 80 80
 *   thumb_up  0 80 80 80 80
 */
#define RT_GESTURE_NAMES "open, relaxed, pinch, fist, point or thumb_up"
/* In this order, from 0; NULL: there are no more. */
const char *rt_gesture_of_number(size_t number);
/* False: there is no gesture of that name. */
bool rt_gesture_find(const char *name, double out_bend_degrees[RT_GESTURE_FINGERS]);

/* The bend of a joint where its finger is bent as a whole: the finger's angle; 0 of a metacarpal.
 */
double rt_gesture_share(XrHandJointEXT joint, const double bend_degrees[RT_GESTURE_FINGERS]);
/* The hand at rest whose fingers are bent so. */
struct rt_gesture rt_gesture_make(const double bend_degrees[RT_GESTURE_FINGERS]);

/* The gesture that the joints make within 0.01 degrees; NULL: it has no name. */
const char *rt_gesture_name(const struct rt_gesture *gesture);

/* "thumb", "index", "middle", "ring" and "little"; NULL ends them. */
extern const char *const rt_gesture_fingers[RT_GESTURE_FINGERS + 1];
/* How far a finger is bent: the mean of its joints behind the metacarpal. */
double rt_gesture_bend_rad(const struct rt_gesture *gesture, int finger);

/*
 * How near a finger, 1 to 4, is to a pinch with the thumb, from 0 to 1: the smaller share that
 * thumb and finger have of their angles in a pinch. A finger that is bent farther than in a pinch
 * passes the thumb: from there to 10 degrees more, its share falls to 0.
 */
double rt_gesture_pinch(const struct rt_gesture *gesture, int finger);

/* The pose of a joint in its wrist. It depends on the joints from the first of its finger on. */
struct rt_motion rt_gesture_joint(const struct rt_gesture *gesture, enum us_hand hand,
                                  XrHandJointEXT joint);

#endif
