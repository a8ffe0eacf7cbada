// SPDX-License-Identifier: MIT
#include "source.h"

#include <string.h>

#include "person.h"
#include "profile.h"

#define THRESHOLD 0.5f // from where on a value is a press
#define TOUCHED 0.3f

struct part {
    const char *identifier;
    const char *component; // "": the identifier by itself
    enum us_input input;
};

static const struct part parts[] = {
    {"select", "click", US_INPUT_SELECT},
    {"select", "value", US_INPUT_TRIGGER},
    {"trigger", "click", US_INPUT_SELECT},
    {"trigger", "value", US_INPUT_TRIGGER},
    {"trigger", "force", US_INPUT_TRIGGER},
    {"trigger", "touch", US_INPUT_TOUCH},
    {"squeeze", "value", US_INPUT_SQUEEZE},
    {"squeeze", "force", US_INPUT_SQUEEZE},
    {"pinch_ext", "value", US_INPUT_TRIGGER},
    {"pinch_ext", "ready_ext", US_INPUT_READY},
    {"pinch_ext", "pose", US_INPUT_PINCH},
    {"aim_activate_ext", "value", US_INPUT_TRIGGER},
    {"aim_activate_ext", "ready_ext", US_INPUT_READY},
    {"grasp_ext", "value", US_INPUT_SQUEEZE},
    {"grasp_ext", "ready_ext", US_INPUT_READY},
    {"thumbstick", "", US_INPUT_STICK},
    {"thumbstick", "x", US_INPUT_STICK_X},
    {"thumbstick", "y", US_INPUT_STICK_Y},
    {"trackpad", "", US_INPUT_PAD},
    {"trackpad", "x", US_INPUT_PAD_X},
    {"trackpad", "y", US_INPUT_PAD_Y},
    {"trackpad", "force", US_INPUT_SQUEEZE},
    {"grip", "pose", US_INPUT_GRIP},
    {"aim", "pose", US_INPUT_AIM},
    {"grip_surface", "pose", US_INPUT_PALM},
    {"palm_ext", "pose", US_INPUT_PALM},
    {"poke_ext", "pose", US_INPUT_POKE},
    {"gaze_ext", "pose", US_INPUT_GAZE},
};

const char *us_source_skip_user(const char *string, enum us_user *out_user)
{
    static const struct {
        const char *path;
        enum us_user user;
    } users[] = {
        {"/user/hand/left", US_USER_LEFT},  {"/user/hand/right", US_USER_RIGHT},
        {"/user/eyes_ext", US_USER_EYES},   {"/user/gamepad", US_USER_OTHER},
        {"/user/treadmill", US_USER_OTHER}, {"/user/head", US_USER_OTHER},
    };
    for (size_t i = 0; i < sizeof(users) / sizeof(users[0]); i++) {
        const size_t length = strlen(users[i].path);
        const char *rest = string + length;
        if (strncmp(string, users[i].path, length) == 0 &&
            (strncmp(rest, "/input/", 7) == 0 || strncmp(rest, "/output/", 8) == 0)) {
            *out_user = users[i].user;
            return rest;
        }
    }
    return NULL;
}

static enum us_input input_of(const char *identifier, size_t length, const char *component)
{
    for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
        if (strncmp(parts[i].identifier, identifier, length) == 0 &&
            parts[i].identifier[length] == '\0' && strcmp(parts[i].component, component) == 0)
            return parts[i].input;
    }
    const bool binary = strcmp(component, "click") == 0 || strcmp(component, "touch") == 0;
    return binary ? US_INPUT_BUTTON : US_INPUT_IDLE;
}

// The component that a path without one stands for, "" for none.
static const char *choose_component(const char *profile, const char *whole, XrActionType type)
{
    static const char *const buttons[] = {"click", "value"};
    static const char *const axes[] = {"value", "click"};
    static const char *const poses[] = {"pose", "pose"};
    if (type == XR_ACTION_TYPE_VECTOR2F_INPUT)
        return "";
    const char *const *wanted = type == XR_ACTION_TYPE_POSE_INPUT      ? poses
                                : type == XR_ACTION_TYPE_BOOLEAN_INPUT ? buttons
                                                                       : axes;
    for (int i = 0; i < 2; i++) {
        char full[XR_MAX_PATH_LENGTH + 8];
        strcpy(full, whole);
        strcat(strcat(full, "/"), wanted[i]);
        if (us_profile_has(profile, full))
            return wanted[i];
    }
    return "";
}

static bool fits(XrActionType type, enum us_input input)
{
    if (type == XR_ACTION_TYPE_POSE_INPUT)
        return input >= US_INPUT_GRIP && input <= US_INPUT_GAZE;
    if (type == XR_ACTION_TYPE_VIBRATION_OUTPUT)
        return input == US_INPUT_HAPTIC;
    if (type == XR_ACTION_TYPE_VECTOR2F_INPUT)
        return input == US_INPUT_STICK || input == US_INPUT_PAD;
    return input < US_INPUT_STICK;
}

