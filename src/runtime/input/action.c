/* SPDX-License-Identifier: MIT */
#include "runtime/input/action.h"
#include "runtime/instance/call.h"

#include <stdlib.h>
#include <string.h>

struct rt_action *rt_action_find(const struct rt_instance *instance, XrAction action)
{
    struct rt_object *object = rt_object_find(XR_OBJECT_TYPE_ACTION, RT_VALUE(action));
    return object != NULL && object->instance == instance ? (struct rt_action *)object : NULL;
}

XrResult rt_action_find_user(const struct rt_action *action, XrPath path, enum rt_user *out_user)
{
    *out_user = RT_USER_ANY;
    if (path == XR_NULL_PATH)
        return XR_SUCCESS;
    const XrResult result = rt_user_path_find(action->object.instance, path, out_user);
    return result == XR_SUCCESS && !action->declares[*out_user] ? XR_ERROR_PATH_UNSUPPORTED
                                                                : result;
}

bool rt_action_is_gaze(const struct rt_action *action)
{
    const struct rt_source *source = action == NULL ? NULL : action->states[RT_USER_ANY].source;
    return source != NULL && source->input == RT_INPUT_GAZE;
}

static void free_set(struct rt_action_set *set)
{
    while (set->actions != NULL) {
        struct rt_action *action = set->actions;
        set->actions = action->next;
        free(action->sources);
        free(action);
    }
    free(set);
}

void rt_action_free_retired(struct rt_instance *instance)
{
    while (instance->retired_sets != NULL) {
        struct rt_action_set *set = instance->retired_sets;
        instance->retired_sets = set->next_retired;
        free_set(set);
    }
}

static void retire_set(struct rt_object *object)
{
    struct rt_action_set *set = (struct rt_action_set *)object;
    set->next_retired = object->instance->retired_sets;
    object->instance->retired_sets = set;
}

static void retire_action(struct rt_object *object)
{
    ((struct rt_action *)object)->retired = true;
}

/* The error for a pair of names, or XR_SUCCESS. The sizes include the terminating zero. */
static XrResult check_names(const char *name, size_t size, const char *localized,
                            size_t localized_size)
{
    if (name[0] == '\0')
        return XR_ERROR_NAME_INVALID;
    if (localized[0] == '\0' || memchr(localized, '\0', localized_size) == NULL)
        return XR_ERROR_LOCALIZED_NAME_INVALID;
    if (memchr(name, '\0', size) == NULL || !rt_path_is_name(name, size))
        return XR_ERROR_PATH_FORMAT_INVALID;
    return XR_SUCCESS;
}

static XrResult check_set(const struct rt_instance *instance, const XrActionSetCreateInfo *info)
{
    if (info == NULL || info->type != XR_TYPE_ACTION_SET_CREATE_INFO)
        return XR_ERROR_VALIDATION_FAILURE;
    const XrResult result =
        check_names(info->actionSetName, sizeof info->actionSetName, info->localizedActionSetName,
                    sizeof info->localizedActionSetName);
    if (result != XR_SUCCESS)
        return result;
    for (const struct rt_object *child = instance->object.first_child; child != NULL;
         child = child->next_sibling) {
        if (child->type != XR_OBJECT_TYPE_ACTION_SET)
            continue;
        const struct rt_action_set *other = (const struct rt_action_set *)child;
        if (strcmp(other->name, info->actionSetName) == 0)
            return XR_ERROR_NAME_DUPLICATED;
        if (strcmp(other->localized_name, info->localizedActionSetName) == 0)
            return XR_ERROR_LOCALIZED_NAME_DUPLICATED;
    }
    return XR_SUCCESS;
}

