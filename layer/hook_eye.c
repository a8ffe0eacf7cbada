/* SPDX-License-Identifier: MIT */
/* What an app asks about bindings, as far as the gaze is concerned (XR_EXT_eye_gaze_interaction).
 */
#include "hooks.h"

#include <stdlib.h>
#include <string.h>

#include "action.h"
#include "session.h"

static bool is_gaze_path(const struct us_instance *instance, XrPath path)
{
    return path != XR_NULL_PATH &&
           (path == instance->gaze_pose_path || path == instance->gaze_path);
}

struct search {
    const struct us_instance *instance;
    const XrInteractionProfileSuggestedBinding *suggested;
    bool found;
};

static void find_attached(struct us_node *node, void *data)
{
    struct search *search = data;
    const struct us_session *session = (const struct us_session *)node;
    if (session->instance != search->instance)
        return;
    for (uint32_t i = 0; i < search->suggested->countSuggestedBindings; i++) {
        const struct us_action *action =
            us_action_find(search->suggested->suggestedBindings[i].action);
        search->found |= action != NULL && us_session_has_set(session, action->set);
    }
}

/* What the chain below would say of a suggestion for a profile that it does not know. */
static XrResult check_suggestion(const struct us_instance *instance,
                                 const XrInteractionProfileSuggestedBinding *suggested)
{
    if (suggested->type != XR_TYPE_INTERACTION_PROFILE_SUGGESTED_BINDING ||
        suggested->countSuggestedBindings == 0 || suggested->suggestedBindings == NULL)
        return XR_ERROR_VALIDATION_FAILURE;
    for (uint32_t i = 0; i < suggested->countSuggestedBindings; i++) {
        const XrActionSuggestedBinding *binding = &suggested->suggestedBindings[i];
        if (us_action_find(binding->action) == NULL)
            return XR_ERROR_HANDLE_INVALID;
        if (!is_gaze_path(instance, binding->binding))
            return XR_ERROR_PATH_UNSUPPORTED;
    }
    struct search search = {instance, suggested, false};
    us_handles_each(US_HANDLE_SESSION, find_attached, &search);
    return search.found ? XR_ERROR_ACTIONSETS_ALREADY_ATTACHED : XR_SUCCESS;
}

static void forget_gaze(struct us_node *node, void *data)
{
    struct us_action *action = (struct us_action *)node;
    if (action->instance == (const struct us_instance *)data)
        atomic_store(&action->gaze, false);
}

/* The last suggestion for a profile replaces the earlier ones. */
static void remember_gaze(struct us_instance *instance,
                          const XrInteractionProfileSuggestedBinding *suggested)
{
    us_handles_each(US_HANDLE_ACTION, forget_gaze, instance);
    for (uint32_t i = 0; i < suggested->countSuggestedBindings; i++) {
        const XrActionSuggestedBinding *binding = &suggested->suggestedBindings[i];
        struct us_action *action = us_action_find(binding->action);
        if (action != NULL && action->type == XR_ACTION_TYPE_POSE_INPUT &&
            is_gaze_path(instance, binding->binding))
            atomic_store(&action->gaze, true);
    }
    atomic_store(&instance->eye_suggested, true);
}

static void remember_elsewhere(const XrInteractionProfileSuggestedBinding *suggested)
{
    for (uint32_t i = 0; i < suggested->countSuggestedBindings; i++) {
        struct us_action *action = us_action_find(suggested->suggestedBindings[i].action);
        if (action != NULL)
            atomic_store(&action->elsewhere, true);
    }
}

XRAPI_ATTR XrResult XRAPI_CALL us_hook_xrSuggestInteractionProfileBindings(
    XrInstance handle, const XrInteractionProfileSuggestedBinding *suggested)
{
    struct us_instance *instance = us_instance_find(handle);
    if (instance == NULL)
        return XR_ERROR_HANDLE_INVALID;
    bool for_eyes = suggested != NULL && instance->eye_profile_path != XR_NULL_PATH &&
                    suggested->interactionProfile == instance->eye_profile_path;
    XrResult result =
        for_eyes && us_extensions_is_supplied(instance->extensions, US_EXTENSION_EYE_GAZE)
            ? check_suggestion(instance, suggested)
            : instance->next.xrSuggestInteractionProfileBindings(handle, suggested);
    if (XR_FAILED(result))
        return result;
    if (for_eyes)
        remember_gaze(instance, suggested);
    else
        remember_elsewhere(suggested);
    return result;
}

XRAPI_ATTR XrResult XRAPI_CALL us_hook_xrGetCurrentInteractionProfile(
    XrSession handle, XrPath top_level_path, XrInteractionProfileState *profile)
{
    struct us_session *session = us_session_find(handle);
    struct us_instance *instance = session != NULL ? session->instance : us_instance_fallback();
    if (instance == NULL)
        return XR_ERROR_HANDLE_INVALID;
    bool for_eyes = session != NULL && instance->eyes_path != XR_NULL_PATH &&
                    top_level_path == instance->eyes_path;
    if (!for_eyes)
        return instance->next.xrGetCurrentInteractionProfile(handle, top_level_path, profile);
    XrResult result = XR_SUCCESS;
    if (us_extensions_is_supplied(instance->extensions, US_EXTENSION_EYE_GAZE)) {
        if (profile == NULL || profile->type != XR_TYPE_INTERACTION_PROFILE_STATE)
            return XR_ERROR_VALIDATION_FAILURE;
        if (!atomic_load(&session->attached))
            return XR_ERROR_ACTIONSET_NOT_ATTACHED;
        profile->interactionProfile = XR_NULL_PATH;
    } else {
        result = instance->next.xrGetCurrentInteractionProfile(handle, top_level_path, profile);
    }
    if (XR_SUCCEEDED(result) && instance->plays_gaze && atomic_load(&session->eyes_bound))
        profile->interactionProfile = instance->eye_profile_path;
    return result;
}

