// SPDX-License-Identifier: MIT
// What the person of UNDERSTUDY_HEADLESS_PERSON=moving does: closed forms of the time alone, so
// that a test can tell what the runtime would have said from what a recording says. The person
// stands ten metres from the origin, where nobody records. person.h says which person is there.
//
// Below, t is XrTime in seconds, h is 0 for the left hand and 1 for the right, k is -1 for the left
// and +1 for the right, Rx and Ry turn about +X and +Y by radians (Ry Rx: the yaw outside), and
// everything is in LOCAL, in metres:
//
//   head    position (10 + 0.1 sin t, 2 + 0.05 sin 2t, -3 + 0.1 cos t)
//           rotation Ry(0.5 + 0.3 sin(t/2)) Rx(-0.1)
//
//   wrist   position (10 + 0.25 k + 0.05 sin(t + h), 1.5 + 0.05 cos(t + h), -3.4)
//           rotation Ry(0.4 + 0.2 k sin t) Rx(0.2)
//
//   joint   wrist, then a fixed offset without a rotation: see rt_live_joint_offset
//
//   trigger 0.5 + 0.4 sin(3t + h); touched above 0.3
//   squeeze 0.5 + 0.4 cos(2t + h)
//   stick   (0.6 sin(t + h), 0.6 cos(1.5t))
//   pad     (0.3 cos t, 0.3 sin(2t + h))
//   button  down in the spans of 0.35 s with an even number on the left, with an odd one on the
//           right: all buttons but select, and all touches but the trigger's
//
//   grip    position (10 + 0.3 k, 1.3 + 0.1 sin(2t + h), -3.5 + 0.05 cos t)
//           rotation Ry(0.3 + 0.5 k)
//
//   aim     grip, then position (0, 0.02, -0.05) and rotation Rx(-0.7)
//
//   palm    grip, then position (0, -0.01, 0.02) and rotation Rx(0.3)
//   pinch   grip, then position (0.01, 0.03, -0.09) and rotation Rx(-0.2)
//   poke    grip, then position (0, 0.02, -0.12) and rotation Rx(-0.1)
//
//   gaze    head, then rotation Ry(0.2 sin(1.3 t)) Rx(-0.05)
//
//   STAGE   position (0.5, -1.6, -0.7), rotation Ry(0.6), at rest
//   FLOOR   LOCAL_FLOOR: position (0, -1.6, 0), at rest
//
//   After a recentring LOCAL is at (0.3, 0, -0.2), rotation Ry(0.25), in what it was before, and
//   LOCAL_FLOOR is under it. All that is above stays where it is in what LOCAL was at first.
//
//   select  down in the half seconds with an even number (t in [0, 0.5), [1, 1.5), ...) on the
//           left, with an odd one on the right
//
// Pure functions: any thread.
#ifndef RT_RUNTIME_LIVE_H
#define RT_RUNTIME_LIVE_H

#include <stdbool.h>

#include "runtime/base/motion.h"

enum rt_hand {
    RT_HAND_LEFT,
    RT_HAND_RIGHT,
    RT_HAND_COUNT,
};

// All of these are m_local_x, with velocities.
struct rt_motion rt_live_head(XrTime time);
struct rt_motion rt_live_gaze(XrTime time);
struct rt_motion rt_live_grip(enum rt_hand hand, XrTime time);
struct rt_motion rt_live_aim(enum rt_hand hand, XrTime time);
struct rt_motion rt_live_palm(enum rt_hand hand, XrTime time);
struct rt_motion rt_live_pinch(enum rt_hand hand, XrTime time);
struct rt_motion rt_live_poke(enum rt_hand hand, XrTime time);
struct rt_motion rt_live_wrist(enum rt_hand hand, XrTime time);

// What hangs on a grip, and how: m_grip_part. The same for every person.
enum rt_live_part {
    RT_LIVE_AIM,
    RT_LIVE_PALM,
    RT_LIVE_PINCH,
    RT_LIVE_POKE,
};
struct rt_motion rt_live_in_grip(enum rt_live_part part);
struct rt_motion rt_live_joint(enum rt_hand hand, XrHandJointEXT joint, XrTime time);
struct rt_motion rt_live_stage(void);
struct rt_motion rt_live_floor(void);
struct rt_motion rt_live_recentred(void);

// The gaze in the head that it is in.
struct rt_motion rt_live_gaze_in_head(XrTime time);

// Where a joint is in its wrist: a flat hand, fingers along -Z, metres. `joint` is one of the 26.
struct rt_vector rt_live_joint_offset(enum rt_hand hand, XrHandJointEXT joint);

// The joint's distance to the skin, metres; the same for both hands.
float rt_live_joint_radius_m(XrHandJointEXT joint);

// Whether the hand holds select down; *out_since is the time of the edge that began it.
bool rt_live_select(enum rt_hand hand, XrTime time, XrTime *out_since);

float rt_live_trigger(enum rt_hand hand, XrTime time);
float rt_live_squeeze(enum rt_hand hand, XrTime time);
bool rt_live_button(enum rt_hand hand, XrTime time);
XrVector2f rt_live_stick(enum rt_hand hand, XrTime time);
XrVector2f rt_live_pad(enum rt_hand hand, XrTime time);

// The pose of an eye in VIEW: 0 and 1 are left and right, 2 and 3 the insets of a four-view
// configuration. An eye is 0.032 m from the middle and looks straight ahead.
XrPosef rt_live_eye(uint32_t view);

// The observer's, a view configuration of its own: (0.05, 0.03, -0.02), turned by Ry(0.1), with 0.5
// rad each way.
XrPosef rt_live_observer(void);
XrFovf rt_live_observer_fov(void);

// An eye's field of view: 0.8 rad outwards, 0.7 inwards, 0.75 up and 0.85 down; an inset has 0.3
// each way.
XrFovf rt_live_fov(uint32_t view);

#endif
