/* SPDX-License-Identifier: MIT */
/*
 * XR_EXT_conformance_automation: a test sets the inputs of the devices. The actions get them with
 * the next xrSyncActions. If a test has made a device active or inactive, the test controls the
 * whole device: inputs that it does not set are at rest, and poses are where the person holds them.
 */
#include <stdio.h>

#include "runtime/input/binding.h"
#include "runtime/instance/call.h"
#include "runtime/space/space.h"
#include "core/base/text.h"
#include "profiles/bindings.h"

static bool find_device(const struct rt_instance *instance, XrPath top, uint32_t *out_device)
{
    enum rt_user user;
    return rt_user_path_find(instance, top, &user) == XR_SUCCESS &&
           rt_user_path_device(user, out_device);
}

/* Whether a device of the profile can be at the top-level path. */
static bool is_of_user(const struct us_profile *profile, const char *top)
{
    return strcmp(profile->users[0], top) == 0 ||
           (profile->users[1] != NULL && strcmp(profile->users[1], top) == 0);
}

static XrResult set_active(const struct rt_session *session, XrPath profile, XrPath top,
                           XrBool32 active)
{
    struct rt_instance *instance = session->object.instance;
    const char *path = rt_path_string(&instance->paths, profile);
    const char *top_string = rt_path_string(&instance->paths, top);
    if (path == NULL || top_string == NULL)
        return XR_ERROR_PATH_INVALID;
    const struct us_profile *known = us_bindings_profile(path);
    uint32_t device = 0;
    if (known == NULL || !is_of_user(known, top_string) ||
        !rt_profile_may_use(instance, known->extension, known->core_since) ||
        !find_device(instance, top, &device))
        return XR_ERROR_PATH_UNSUPPORTED;
    struct rt_automation *automation = &instance->automation;
    const char *name = us_text_profile(known->path);
    /* The call names another device than the one that is there, which stays. */
    if (!active && automation->profiles[device] != NULL &&
        strcmp(automation->profiles[device], name) != 0)
        return XR_SUCCESS;
    automation->controls[device] = true;
    automation->profiles[device] = active ? name : NULL;
    return XR_SUCCESS;
}

RT_CALL(xrSetInputDeviceActiveEXT, SESSION,
        (XrSession handle, XrPath interactionProfile, XrPath topLevelPath, XrBool32 isActive),
        set_active(object, interactionProfile, topLevelPath, isActive))

/* Whether the present device has the input, of that type. Without a device the input is stored for
 * the next one. */
static bool has_input(const struct rt_automation *automation, uint32_t device, const char *path,
                      XrActionType type)
{
    char profile[sizeof(US_PROFILE_PREFIX) + RT_SETTINGS_PROFILE_SIZE];
    if (automation->profiles[device] == NULL)
        return true;
    snprintf(profile, sizeof profile, US_PROFILE_PREFIX "%s", automation->profiles[device]);
    struct us_binding binding;
    const struct us_profile *known = us_bindings_profile(profile);
    enum rt_user user;
    const char *component = rt_user_path_skip(path, &user);
    return known != NULL && us_bindings_resolve(known, path, type, &binding) == US_BINDING_OK &&
           binding.component != NULL && binding.component->type == type &&
           strcmp(binding.component->path, component) == 0;
}

/* Sets an input, and replaces its earlier value. */
static XrResult keep(struct rt_automation *automation, const struct rt_automation_input *input)
{
    const struct rt_automation_input *earlier =
        rt_automation_find(automation, input->device, input->name);
    if (earlier == NULL && automation->count == RT_AUTOMATION_INPUTS)
        return XR_ERROR_LIMIT_REACHED;
    const size_t place =
        earlier != NULL ? (size_t)(earlier - automation->inputs) : automation->count++;
    automation->inputs[place] = *input;
    return XR_SUCCESS;
}

/* Sets the value of `input`; fills in its device and its name. */
static XrResult set(struct rt_instance *instance, XrPath top, XrPath source, XrActionType type,
                    struct rt_automation_input *input)
{
    const char *top_string = rt_path_string(&instance->paths, top);
    const char *string = rt_path_string(&instance->paths, source);
    if (top_string == NULL || string == NULL)
        return XR_ERROR_PATH_INVALID;
    const size_t length = strlen(top_string);
    static const char middle[] = "/input/";
    if (!find_device(instance, top, &input->device) || strncmp(string, top_string, length) != 0 ||
        strncmp(string + length, middle, strlen(middle)) != 0 ||
        strlen(string + length) - strlen(middle) >= sizeof input->name ||
        !has_input(&instance->automation, input->device, string, type))
        return XR_ERROR_PATH_UNSUPPORTED;
    snprintf(input->name, sizeof input->name, "%s", string + length + strlen(middle));
    return keep(&instance->automation, input);
}

static XrResult set_number(const struct rt_session *session, XrPath top, XrPath source,
                           XrActionType type, float state)
{
    struct rt_automation_input input = {.value = {state, 0}};
    return set(session->object.instance, top, source, type, &input);
}

RT_CALL(xrSetInputDeviceStateBoolEXT, SESSION,
        (XrSession handle, XrPath topLevelPath, XrPath inputSourcePath, XrBool32 state),
        set_number(object, topLevelPath, inputSourcePath, XR_ACTION_TYPE_BOOLEAN_INPUT,
                   state ? 1.0f : 0.0f))

RT_CALL(xrSetInputDeviceStateFloatEXT, SESSION,
        (XrSession handle, XrPath topLevelPath, XrPath inputSourcePath, float state),
        set_number(object, topLevelPath, inputSourcePath, XR_ACTION_TYPE_FLOAT_INPUT, state))

/* The axes of a vector are inputs of their own. */
static XrResult set_vector(const struct rt_session *session, XrPath top, XrPath source,
                           XrVector2f state)
{
    struct rt_instance *instance = session->object.instance;
    struct rt_automation_input input = {.value = state};
    XrResult result = set(instance, top, source, XR_ACTION_TYPE_VECTOR2F_INPUT, &input);
    const size_t length = strlen(input.name);
    for (int axis = 0; result == XR_SUCCESS && axis < 2; axis++) {
        struct rt_automation_input one = {.device = input.device,
                                          .value = {axis == 0 ? state.x : state.y, 0}};
        if (length + 3 > sizeof one.name)
            return XR_SUCCESS;
        memcpy(one.name, input.name, length);
        memcpy(one.name + length, axis == 0 ? "/x" : "/y", 3);
        result = keep(&instance->automation, &one);
    }
    return result;
}

RT_CALL(xrSetInputDeviceStateVector2fEXT, SESSION,
        (XrSession handle, XrPath topLevelPath, XrPath inputSourcePath, XrVector2f state),
        set_vector(object, topLevelPath, inputSourcePath, state))

/* The pose stays where the space has it now, in the room. */
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

RT_CALL(xrSetInputDeviceLocationEXT, SESSION,
        (XrSession handle, XrPath topLevelPath, XrPath inputSourcePath, XrSpace space,
         XrPosef pose),
        set_location(object, topLevelPath, inputSourcePath, space, pose))