bool us_source_resolve(const struct us_instance *instance, const char *profile, XrPath path,
                       XrActionType type, struct us_source *out_source)
{
    const char *string = us_path_string(&instance->paths, path);
    const char *whole = string == NULL ? NULL : us_source_skip_user(string, &out_source->user);
    if (whole == NULL)
        return false;
    out_source->path = path;
    out_source->string = string;
    if (strncmp(whole, "/output/", 8) == 0) {
        out_source->identity = strlen(string);
        out_source->input = US_INPUT_HAPTIC;
        return fits(type, US_INPUT_HAPTIC);
    }
    const char *identifier = whole + strlen("/input/");
    const size_t length = strcspn(identifier, "/");
    const char *component = identifier[length] == '/' ? identifier + length + 1
                                                      : choose_component(profile, whole, type);
    out_source->identity = (size_t)(identifier - string) + length;
    out_source->input = input_of(identifier, length, component);
    return fits(type, out_source->input);
}

bool us_source_is_same(const struct us_source *a, const struct us_source *b)
{
    return a->identity == b->identity && strncmp(a->string, b->string, a->identity) == 0;
}

static XrVector2f raw(const struct us_source *source, XrTime time)
{
    const enum us_hand hand = source->user == US_USER_LEFT ? US_HAND_LEFT : US_HAND_RIGHT;
    XrTime since;
    switch (source->input) {
    case US_INPUT_SELECT:
        return (XrVector2f){us_live_select(hand, time, &since) ? 1.0f : 0.0f, 0};
    case US_INPUT_BUTTON:
        return (XrVector2f){us_live_button(hand, time) ? 1.0f : 0.0f, 0};
    case US_INPUT_TOUCH:
        return (XrVector2f){us_live_trigger(hand, time) > TOUCHED ? 1.0f : 0.0f, 0};
    case US_INPUT_TRIGGER:
        return (XrVector2f){us_live_trigger(hand, time), 0};
    case US_INPUT_SQUEEZE:
        return (XrVector2f){us_live_squeeze(hand, time), 0};
    case US_INPUT_STICK_X:
        return (XrVector2f){us_live_stick(hand, time).x, 0};
    case US_INPUT_STICK_Y:
        return (XrVector2f){us_live_stick(hand, time).y, 0};
    case US_INPUT_PAD_X:
        return (XrVector2f){us_live_pad(hand, time).x, 0};
    case US_INPUT_PAD_Y:
        return (XrVector2f){us_live_pad(hand, time).y, 0};
    case US_INPUT_STICK:
        return us_live_stick(hand, time);
    case US_INPUT_PAD:
        return us_live_pad(hand, time);
    default:
        return (XrVector2f){source->input == US_INPUT_READY ? 1.0f : 0.0f, 0};
    }
}

XrVector2f us_source_value(const struct us_source *source, XrActionType type, XrTime time,
                           XrTime *out_since)
{
    XrVector2f value = raw(source, time);
    *out_since = 0;
    if (source->input == US_INPUT_SELECT)
        us_live_select(source->user == US_USER_LEFT ? US_HAND_LEFT : US_HAND_RIGHT, time,
                       out_since);
    if (type == XR_ACTION_TYPE_BOOLEAN_INPUT)
        value.x = value.x >= THRESHOLD ? 1.0f : 0.0f;
    return value;
}

// Where a part of a hand's grip is.
static struct us_motion locate_part(const struct us_instance *instance,
                                    const struct us_source *source, XrTime time)
{
    static const enum us_live_part live_parts[] = {
        [US_INPUT_AIM] = US_LIVE_AIM,
        [US_INPUT_PALM] = US_LIVE_PALM,
        [US_INPUT_PINCH] = US_LIVE_PINCH,
        [US_INPUT_POKE] = US_LIVE_POKE,
    };
    const enum us_hand hand = source->user == US_USER_LEFT ? US_HAND_LEFT : US_HAND_RIGHT;
    const struct us_motion m_local_grip = us_person_grip(&instance->settings, hand, time);
    if (source->input == US_INPUT_GRIP)
        return m_local_grip;
    const struct us_motion m_grip_part = us_live_in_grip(live_parts[source->input]);
    return us_motion_compose(&m_local_grip, &m_grip_part);
}

struct us_motion us_source_locate(const struct us_instance *instance,
                                  const struct us_source *source, XrTime time)
{
    if (source->input != US_INPUT_GAZE)
        return locate_part(instance, source, time);
    const struct us_motion m_local_head = us_person_head(&instance->settings, time);
    const struct us_motion m_head_gaze = us_live_gaze_in_head(time);
    return us_motion_compose(&m_local_head, &m_head_gaze);
}
