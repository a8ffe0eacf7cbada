// SPDX-License-Identifier: MIT
// Who wears the headset.
//
// Nobody (the default): the head is at the origin of LOCAL, 1.6 m above the floor, and looks along
// -Z. LOCAL_FLOOR and STAGE are on the floor below: position (0, -1.6, 0), not rotated. There is no
// gaze. Hands and controllers are present only if a setting asks for them. They do not move, and
// nothing is pressed. With k = -1 for the left hand and +1 for the right, in LOCAL:
//
//   wrist   position (0.2 k, -0.4, -0.3), not rotated; joints by rt_geometry_joint_offset
//   grip    position (0.2 k, -0.4, -0.35), not rotated; other poses by rt_geometry_grip_offset
//
// The moving person: moving_person.h.
//
// Poses are in LOCAL as it was before any recentring, in metres. Pure functions: any thread.
#ifndef RT_RUNTIME_PERSON_H
#define RT_RUNTIME_PERSON_H

#include "runtime/person/moving_person.h"
#include "runtime/base/settings.h"

struct rt_motion rt_person_head(const struct rt_settings *settings, XrTime time);
struct rt_motion rt_person_stage(const struct rt_settings *settings);
struct rt_motion rt_person_grip(const struct rt_settings *settings, enum rt_hand hand, XrTime time);
struct rt_motion rt_person_joint(const struct rt_settings *settings, enum rt_hand hand,
                                 XrHandJointEXT joint, XrTime time);

// Whether the runtime tracks a gaze.
bool rt_person_has_gaze(const struct rt_settings *settings);

// Whether buttons, triggers and sticks have values other than zero.
bool rt_person_presses(const struct rt_settings *settings);

#endif
