/* SPDX-License-Identifier: MIT */
/*
 * Input that a test sets by XR_EXT_conformance_automation, in place of what the person does. A
 * store of values; devices are numbered: the hands as enum rt_hand, then the headset and the
 * gamepad. Under the runtime's lock.
 */
#ifndef RT_RUNTIME_AUTOMATION_H
#define RT_RUNTIME_AUTOMATION_H

#include <stdbool.h>

#include "person/motion.h"

#define RT_AUTOMATION_DEVICES 4
#define RT_AUTOMATION_INPUTS 128
#define RT_AUTOMATION_NAME_SIZE 64

struct rt_automation_input {
    uint32_t device;
    char name[RT_AUTOMATION_NAME_SIZE]; /* such as "trigger/value", "thumbstick" or "grip/pose" */
    XrVector2f value;                   /* only vectors have a y; truth values are 0 or 1 */
    struct rt_motion m_local_pose;      /* of a pose, in the initial LOCAL, at rest */
    bool tracked;
};

struct rt_automation {
    /* A test has set whether the device is there: inputs that it does not set are at rest. */
    bool controls[RT_AUTOMATION_DEVICES];
    const char
        *profiles[RT_AUTOMATION_DEVICES]; /* without /interaction_profiles/; NULL: no device */
    uint32_t count;
    struct rt_automation_input inputs[RT_AUTOMATION_INPUTS];
};

/* The value that was set for an input. NULL: none. */
const struct rt_automation_input *rt_automation_find(const struct rt_automation *automation,
                                                     uint32_t device, const char *name);

/* Sets an input, and replaces its earlier value. XR_ERROR_LIMIT_REACHED: there are too many. */
XrResult rt_automation_set(struct rt_automation *automation,
                           const struct rt_automation_input *input);

#endif
