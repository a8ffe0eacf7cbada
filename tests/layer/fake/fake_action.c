/* SPDX-License-Identifier: MIT */
/* The fake runtime's actions: it remembers what it was told, and its own input is what a test says.
 */
#include "fake_parts.h"

static const char *text_of(XrPath path)
{
    return path == XR_NULL_PATH || path > fake.path_count ? "" : fake.paths[path - 1];
}

/* A path of the eyes means nothing to a runtime without the extension, nor does what a test says
 * so of. */
static bool is_known(XrPath path)
{
    const char *text = text_of(path);
    for (int i = 0; i < 4 && fake.unknown[i] != NULL; i++) {
        if (strstr(text, fake.unknown[i]) != NULL)
            return false;
    }
    return fake.has_eyes || (strstr(text, "eyes_ext") == NULL && strstr(text, "eye_gaze") == NULL);
}

static XRAPI_ATTR XrResult XRAPI_CALL create_action_set(XrInstance instance,
                                                        const XrActionSetCreateInfo *info,
                                                        XrActionSet *set)
{
    (void)instance, (void)info;
    CALL(xrCreateActionSet)
    NEED(info)
    NEED(set)
    *set = US_XR_HANDLE(XrActionSet, fake_new_handle());
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL destroy_action_set(XrActionSet set)
{
    (void)set;
    CALL(xrDestroyActionSet)
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL create_action(XrActionSet set, const XrActionCreateInfo *info,
                                                    XrAction *action)
{
    (void)set;
    CALL(xrCreateAction)
    NEED(info)
    NEED(action)
    NEED_LIST(info->countSubactionPaths, info->subactionPaths)
    fake.action_path_count = info->countSubactionPaths;
    for (uint32_t i = 0; i < info->countSubactionPaths && i < 4; i++) {
        fake.action_paths[i] = info->subactionPaths[i];
        if (!is_known(info->subactionPaths[i]))
            return XR_ERROR_PATH_UNSUPPORTED;
    }
    *action = US_XR_HANDLE(XrAction, fake_new_handle());
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL destroy_action(XrAction action)
{
    (void)action;
    CALL(xrDestroyAction)
    return result;
}

/* Directions are those of a thumbstick or a trackpad that is known. */
static XrResult check_modifications(const XrBindingModificationsKHR *modifications)
{
    for (uint32_t i = 0; modifications != NULL && i < modifications->bindingModificationCount;
         i++) {
        const XrInteractionProfileDpadBindingEXT *dpad =
            (const void *)modifications->bindingModifications[i];
        if (dpad->type != XR_TYPE_INTERACTION_PROFILE_DPAD_BINDING_EXT)
            continue;
        const char *last = strrchr(text_of(dpad->binding), '/');
        if (last == NULL || !is_known(dpad->binding) ||
            (strcmp(last, "/thumbstick") != 0 && strcmp(last, "/trackpad") != 0))
            return XR_ERROR_PATH_UNSUPPORTED;
    }
    return XR_SUCCESS;
}

static XRAPI_ATTR XrResult XRAPI_CALL suggest(XrInstance instance,
                                              const XrInteractionProfileSuggestedBinding *suggested)
{
    (void)instance;
    CALL(xrSuggestInteractionProfileBindings)
    NEED(suggested)
    NEED_LIST(suggested->countSuggestedBindings, suggested->suggestedBindings)
    fake.suggestions++;
    bool known = is_known(suggested->interactionProfile);
    for (uint32_t i = 0; i < suggested->countSuggestedBindings; i++)
        known &= is_known(suggested->suggestedBindings[i].binding);
    const XrBindingModificationsKHR *modifications =
        fake_find(suggested->next, XR_TYPE_BINDING_MODIFICATIONS_KHR);
    if (!known || check_modifications(modifications) != XR_SUCCESS)
        return XR_ERROR_PATH_UNSUPPORTED;
    if (fake.attached)
        return XR_ERROR_ACTIONSETS_ALREADY_ATTACHED;
    fake.modification_count = modifications != NULL ? modifications->bindingModificationCount : 0;
    fake.is_suggested_chained = suggested->next != NULL;
    fake.suggested_count = suggested->countSuggestedBindings;
    for (uint32_t i = 0; i < suggested->countSuggestedBindings && i < 8; i++)
        fake.suggested[i] = suggested->suggestedBindings[i].binding;
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL attach(XrSession session,
                                             const XrSessionActionSetsAttachInfo *info)
{
    (void)session, (void)info;
    CALL(xrAttachSessionActionSets)
    NEED(info)
    NEED_LIST(info->countActionSets, info->actionSets)
    if (fake.attached)
        return XR_ERROR_ACTIONSETS_ALREADY_ATTACHED;
    fake.attached = true;
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL sync_actions(XrSession session, const XrActionsSyncInfo *info)
{
    (void)session;
    CALL(xrSyncActions)
    NEED(info)
    NEED_LIST(info->countActiveActionSets, info->activeActionSets)
    FAKE_SET(sync_count, info->countActiveActionSets);
    FAKE_SET(sync_info, info);
    for (uint32_t i = 0; i < info->countActiveActionSets; i++) {
        if (!is_known(info->activeActionSets[i].subactionPath))
            return XR_ERROR_PATH_UNSUPPORTED;
    }
    return result;
}

/* Of all users, one of whom is a gamepad, the gamepad counts if it is there. */
static const struct fake_live *live_of(XrPath path)
{
    FAKE_SET(state_path, path);
    bool of_pad = strstr(text_of(path), "gamepad") != NULL;
    if (path == XR_NULL_PATH)
        of_pad = fake.live_pad.active && !fake.live_hand.active;
    return of_pad ? &fake.live_pad : &fake.live_hand;
}

static XRAPI_ATTR XrResult XRAPI_CALL get_boolean(XrSession session,
                                                  const XrActionStateGetInfo *info,
                                                  XrActionStateBoolean *state)
{
    (void)session;
    CALL(xrGetActionStateBoolean)
    NEED(info)
    NEED(state)
    if (state->type != XR_TYPE_ACTION_STATE_BOOLEAN)
        return XR_ERROR_VALIDATION_FAILURE;
    if (!is_known(info->subactionPath))
        return XR_ERROR_PATH_UNSUPPORTED;
    const struct fake_live *live = live_of(info->subactionPath);
    state->isActive = live->active;
    state->currentState = live->truth;
    state->changedSinceLastSync = live->changed;
    state->lastChangeTime = live->since;
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL get_float(XrSession session, const XrActionStateGetInfo *info,
                                                XrActionStateFloat *state)
{
    (void)session;
    CALL(xrGetActionStateFloat)
    NEED(info)
    NEED(state)
    if (state->type != XR_TYPE_ACTION_STATE_FLOAT)
        return XR_ERROR_VALIDATION_FAILURE;
    if (!is_known(info->subactionPath))
        return XR_ERROR_PATH_UNSUPPORTED;
    const struct fake_live *live = live_of(info->subactionPath);
    state->isActive = live->active;
    state->currentState = live->number;
    state->changedSinceLastSync = live->changed;
    state->lastChangeTime = live->since;
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL get_vector(XrSession session,
                                                 const XrActionStateGetInfo *info,
                                                 XrActionStateVector2f *state)
{
    (void)session;
    CALL(xrGetActionStateVector2f)
    NEED(info)
    NEED(state)
    if (state->type != XR_TYPE_ACTION_STATE_VECTOR2F)
        return XR_ERROR_VALIDATION_FAILURE;
    if (!is_known(info->subactionPath))
        return XR_ERROR_PATH_UNSUPPORTED;
    const struct fake_live *live = live_of(info->subactionPath);
    state->isActive = live->active;
    state->currentState = (XrVector2f){live->number, -live->number};
    state->changedSinceLastSync = live->changed;
    state->lastChangeTime = live->since;
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL get_pose(XrSession session, const XrActionStateGetInfo *info,
                                               XrActionStatePose *state)
{
    (void)session;
    CALL(xrGetActionStatePose)
    NEED(info)
    NEED(state)
    if (state->type != XR_TYPE_ACTION_STATE_POSE)
        return XR_ERROR_VALIDATION_FAILURE;
    if (!is_known(info->subactionPath))
        return XR_ERROR_PATH_UNSUPPORTED;
    state->isActive = live_of(info->subactionPath)->active;
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL apply_haptic(XrSession session,
                                                   const XrHapticActionInfo *info,
                                                   const XrHapticBaseHeader *feedback)
{
    (void)session, (void)feedback;
    FAKE_ADD(haptics, 1);
    CALL(xrApplyHapticFeedback)
    NEED(info)
    NEED(feedback)
    return is_known(info->subactionPath) ? result : XR_ERROR_PATH_UNSUPPORTED;
}

static XRAPI_ATTR XrResult XRAPI_CALL stop_haptic(XrSession session, const XrHapticActionInfo *info)
{
    (void)session;
    FAKE_ADD(haptic_stops, 1);
    CALL(xrStopHapticFeedback)
    NEED(info)
    return is_known(info->subactionPath) ? result : XR_ERROR_PATH_UNSUPPORTED;
}

static XRAPI_ATTR XrResult XRAPI_CALL get_profile(XrSession session, XrPath path,
                                                  XrInteractionProfileState *profile)
{
    (void)session;
    CALL(xrGetCurrentInteractionProfile)
    NEED(profile)
    if (!is_known(path))
        return XR_ERROR_PATH_UNSUPPORTED;
    profile->interactionProfile = fake.live_profile;
    return fake.attached ? result : XR_ERROR_ACTIONSET_NOT_ATTACHED;
}

static XRAPI_ATTR XrResult XRAPI_CALL
enumerate_sources(XrSession session, const XrBoundSourcesForActionEnumerateInfo *info,
                  uint32_t capacity, uint32_t *count, XrPath *sources)
{
    (void)session, (void)info;
    CALL(xrEnumerateBoundSourcesForAction)
    NEED(info)
    NEED(count)
    NEED_LIST(capacity, sources)
    if (!fake.attached)
        return XR_ERROR_ACTIONSET_NOT_ATTACHED;
    *count = fake.source_count;
    if (capacity == 0)
        return result;
    if (capacity < *count)
        return XR_ERROR_SIZE_INSUFFICIENT;
    memcpy(sources, fake.sources, *count * sizeof *sources);
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL get_name(XrSession session,
                                               const XrInputSourceLocalizedNameGetInfo *info,
                                               uint32_t capacity, uint32_t *count, char *buffer)
{
    (void)session, (void)capacity, (void)buffer;
    CALL(xrGetInputSourceLocalizedName)
    NEED(info)
    NEED(count)
    NEED_LIST(capacity, buffer)
    *count = 1;
    return is_known(info->sourcePath) ? result : XR_ERROR_PATH_UNSUPPORTED;
}

#define ACTION(wanted, own)                                                                        \
    if (strcmp(name, #wanted) == 0) {                                                              \
        PFN_##wanted typed = own;                                                                  \
        *function = (PFN_xrVoidFunction)typed;                                                     \
        return true;                                                                               \
    }

bool fake_get_action(const char *name, PFN_xrVoidFunction *function)
{
    ACTION(xrCreateActionSet, create_action_set)
    ACTION(xrDestroyActionSet, destroy_action_set)
    ACTION(xrCreateAction, create_action)
    ACTION(xrDestroyAction, destroy_action)
    ACTION(xrSuggestInteractionProfileBindings, suggest)
    ACTION(xrAttachSessionActionSets, attach)
    ACTION(xrSyncActions, sync_actions)
    ACTION(xrGetActionStateBoolean, get_boolean)
    ACTION(xrGetActionStateFloat, get_float)
    ACTION(xrGetActionStateVector2f, get_vector)
    ACTION(xrGetActionStatePose, get_pose)
    ACTION(xrApplyHapticFeedback, apply_haptic)
    ACTION(xrStopHapticFeedback, stop_haptic)
    ACTION(xrGetCurrentInteractionProfile, get_profile)
    ACTION(xrEnumerateBoundSourcesForAction, enumerate_sources)
    ACTION(xrGetInputSourceLocalizedName, get_name)
    return false;
}
