/* SPDX-License-Identifier: MIT */
/* Input sources: what a binding path names, and its value. Under the runtime's lock. */
#ifndef RT_RUNTIME_SOURCE_H
#define RT_RUNTIME_SOURCE_H

#include "person/motion.h"
#include "runtime/instance/instance.h"

enum rt_input {
    RT_INPUT_IDLE, /* a source whose value is always 0 */
    RT_INPUT_SELECT,
    RT_INPUT_BUTTON,
    RT_INPUT_TOUCH,
    RT_INPUT_READY, /* always true */
    RT_INPUT_TRIGGER,
    RT_INPUT_SQUEEZE,
    RT_INPUT_STICK_X,
    RT_INPUT_STICK_Y,
    RT_INPUT_PAD_X,
    RT_INPUT_PAD_Y,
    RT_INPUT_STICK,
    RT_INPUT_PAD,
    RT_INPUT_HAND_POSE,
    RT_INPUT_GAZE,
    RT_INPUT_HAPTIC,
};

struct rt_source {
    XrPath path;
    const char *string; /* of the path; valid as long as the instance */
    size_t identity;    /* length of the part that names the source, without the component */
    enum rt_user user;
    enum rt_input input;
    enum us_hand_pose pose;         /* of RT_INPUT_HAND_POSE */
    char name[RT_SCRIPT_NAME_SIZE]; /* in a script, such as "trigger/value" */
};

/* Finds the source that a path of a profile gives an action of this type. For a path without a
 * component it chooses the component that fits the type best (OpenXR, "Input Action Type
 * Conversions"). False: the path names no source, or none that the type can read. */
bool rt_source_resolve(const struct rt_instance *instance, const char *profile, XrPath path,
                       XrActionType type, struct rt_source *out_source);

/* Whether both are components of the same input (OpenXR, "Action Set Priority"). */
bool rt_source_is_same(const struct rt_source *a, const struct rt_source *b);

/* The value of a source for an action of that type at that time: what a test has set
 * (XR_EXT_conformance_automation), or else the person's. Booleans are 0 or 1; only vectors have a
 * y. *out_since is the time of the last change if it is known, otherwise 0. */
XrVector2f rt_source_value(const struct rt_instance *instance, const struct rt_source *source,
                           XrActionType type, XrTime time, XrTime *out_since);

/* Locates a pose source in the initial LOCAL (person.h), where a test or the person has it. False:
 * it is not tracked. */
bool rt_source_locate(const struct rt_instance *instance, const struct rt_source *source,
                      XrTime time, struct rt_motion *out_motion);

#endif
