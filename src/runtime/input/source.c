/* SPDX-License-Identifier: MIT */
#include "runtime/input/source.h"

#include <stdio.h>
#include <string.h>

#include "profiles/bindings.h"
#include "runtime/person/moving_person.h"

#define THRESHOLD 0.5f /* a value from here on is a press */
#define TOUCHED 0.3f

struct part {
    const char *identifier;
    const char *component; /* "": the identifier has no component, such as thumbstick */
    enum rt_input input;
};

static const struct part parts[] = {
    {"select", "click", RT_INPUT_SELECT},
    {"select", "value", RT_INPUT_TRIGGER},
    {"trigger", "click", RT_INPUT_SELECT},
    {"trigger", "value", RT_INPUT_TRIGGER},
    {"trigger", "force", RT_INPUT_TRIGGER},
    {"trigger", "touch", RT_INPUT_TOUCH},
    {"squeeze", "value", RT_INPUT_SQUEEZE},
    {"squeeze", "force", RT_INPUT_SQUEEZE},
    {"pinch_ext", "value", RT_INPUT_TRIGGER},
    {"pinch_ext", "ready_ext", RT_INPUT_READY},
    {"aim_activate_ext", "value", RT_INPUT_TRIGGER},
    {"aim_activate_ext", "ready_ext", RT_INPUT_READY},
    {"grasp_ext", "value", RT_INPUT_SQUEEZE},
    {"grasp_ext", "ready_ext", RT_INPUT_READY},
    {"thumbstick", "", RT_INPUT_STICK},
    {"thumbstick", "x", RT_INPUT_STICK_X},
    {"thumbstick", "y", RT_INPUT_STICK_Y},
    {"trackpad", "", RT_INPUT_PAD},
    {"trackpad", "x", RT_INPUT_PAD_X},
    {"trackpad", "y", RT_INPUT_PAD_Y},
    {"trackpad", "force", RT_INPUT_SQUEEZE},
};

/* Finds the input that drives a component that is a truth value or a number. */
static enum rt_input input_of(const struct us_component *component)
{
    const char *identifier = component->path + strlen("/input/");
    const size_t length = strcspn(identifier, "/");
    const char *rest = identifier[length] == '/' ? identifier + length + 1 : "";
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if (strncmp(parts[i].identifier, identifier, length) == 0 &&
            parts[i].identifier[length] == '\0' && strcmp(parts[i].component, rest) == 0)
            return parts[i].input;
    return component->type == XR_ACTION_TYPE_BOOLEAN_INPUT ? RT_INPUT_BUTTON : RT_INPUT_TRIGGER;
}

bool rt_source_resolve(const struct rt_instance *instance, const char *profile, XrPath path,
                       XrActionType type, struct rt_source *out_source)
{
    const char *string = rt_path_string(&instance->paths, path);
    const char *whole = string == NULL ? NULL : rt_user_path_skip(string, &out_source->user);
    if (whole == NULL)
        return false;
    struct us_binding binding;
    const struct us_profile *known = us_bindings_profile(profile);
    if (known == NULL || us_bindings_resolve(known, string, type, &binding) != US_BINDING_OK ||
        binding.component == NULL)
        return false;
    const struct us_component *component = binding.component;
    out_source->path = path;
    out_source->string = string;
    out_source->identity = binding.source_length;
    out_source->input = component->type == XR_ACTION_TYPE_VIBRATION_OUTPUT ? RT_INPUT_HAPTIC
                        : component->drive == US_DRIVE_GAZE                ? RT_INPUT_GAZE
                        : component->type == XR_ACTION_TYPE_POSE_INPUT     ? RT_INPUT_HAND_POSE
                                                                           : input_of(component);
    out_source->pose = component->pose;
    snprintf(out_source->name, sizeof out_source->name, "%s", strchr(component->path + 1, '/') + 1);
    return true;
}

bool rt_source_is_same(const struct rt_source *a, const struct rt_source *b)
{
    return a->identity == b->identity && strncmp(a->string, b->string, a->identity) == 0;
}

static enum us_hand hand_of(const struct rt_source *source)
{
    return source->user == RT_USER_LEFT ? US_HAND_LEFT : US_HAND_RIGHT;
}

