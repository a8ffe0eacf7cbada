/* SPDX-License-Identifier: MIT */
#include "runtime/input/binding.h"

#include <stdlib.h>

#include "core/base/grow.h"
#include "core/base/text.h"
#include "runtime/base/two_call.h"
#include "runtime/instance/call.h"

bool rt_binding_is_attached(const struct rt_session *session, const struct rt_object *set)
{
    for (uint32_t i = 0; i < session->attached_count; i++)
        if (&session->attached[i]->object == set)
            return true;
    return false;
}

XrResult rt_binding_find_action(const struct rt_session *session, XrAction handle, XrPath subaction,
                                XrActionType type, struct rt_action **out_action,
                                enum rt_user *out_user)
{
    struct rt_action *action = rt_action_find(session->object.instance, handle);
    if (action == NULL)
        return XR_ERROR_HANDLE_INVALID;
    if (!rt_binding_is_attached(session, &action->set->object))
        return XR_ERROR_ACTIONSET_NOT_ATTACHED;
    if (action->type != type)
        return XR_ERROR_ACTION_TYPE_MISMATCH;
    *out_action = action;
    return rt_action_find_user(action, subaction, out_user);
}

static XrResult bind_user(struct rt_session *session, enum rt_user user, XrTime time)
{
    const struct rt_instance *instance = session->object.instance;
    const struct rt_suggestion *suggestion = rt_profile_choose(instance, user, time);
    session->profiles[user] = XR_NULL_PATH;
    if (suggestion == NULL)
        return XR_SUCCESS;
    session->profiles[user] = suggestion->profile;
    const char *profile = rt_path_string(&instance->paths, suggestion->profile);
    for (uint32_t i = 0; i < suggestion->count; i++) {
        struct rt_action *action = suggestion->bindings[i].action;
        struct rt_source source;
        if (!rt_binding_is_attached(session, &action->set->object) ||
            !rt_source_resolve(instance, profile, suggestion->bindings[i].path, action->type,
                               &source) ||
            source.user != user)
            continue;
        if (!US_GROW(action->sources, action->source_count))
            return XR_ERROR_OUT_OF_MEMORY;
        action->sources[action->source_count++] = source;
    }
    return XR_SUCCESS;
}

static void reset(struct rt_action_set *set)
{
    for (struct rt_action *action = set->actions; action != NULL; action = action->next) {
        action->source_count = 0;
        memset(action->states, 0, sizeof action->states);
    }
}

/* Binds the sources of all attached sets again. The states refer to sources, so they are reset. */
static XrResult bind_all(struct rt_session *session, XrTime time)
{
    XrResult result = XR_SUCCESS;
    for (uint32_t i = 0; i < session->attached_count; i++)
        reset(session->attached[i]);
    for (enum rt_user user = RT_USER_LEFT; result == XR_SUCCESS && user < RT_USER_OTHER; user++)
        result = bind_user(session, user, time);
    return result;
}

XrResult rt_binding_update(struct rt_session *session, XrTime time, bool *out_changed)
{
    *out_changed = false;
    for (enum rt_user user = RT_USER_LEFT; user < RT_USER_OTHER; user++) {
        const struct rt_suggestion *s = rt_profile_choose(session->object.instance, user, time);
        *out_changed |= session->profiles[user] != (s == NULL ? XR_NULL_PATH : s->profile);
    }
    return *out_changed ? bind_all(session, time) : XR_SUCCESS;
}

static XrResult attach(struct rt_session *session, const XrSessionActionSetsAttachInfo *info)
{
    if (info == NULL || info->type != XR_TYPE_SESSION_ACTION_SETS_ATTACH_INFO ||
        info->countActionSets == 0 || info->actionSets == NULL)
        return XR_ERROR_VALIDATION_FAILURE;
    if (session->attached != NULL)
        return XR_ERROR_ACTIONSETS_ALREADY_ATTACHED;
    const uint32_t count = info->countActionSets;
    struct rt_action_set **sets = calloc(count, sizeof(struct rt_action_set *));
    bool(*active_users)[RT_USER_COUNT] = calloc(count, sizeof *active_users);
    XrResult result = sets != NULL && active_users != NULL ? XR_SUCCESS : XR_ERROR_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < count && result == XR_SUCCESS; i++) {
        sets[i] = (struct rt_action_set *)rt_object_find_child(
            session->object.parent, XR_OBJECT_TYPE_ACTION_SET, RT_VALUE(info->actionSets[i]));
        result = sets[i] != NULL ? XR_SUCCESS : XR_ERROR_HANDLE_INVALID;
    }
    if (result != XR_SUCCESS) {
        free(active_users);
        free(sets);
        return result;
    }
    session->active_users = active_users;
    session->attached = sets;
    session->attached_count = count;
    for (uint32_t i = 0; i < count; i++)
        sets[i]->attached = true;
    return bind_all(session, rt_session_time(session));
}

RT_CALL(xrAttachSessionActionSets, SESSION,
        (XrSession handle, const XrSessionActionSetsAttachInfo *info), attach(object, info))