/* The runtime's sources, from malloc with room for one more; NULL if memory runs out or the call
 * fails. */
static XrPath *enumerate_below(const struct us_instance *instance, XrSession session,
                               const XrBoundSourcesForActionEnumerateInfo *info,
                               uint32_t *out_count, XrResult *out_result)
{
    PFN_xrEnumerateBoundSourcesForAction next = instance->next.xrEnumerateBoundSourcesForAction;
    uint32_t count = 0;
    *out_result = next(session, info, 0, &count, NULL);
    if (XR_FAILED(*out_result))
        return NULL;
    XrPath *sources = calloc((size_t)count + 1, sizeof *sources);
    if (sources == NULL)
        *out_result = XR_ERROR_OUT_OF_MEMORY;
    else if (count > 0)
        *out_result = next(session, info, count, &count, sources);
    if (XR_FAILED(*out_result)) {
        free(sources);
        return NULL;
    }
    *out_count = count;
    return sources;
}

XRAPI_ATTR XrResult XRAPI_CALL us_hook_xrEnumerateBoundSourcesForAction(
    XrSession handle, const XrBoundSourcesForActionEnumerateInfo *info, uint32_t capacity,
    uint32_t *out_count, XrPath *sources)
{
    struct us_session *session = us_session_find(handle);
    struct us_instance *instance = session != NULL ? session->instance : us_instance_fallback();
    if (instance == NULL)
        return XR_ERROR_HANDLE_INVALID;
    const struct us_action *action =
        session != NULL && info != NULL ? us_action_find(info->action) : NULL;
    if (action == NULL || !instance->plays_gaze || !atomic_load(&action->gaze) ||
        !atomic_load(&session->eyes_bound) || out_count == NULL)
        return instance->next.xrEnumerateBoundSourcesForAction(handle, info, capacity, out_count,
                                                               sources);
    uint32_t count = 0;
    XrResult result;
    XrPath *all = enumerate_below(instance, handle, info, &count, &result);
    if (all == NULL)
        return result;
    bool listed = false;
    for (uint32_t i = 0; i < count; i++)
        listed |= all[i] == instance->gaze_pose_path;
    if (!listed)
        all[count++] = instance->gaze_pose_path;
    *out_count = count;
    if (capacity > 0 && capacity < count)
        result = XR_ERROR_SIZE_INSUFFICIENT;
    else if (capacity > 0)
        memcpy(sources, all, count * sizeof *all);
    free(all);
    return result;
}

XRAPI_ATTR XrResult XRAPI_CALL us_hook_xrGetInputSourceLocalizedName(
    XrSession handle, const XrInputSourceLocalizedNameGetInfo *info, uint32_t capacity,
    uint32_t *out_count, char *buffer)
{
    struct us_session *session = us_session_find(handle);
    struct us_instance *instance = session != NULL ? session->instance : us_instance_fallback();
    if (instance == NULL)
        return XR_ERROR_HANDLE_INVALID;
    bool ours = session != NULL && info != NULL &&
                us_extensions_is_supplied(instance->extensions, US_EXTENSION_EYE_GAZE) &&
                is_gaze_path(instance, info->sourcePath);
    if (!ours)
        return instance->next.xrGetInputSourceLocalizedName(handle, info, capacity, out_count,
                                                            buffer);
    if (info->type != XR_TYPE_INPUT_SOURCE_LOCALIZED_NAME_GET_INFO || info->whichComponents == 0 ||
        out_count == NULL || (capacity > 0 && buffer == NULL))
        return XR_ERROR_VALIDATION_FAILURE;
    if (!atomic_load(&session->attached))
        return XR_ERROR_ACTIONSET_NOT_ATTACHED;
    char name[64] = "";
    if (info->whichComponents & XR_INPUT_SOURCE_LOCALIZED_NAME_USER_PATH_BIT)
        strcat(name, "Eyes ");
    if (info->whichComponents & XR_INPUT_SOURCE_LOCALIZED_NAME_INTERACTION_PROFILE_BIT)
        strcat(name, "Eye Gaze Interaction ");
    if (info->whichComponents & XR_INPUT_SOURCE_LOCALIZED_NAME_COMPONENT_BIT)
        strcat(name, "Gaze Pose ");
    size_t length = strlen(name);
    name[length > 0 ? length - 1 : 0] = '\0';
    *out_count = (uint32_t)strlen(name) + 1;
    if (capacity > 0 && capacity < *out_count)
        return XR_ERROR_SIZE_INSUFFICIENT;
    if (capacity > 0)
        memcpy(buffer, name, *out_count);
    return XR_SUCCESS;
}
