/* SPDX-License-Identifier: MIT */
/*
 * The moving person of src/runtime/person/moving_person.h, worked out a second time: by
 * matrices, and with velocities that are what poses do in two milliseconds. Metres, radians and
 * seconds, in LOCAL before any recentring unless another frame is named.
 */
#ifndef RT_TEST_FORMULAS_H
#define RT_TEST_FORMULAS_H

#include <stdbool.h>

#include "person/geometry.h"

/* Coordinates in a frame become those around it: turn * v + at. */
struct formula_pose {
    double turn[3][3], at[3];
};

/* A millisecond before a time, at it, and a millisecond after it. */
struct formula_motion {
    struct formula_pose poses[3];
};

/* At rest. Ry(yaw) Rx(pitch). */
struct formula_motion formula_rest(double x, double y, double z, double yaw, double pitch);
/* At rest, as an app passes it. */
struct formula_motion formula_passed(const struct rt_motion *pose);
struct formula_motion formula_compose(struct formula_motion a_b, struct formula_motion b_c);
/* Where c is in b, of both in a. */
struct formula_motion formula_relative(struct formula_motion a_b, struct formula_motion a_c);
/* With its velocities. */
struct rt_motion formula_told(struct formula_motion motion);

struct formula_motion formula_head(XrTime time);
struct formula_motion formula_grip(enum us_hand hand, XrTime time);
struct formula_motion formula_joint(enum us_hand hand, XrHandJointEXT joint, XrTime time);
struct formula_motion formula_gaze(XrTime time);
struct formula_motion formula_stage(void);
struct formula_motion formula_floor(void);
/* LOCAL after a recentring. */
struct formula_motion formula_recentred(void);
/* In the grip, and in the head. */
struct formula_motion formula_hand_pose(enum us_hand_pose pose);
struct formula_motion formula_eye(uint32_t view);

/* Whether it is pressed, and since when. */
bool formula_select(enum us_hand hand, XrTime time, XrTime *out_since);
bool formula_button(enum us_hand hand, XrTime time);
float formula_trigger(enum us_hand hand, XrTime time);
float formula_squeeze(enum us_hand hand, XrTime time);
XrVector2f formula_stick(enum us_hand hand, XrTime time);
XrVector2f formula_pad(enum us_hand hand, XrTime time);

#endif