static XrResult create_set(struct rt_instance *instance, const XrActionSetCreateInfo *info,
                           XrActionSet *out_set)
{
    XrResult result = out_set == NULL ? XR_ERROR_VALIDATION_FAILURE : check_set(instance, info);
    if (result != XR_SUCCESS)
        return result;
    struct rt_action_set *set = rt_object_create(sizeof *set, XR_OBJECT_TYPE_ACTION_SET,
                                                 &instance->object, retire_set, &result);
    if (set == NULL)
        return result;
    memcpy(set->name, info->actionSetName, sizeof set->name);
    memcpy(set->localized_name, info->localizedActionSetName, sizeof set->localized_name);
    set->priority = info->priority;
    *out_set = RT_HANDLE(XrActionSet, set);
    return XR_SUCCESS;
}

RT_CALL(xrCreateActionSet, INSTANCE,
        (XrInstance handle, const XrActionSetCreateInfo *info, XrActionSet *actionSet),
        create_set(object, info, actionSet))

RT_DESTROY(xrDestroyActionSet, XrActionSet, ACTION_SET)

static XrResult check_action(const struct rt_action_set *set, const XrActionCreateInfo *info)
{
    if (info == NULL || info->type != XR_TYPE_ACTION_CREATE_INFO ||
        (info->countSubactionPaths != 0 && info->subactionPaths == NULL))
        return XR_ERROR_VALIDATION_FAILURE;
    if (set->attached)
        return XR_ERROR_ACTIONSETS_ALREADY_ATTACHED;
    const bool typed = (info->actionType >= XR_ACTION_TYPE_BOOLEAN_INPUT &&
                        info->actionType <= XR_ACTION_TYPE_POSE_INPUT) ||
                       info->actionType == XR_ACTION_TYPE_VIBRATION_OUTPUT;
    if (!typed)
        return XR_ERROR_VALIDATION_FAILURE;
    for (const struct rt_action *other = set->actions; other != NULL; other = other->next) {
        if (!other->retired && strcmp(other->name, info->actionName) == 0)
            return XR_ERROR_NAME_DUPLICATED;
        if (!other->retired && strcmp(other->localized_name, info->localizedActionName) == 0)
            return XR_ERROR_LOCALIZED_NAME_DUPLICATED;
    }
    return check_names(info->actionName, sizeof info->actionName, info->localizedActionName,
                       sizeof info->localizedActionName);
}

static XrResult find_users(const struct rt_instance *instance, const XrActionCreateInfo *info,
                           bool out_declares[RT_USER_COUNT])
{
    for (uint32_t i = 0; i < info->countSubactionPaths; i++) {
        enum rt_user user;
        const XrResult result = rt_user_path_find(instance, info->subactionPaths[i], &user);
        if (result != XR_SUCCESS)
            return result;
        for (uint32_t k = 0; k < i; k++)
            if (info->subactionPaths[k] == info->subactionPaths[i])
                return XR_ERROR_PATH_UNSUPPORTED;
        out_declares[user] = true;
    }
    return XR_SUCCESS;
}

static XrResult create_action(struct rt_action_set *set, const XrActionCreateInfo *info,
                              XrAction *out_action)
{
    bool declares[RT_USER_COUNT] = {false};
    XrResult result = out_action == NULL ? XR_ERROR_VALIDATION_FAILURE : check_action(set, info);
    if (result == XR_SUCCESS)
        result = find_users(set->object.instance, info, declares);
    if (result != XR_SUCCESS)
        return result;
    struct rt_action *action = rt_object_create(sizeof *action, XR_OBJECT_TYPE_ACTION, &set->object,
                                                retire_action, &result);
    if (action == NULL)
        return result;
    action->set = set;
    action->type = info->actionType;
    memcpy(action->name, info->actionName, sizeof action->name);
    memcpy(action->localized_name, info->localizedActionName, sizeof action->localized_name);
    memcpy(action->declares, declares, sizeof declares);
    action->next = set->actions;
    set->actions = action;
    *out_action = RT_HANDLE(XrAction, action);
    return XR_SUCCESS;
}

RT_CALL(xrCreateAction, ACTION_SET,
        (XrActionSet handle, const XrActionCreateInfo *info, XrAction *action),
        create_action(object, info, action))

RT_DESTROY(xrDestroyAction, XrAction, ACTION)