static XrResult get_profile(const struct rt_session *session, XrPath top,
                            XrInteractionProfileState *state)
{
    if (state == NULL || state->type != XR_TYPE_INTERACTION_PROFILE_STATE)
        return XR_ERROR_VALIDATION_FAILURE;
    if (session->attached == NULL)
        return XR_ERROR_ACTIONSET_NOT_ATTACHED;
    enum rt_user user;
    const XrResult result = rt_user_path_find(session->object.instance, top, &user);
    if (result == XR_SUCCESS)
        state->interactionProfile =
            session->profiles_current ? session->profiles[user] : XR_NULL_PATH;
    return result;
}

RT_CALL(xrGetCurrentInteractionProfile, SESSION,
        (XrSession handle, XrPath topLevelUserPath, XrInteractionProfileState *interactionProfile),
        get_profile(object, topLevelUserPath, interactionProfile))

static XrResult enumerate_sources(const struct rt_session *session,
                                  const XrBoundSourcesForActionEnumerateInfo *info,
                                  uint32_t capacity, uint32_t *out_count, XrPath *out_sources)
{
    if (info == NULL || info->type != XR_TYPE_BOUND_SOURCES_FOR_ACTION_ENUMERATE_INFO)
        return XR_ERROR_VALIDATION_FAILURE;
    const struct rt_action *action = rt_action_find(session->object.instance, info->action);
    if (action == NULL)
        return XR_ERROR_HANDLE_INVALID;
    if (!rt_binding_is_attached(session, &action->set->object))
        return XR_ERROR_ACTIONSET_NOT_ATTACHED;
    const uint32_t count = session->profiles_current ? action->source_count : 0;
    const XrResult result = rt_two_call(capacity, out_count, out_sources, count);
    for (uint32_t i = 0; result == XR_SUCCESS && capacity != 0 && i < count; i++)
        out_sources[i] = action->sources[i].path;
    return result;
}

RT_CALL(xrEnumerateBoundSourcesForAction, SESSION,
        (XrSession handle, const XrBoundSourcesForActionEnumerateInfo *info, uint32_t capacity,
         uint32_t *out_count, XrPath *sources),
        enumerate_sources(object, info, capacity, out_count, sources))

static void append(char *name, size_t size, bool wanted, const char *word)
{
    if (wanted && word != NULL)
        us_text_add(name, size, " ", word);
}

static XrResult write_name(const struct rt_session *session, const char *string,
                           XrInputSourceLocalizedNameFlags which, uint32_t capacity,
                           uint32_t *out_count, char *out_buffer)
{
    static const char *const users[RT_USER_COUNT] = {
        "", "Left Hand", "Right Hand", "Headset", "Gamepad", "Eyes", "Other",
    };
    enum rt_user user;
    const char *component = rt_user_path_skip(string, &user);
    if (component == NULL)
        return XR_ERROR_PATH_UNSUPPORTED;
    const char *component_name = strchr(component + 1, '/');
    const char *profile = rt_path_string(&session->object.instance->paths, session->profiles[user]);
    char name[2 * XR_MAX_PATH_LENGTH + 64] = "";
    append(name, sizeof name, (which & XR_INPUT_SOURCE_LOCALIZED_NAME_USER_PATH_BIT) != 0,
           users[user]);
    append(name, sizeof name, (which & XR_INPUT_SOURCE_LOCALIZED_NAME_INTERACTION_PROFILE_BIT) != 0,
           profile == NULL ? NULL : us_text_profile(profile));
    append(name, sizeof name, (which & XR_INPUT_SOURCE_LOCALIZED_NAME_COMPONENT_BIT) != 0,
           component_name == NULL ? NULL : component_name + 1);
    return rt_two_call_string(name, capacity, out_count, out_buffer);
}

static XrResult get_name(const struct rt_session *session,
                         const XrInputSourceLocalizedNameGetInfo *info, uint32_t capacity,
                         uint32_t *out_count, char *out_buffer)
{
    const XrInputSourceLocalizedNameFlags all =
        XR_INPUT_SOURCE_LOCALIZED_NAME_USER_PATH_BIT |
        XR_INPUT_SOURCE_LOCALIZED_NAME_INTERACTION_PROFILE_BIT |
        XR_INPUT_SOURCE_LOCALIZED_NAME_COMPONENT_BIT;
    if (info == NULL || info->type != XR_TYPE_INPUT_SOURCE_LOCALIZED_NAME_GET_INFO ||
        info->whichComponents == 0 || (info->whichComponents & ~all) != 0)
        return XR_ERROR_VALIDATION_FAILURE;
    if (session->attached == NULL)
        return XR_ERROR_ACTIONSET_NOT_ATTACHED;
    const char *string = rt_path_string(&session->object.instance->paths, info->sourcePath);
    return string == NULL ? XR_ERROR_PATH_INVALID
                          : write_name(session, string, info->whichComponents, capacity, out_count,
                                       out_buffer);
}

RT_CALL(xrGetInputSourceLocalizedName, SESSION,
        (XrSession handle, const XrInputSourceLocalizedNameGetInfo *info, uint32_t capacity,
         uint32_t *out_count, char *buffer),
        get_name(object, info, capacity, out_count, buffer))
