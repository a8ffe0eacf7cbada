// SPDX-License-Identifier: MIT
// XR_EXT_conformance_automation: a test says what the devices do. The actions get it with the next
// xrSyncActions. The device of a hand that a test has made active or inactive is all the test's:
// inputs that it does not set are at rest, and poses are where the person holds them.
#include <stdio.h>

#include "runtime/input/profile.h"
#include "runtime/instance/call.h"
#include "runtime/space/space.h"
#include "runtime/base/two_call.h"
#include "profiles/bindings.h"

#define PROFILE_PREFIX "/interaction_profiles/"

static bool find_hand(const struct rt_instance *instance, XrPath top, uint32_t *out_hand)
{
    const enum rt_user user = rt_user_path_find(instance, top);
    *out_hand = user == RT_USER_RIGHT ? RT_HAND_RIGHT : RT_HAND_LEFT;
    return user == RT_USER_LEFT || user == RT_USER_RIGHT;
}

static XrResult set_active(struct rt_instance *instance, XrPath profile, XrPath top,
                           XrBool32 active)
{
    const char *path = rt_path_string(&instance->paths, profile);
    if (path == NULL || rt_path_string(&instance->paths, top) == NULL)
        return XR_ERROR_PATH_INVALID;
    const struct us_profile *known = us_bindings_profile(path);
    uint32_t hand = 0;
    if (known == NULL || strcmp(known->users[0], "/user/hand/left") != 0 ||
        !rt_profile_may_use(instance, known->extension, known->core_since) ||
        !find_hand(instance, top, &hand))
        return XR_ERROR_PATH_UNSUPPORTED;
    struct rt_automation *automation = &instance->automation;
    const char *name = known->path + strlen(PROFILE_PREFIX);
    // Another device that is not there says nothing about the one that is.
    if (!active && automation->profiles[hand] != NULL &&
        strcmp(automation->profiles[hand], name) != 0)
        return XR_SUCCESS;
    automation->controls[hand] = true;
    automation->profiles[hand] = active ? name : NULL;
    return XR_SUCCESS;
}

XRAPI_ATTR XrResult XRAPI_CALL xrSetInputDeviceActiveEXT(XrSession session,
                                                         XrPath interactionProfile,
                                                         XrPath topLevelPath, XrBool32 isActive)
{
    struct rt_call call;
    if (RT_ENTER(&call, xrSetInputDeviceActiveEXT, SESSION, session))
        call.result = set_active(call.object->instance, interactionProfile, topLevelPath, isActive);
    return rt_call_leave(&call);
}

// Whether the device in the hand has the input, of that type. Without a device the input is kept
// for the one that comes.
static bool has_input(const struct rt_automation *automation, uint32_t hand, const char *path,
                      XrActionType type)
{
    char profile[sizeof(PROFILE_PREFIX) + RT_SETTINGS_PROFILE_SIZE];
    if (automation->profiles[hand] == NULL)
        return true;
    snprintf(profile, sizeof(profile), PROFILE_PREFIX "%s", automation->profiles[hand]);
    struct us_binding binding;
    const struct us_profile *known = us_bindings_profile(profile);
    enum rt_user user;
    const char *component = rt_user_path_skip(path, &user);
    return known != NULL && us_bindings_resolve(known, path, type, &binding) == US_BINDING_OK &&
           binding.component != NULL && binding.component->type == type &&
           strcmp(binding.component->path, component) == 0;
}

// Sets what `input` has; fills its hand and its name.
static XrResult set(struct rt_instance *instance, XrPath top, XrPath source, XrActionType type,
                    struct rt_automation_input *input)
{
    const char *top_string = rt_path_string(&instance->paths, top);
    const char *string = rt_path_string(&instance->paths, source);
    if (top_string == NULL || string == NULL)
        return XR_ERROR_PATH_INVALID;
    const size_t length = strlen(top_string);
    static const char middle[] = "/input/";
    if (!find_hand(instance, top, &input->hand) || strncmp(string, top_string, length) != 0 ||
        strncmp(string + length, middle, strlen(middle)) != 0 ||
        strlen(string + length) - strlen(middle) >= sizeof(input->name) ||
        !has_input(&instance->automation, input->hand, string, type))
        return XR_ERROR_PATH_UNSUPPORTED;
    snprintf(input->name, sizeof(input->name), "%s", string + length + strlen(middle));
    return rt_automation_set(&instance->automation, input);
}

