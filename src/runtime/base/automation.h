// SPDX-License-Identifier: MIT
// Input that a test sets by XR_EXT_conformance_automation, in place of what the person does. A
// store of values; hands are numbered as enum rt_hand. Under the runtime's lock.
#ifndef RT_RUNTIME_AUTOMATION_H
#define RT_RUNTIME_AUTOMATION_H

#include <stdbool.h>

#include "runtime/base/motion.h"

#define RT_AUTOMATION_HANDS 2
#define RT_AUTOMATION_INPUTS 128
#define RT_AUTOMATION_NAME_SIZE 64

struct rt_automation_input {
    uint32_t hand;
    char name[RT_AUTOMATION_NAME_SIZE]; // such as "trigger/value", "thumbstick" or "grip/pose"
    XrVector2f value;                   // only vectors have a y; truth values are 0 or 1
    struct rt_motion m_local_pose;      // of a pose, in the initial LOCAL, at rest
    bool tracked;
};

struct rt_automation {
    // A test has said whether the hand has a device: what it does not set is at rest.
    bool controls[RT_AUTOMATION_HANDS];
    const char *profiles[RT_AUTOMATION_HANDS]; // without /interaction_profiles/; NULL: no device
    uint32_t count;
    struct rt_automation_input inputs[RT_AUTOMATION_INPUTS];
};

// What was set for an input. NULL: nothing.
const struct rt_automation_input *rt_automation_find(const struct rt_automation *automation,
                                                     uint32_t hand, const char *name);

// Sets an input, in place of what was set for it. XR_ERROR_LIMIT_REACHED: there are too many.
XrResult rt_automation_set(struct rt_automation *automation,
                           const struct rt_automation_input *input);

#endif