static float scripted_number(const struct rt_person *person, const struct rt_source *source,
                             const char *suffix, XrTime time)
{
    char name[RT_SCRIPT_NAME_SIZE + 4];
    snprintf(name, sizeof name, "%s%s", source->name, suffix);
    return (float)rt_scripted_person_value(person->script, hand_of(source), name,
                                           rt_person_script_time_s(person, time));
}

static XrVector2f scripted_value(const struct rt_person *person, const struct rt_source *source,
                                 XrTime time)
{
    if (source->input >= RT_INPUT_HAND_POSE)
        return (XrVector2f){0, 0};
    if (source->input == RT_INPUT_STICK || source->input == RT_INPUT_PAD)
        return (XrVector2f){scripted_number(person, source, "/x", time),
                            scripted_number(person, source, "/y", time)};
    return (XrVector2f){scripted_number(person, source, "", time), 0};
}

static XrVector2f moving_value(const struct rt_source *source, XrTime time, XrTime *out_since)
{
    const enum us_hand hand = hand_of(source);
    switch (source->input) {
    case RT_INPUT_SELECT:
        return (XrVector2f){rt_moving_person_select(hand, time, out_since) ? 1.0f : 0.0f, 0};
    case RT_INPUT_BUTTON:
        return (XrVector2f){rt_moving_person_button(hand, time) ? 1.0f : 0.0f, 0};
    case RT_INPUT_TOUCH:
        return (XrVector2f){rt_moving_person_trigger(hand, time) > TOUCHED ? 1.0f : 0.0f, 0};
    case RT_INPUT_TRIGGER:
        return (XrVector2f){rt_moving_person_trigger(hand, time), 0};
    case RT_INPUT_SQUEEZE:
        return (XrVector2f){rt_moving_person_squeeze(hand, time), 0};
    case RT_INPUT_STICK_X:
        return (XrVector2f){rt_moving_person_stick(hand, time).x, 0};
    case RT_INPUT_STICK_Y:
        return (XrVector2f){rt_moving_person_stick(hand, time).y, 0};
    case RT_INPUT_PAD_X:
        return (XrVector2f){rt_moving_person_pad(hand, time).x, 0};
    case RT_INPUT_PAD_Y:
        return (XrVector2f){rt_moving_person_pad(hand, time).y, 0};
    case RT_INPUT_STICK:
        return rt_moving_person_stick(hand, time);
    case RT_INPUT_PAD:
        return rt_moving_person_pad(hand, time);
    default:
        return (XrVector2f){source->input == RT_INPUT_READY ? 1.0f : 0.0f, 0};
    }
}

/* What a test has set for a device that it controls. False: the person decides. */
static bool find_automated(const struct rt_instance *instance, const struct rt_source *source,
                           XrVector2f *out_value)
{
    uint32_t device;
    if (!rt_user_path_device(source->user, &device))
        return false;
    const struct rt_automation_input *input =
        rt_automation_find(&instance->automation, device, source->name);
    if (input != NULL)
        *out_value = input->value;
    return input != NULL || instance->automation.controls[device];
}

XrVector2f rt_source_value(const struct rt_instance *instance, const struct rt_source *source,
                           XrActionType type, XrTime time, XrTime *out_since)
{
    const struct rt_person *person = &instance->person;
    XrVector2f value = {0, 0};
    *out_since = 0;
    if (!find_automated(instance, source, &value) && rt_person_presses(person))
        value = person->script != NULL ? scripted_value(person, source, time)
                                       : moving_value(source, time, out_since);
    if (type == XR_ACTION_TYPE_BOOLEAN_INPUT)
        value.x = value.x >= THRESHOLD ? 1.0f : 0.0f;
    return value;
}

bool rt_source_locate(const struct rt_instance *instance, const struct rt_source *source,
                      XrTime time, struct rt_motion *out_motion)
{
    const struct rt_person *person = &instance->person;
    if (source->input == RT_INPUT_GAZE)
        return rt_person_gaze(person, time, out_motion);
    const struct rt_automation_input *input =
        rt_automation_find(&instance->automation, (uint32_t)hand_of(source), source->name);
    if (input != NULL) {
        *out_motion = input->m_local_pose;
        return input->tracked;
    }
    return rt_person_hand_pose(person, hand_of(source), source->pose, time, out_motion);
}