XRAPI_ATTR XrResult XRAPI_CALL xrSetInputDeviceStateBoolEXT(XrSession session, XrPath topLevelPath,
                                                            XrPath inputSourcePath, XrBool32 state)
{
    struct rt_call call;
    struct rt_automation_input input = {.value = {state ? 1.0f : 0.0f, 0}};
    if (RT_ENTER(&call, xrSetInputDeviceStateBoolEXT, SESSION, session))
        call.result = set(call.object->instance, topLevelPath, inputSourcePath,
                          XR_ACTION_TYPE_BOOLEAN_INPUT, &input);
    return rt_call_leave(&call);
}

XRAPI_ATTR XrResult XRAPI_CALL xrSetInputDeviceStateFloatEXT(XrSession session, XrPath topLevelPath,
                                                             XrPath inputSourcePath, float state)
{
    struct rt_call call;
    struct rt_automation_input input = {.value = {state, 0}};
    if (RT_ENTER(&call, xrSetInputDeviceStateFloatEXT, SESSION, session))
        call.result = set(call.object->instance, topLevelPath, inputSourcePath,
                          XR_ACTION_TYPE_FLOAT_INPUT, &input);
    return rt_call_leave(&call);
}

// The axes of a vector are inputs of their own.
static XrResult set_vector(struct rt_instance *instance, XrPath top, XrPath source,
                           XrVector2f state)
{
    struct rt_automation_input input = {.value = state};
    XrResult result = set(instance, top, source, XR_ACTION_TYPE_VECTOR2F_INPUT, &input);
    const size_t length = strlen(input.name);
    for (int axis = 0; result == XR_SUCCESS && axis < 2; axis++) {
        struct rt_automation_input one = {.hand = input.hand,
                                          .value = {axis == 0 ? state.x : state.y, 0}};
        if (length + 3 > sizeof(one.name))
            return XR_SUCCESS;
        memcpy(one.name, input.name, length);
        memcpy(one.name + length, axis == 0 ? "/x" : "/y", 3);
        result = rt_automation_set(&instance->automation, &one);
    }
    return result;
}

XRAPI_ATTR XrResult XRAPI_CALL xrSetInputDeviceStateVector2fEXT(XrSession session,
                                                                XrPath topLevelPath,
                                                                XrPath inputSourcePath,
                                                                XrVector2f state)
{
    struct rt_call call;
    if (RT_ENTER(&call, xrSetInputDeviceStateVector2fEXT, SESSION, session))
        call.result = set_vector(call.object->instance, topLevelPath, inputSourcePath, state);
    return rt_call_leave(&call);
}

// The pose stays where the space has it now, in the room.
static XrResult set_location(const struct rt_session *session, XrPath top, XrPath source,
                             XrSpace space, XrPosef pose)
{
    const struct rt_space *base = rt_space_find(session, space);
    if (base == NULL)
        return XR_ERROR_HANDLE_INVALID;
    if (!rt_motion_is_valid_pose(&pose))
        return XR_ERROR_POSE_INVALID;
    struct rt_automation_input input = {.m_local_pose = rt_motion_identity()};
    struct rt_motion m_local_base;
    input.tracked = rt_space_locate(base, rt_session_time(session), &m_local_base);
    if (input.tracked) {
        const struct rt_motion m_base_pose = rt_motion_from_pose(&pose);
        const struct rt_motion m_local_pose = rt_motion_compose(&m_local_base, &m_base_pose);
        input.m_local_pose.position_m = m_local_pose.position_m;
        input.m_local_pose.rotation = m_local_pose.rotation;
    }
    return set(session->object.instance, top, source, XR_ACTION_TYPE_POSE_INPUT, &input);
}

XRAPI_ATTR XrResult XRAPI_CALL xrSetInputDeviceLocationEXT(XrSession session, XrPath topLevelPath,
                                                           XrPath inputSourcePath, XrSpace space,
                                                           XrPosef pose)
{
    struct rt_call call;
    if (RT_ENTER(&call, xrSetInputDeviceLocationEXT, SESSION, session))
        call.result = set_location((const struct rt_session *)call.object, topLevelPath,
                                   inputSourcePath, space, pose);
    return rt_call_leave(&call);
}
