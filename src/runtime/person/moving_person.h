/* SPDX-License-Identifier: MIT */
/*
 * The person of UNDERSTUDY_HEADLESS_PERSON=moving. All values are formulas of the time, so that a
 * test can tell the runtime's input from a recording's. The person stands ten metres from the
 * origin, away from every recording.
 *
 * Below, t is XrTime in seconds, h is 0 for the left hand and 1 for the right, k is -1 for the left
 * hand and +1 for the right. Rx and Ry are rotations about +X and +Y by radians; Ry Rx applies Rx
 * first. Poses are in LOCAL as it was before any recentring, in metres:
 *
 *   head    position (10 + 0.1 sin t, 2 + 0.05 sin 2t, -3 + 0.1 cos t)
 *           rotation Ry(0.5 + 0.3 sin(t/2)) Rx(-0.1)
 *
 *   wrist   position (10 + 0.25 k + 0.05 sin(t + h), 1.5 + 0.05 cos(t + h), -3.4)
 *           rotation Ry(0.4 + 0.2 k sin t) Rx(0.2)
 *
 *   joint   rt_geometry_joint_offset in the wrist, not rotated
 *
 *   grip    position (10 + 0.3 k, 1.3 + 0.1 sin(2t + h), -3.5 + 0.05 cos t)
 *           rotation Ry(0.3 + 0.5 k)
 *
 *   aim, palm, pinch, poke: rt_geometry_grip_offset in the grip
 *
 *   gaze    in the head: rotation Ry(0.2 sin(1.3 t)) Rx(-0.05)
 *
 *   STAGE   position (0.5, -1.6, -0.7), rotation Ry(0.6), at rest
 *
 *   trigger 0.5 + 0.4 sin(3t + h); touched above 0.3. Numbers that are not named here have its
 *           value
 *
 *   squeeze 0.5 + 0.4 cos(2t + h)
 *
 *   stick   (0.6 sin(t + h), 0.6 cos(1.5t))
 *
 *   pad     (0.3 cos t, 0.3 sin(2t + h))
 *
 *   select  pressed in the half seconds with an even number (t in [0, 0.5), [1, 1.5), ...) on the
 *           left, in those with an odd number on the right
 *   button  every truth value but select and the trigger's touch: pressed in the spans of
 *           0.35 s with an even number on the left, in those with an odd number on the right
 *
 * Pure functions: any thread.
 */
#ifndef RT_RUNTIME_MOVING_PERSON_H
#define RT_RUNTIME_MOVING_PERSON_H

#include <stdbool.h>

#include "person/geometry.h"

/* Poses with velocities in LOCAL. */
struct rt_motion rt_moving_person_head(XrTime time);
struct rt_motion rt_moving_person_grip(enum us_hand hand, XrTime time);
struct rt_motion rt_moving_person_joint(enum us_hand hand, XrHandJointEXT joint, XrTime time);
struct rt_motion rt_moving_person_stage(void);

/* The gaze in the head. */
struct rt_motion rt_moving_person_gaze_in_head(XrTime time);

/* Whether the hand presses select. *out_since is the time of the last change. */
bool rt_moving_person_select(enum us_hand hand, XrTime time, XrTime *out_since);

float rt_moving_person_trigger(enum us_hand hand, XrTime time);
float rt_moving_person_squeeze(enum us_hand hand, XrTime time);
bool rt_moving_person_button(enum us_hand hand, XrTime time);
XrVector2f rt_moving_person_stick(enum us_hand hand, XrTime time);
XrVector2f rt_moving_person_pad(enum us_hand hand, XrTime time);

#endif
