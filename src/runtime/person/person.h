// SPDX-License-Identifier: MIT
// Who wears the headset, by the settings.
//
// Nobody (the default): the head is at LOCAL's origin, 1.6 m above the floor, and looks along -Z
// for ever. LOCAL_FLOOR and STAGE are the floor under it: position (0, -1.6, 0), not turned. There
// is no gaze. Hands and controllers are there only if a setting asks for them; they rest, and
// nothing is pressed: with k as in live.h, in LOCAL,
//
//   wrist   position (0.2 k, -0.4, -0.3), not turned: a flat hand, as rt_live_joint_offset has it
//   grip    position (0.2 k, -0.4, -0.35), not turned; the rest as rt_live_in_grip has it
//
// The moving person: live.h, and the room of live.h.
//
// All of it is in what LOCAL was at first, in metres. Pure functions: any thread.
#ifndef RT_RUNTIME_PERSON_H
#define RT_RUNTIME_PERSON_H

#include "runtime/person/live.h"
#include "runtime/base/settings.h"

struct rt_motion rt_person_head(const struct rt_settings *settings, XrTime time);
struct rt_motion rt_person_stage(const struct rt_settings *settings);
struct rt_motion rt_person_grip(const struct rt_settings *settings, enum rt_hand hand, XrTime time);
struct rt_motion rt_person_joint(const struct rt_settings *settings, enum rt_hand hand,
                                 XrHandJointEXT joint, XrTime time);

// Whether there are eyes that look somewhere.
bool rt_person_has_gaze(const struct rt_settings *settings);

// Whether the person does anything with the controllers.
bool rt_person_presses(const struct rt_settings *settings);

#endif
