/* SPDX-License-Identifier: MIT */
/* Actions. */
#include <stdlib.h>
#include <string.h>

#include "layer/bindings/action.h"
#include "layer/record/actions/own_actions.h"
#include "layer/record/record_session.h"

/*
 * The runtime knows the eyes' paths where the layer enabled their extension. To an app that did not
 * enable it they are unknown: in their place the runtime judges a path that nobody knows.
 */
static XrPath hide(const struct us_recorder *recorder, XrPath path)
{
    bool is_hidden =
        path != XR_NULL_PATH && (path == recorder->eyes_user || path == recorder->eyes_profile);
    return is_hidden ? recorder->unknown_path : path;
}

static bool names_hidden(const struct us_recorder *recorder, const XrActionCreateInfo *info)
{
    for (uint32_t i = 0;
         info != NULL && info->subactionPaths != NULL && i < info->countSubactionPaths; i++) {
        if (hide(recorder, info->subactionPaths[i]) != info->subactionPaths[i])
            return true;
    }
    return false;
}

static XrResult create_with_unknown(const struct us_recorder *recorder, XrActionSet set,
                                    const XrActionCreateInfo *info, XrAction *action)
{
    XrActionCreateInfo below = *info;
    XrPath *paths = malloc(info->countSubactionPaths * sizeof *paths);
    if (paths == NULL)
        return XR_ERROR_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < info->countSubactionPaths; i++)
        paths[i] = hide(recorder, info->subactionPaths[i]);
    below.subactionPaths = paths;
    XrResult result = recorder->next.xrCreateAction(set, &below, action);
    free(paths);
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL watch_xrCreateAction(XrActionSet set,
                                                           const XrActionCreateInfo *info,
                                                           XrAction *action)
{
    const struct us_instance *instance = us_session_set_instance(us_action_set_find(set));
    const struct us_recorder *recorder = instance != NULL ? instance->kept[US_STAGE_RECORD] : NULL;
    US_RETURN_IF_INVALID(recorder);
    return names_hidden(recorder, info) ? create_with_unknown(recorder, set, info, action)
                                        : recorder->next.xrCreateAction(set, info, action);
}

static XRAPI_ATTR XrResult XRAPI_CALL watch_xrSuggestInteractionProfileBindings(
    XrInstance handle, const XrInteractionProfileSuggestedBinding *suggested)
{
    const struct us_recorder *recorder = us_recorder_of_instance(handle);
    US_RETURN_IF_INVALID(recorder);
    if (suggested == NULL)
        return recorder->next.xrSuggestInteractionProfileBindings(handle, suggested);
    XrInteractionProfileSuggestedBinding below = *suggested;
    below.interactionProfile = hide(recorder, suggested->interactionProfile);
    return recorder->next.xrSuggestInteractionProfileBindings(handle, &below);
}

static XRAPI_ATTR XrResult XRAPI_CALL watch_xrGetCurrentInteractionProfile(
    XrSession handle, XrPath user, XrInteractionProfileState *profile)
{
    const struct us_recorder *recorder = us_recorder_of_session(us_session_find(handle));
    US_RETURN_IF_INVALID(recorder);
    return recorder->next.xrGetCurrentInteractionProfile(handle, hide(recorder, user), profile);
}

/* Whether own actions may be attached with the app's. What is wrong with the call is the runtime's
 * to say. */
static bool may_extend(const struct us_record_session *recorded,
                       const XrSessionActionSetsAttachInfo *info)
{
    if (recorded == NULL || info == NULL || info->countActionSets == 0 ||
        info->actionSets == NULL || recorded->recorder->instance->settings.record_only_asked ||
        atomic_load(&recorded->session->attached))
        return false;
    for (uint32_t i = 0; i < info->countActionSets; i++) {
        if (us_action_set_find(info->actionSets[i]) == NULL)
            return false;
    }
    return true;
}

/* Own actions for an attachment, with their bindings suggested: those of an earlier session, or new
 * ones. */
static struct us_own_actions *take_own(struct us_recorder *recorder, XrSession handle,
                                       const XrSessionActionSetsAttachInfo *info)
{
    struct us_own_actions *own = recorder->kept_actions;
    if (own != NULL && us_own_actions_reuse(own, handle, info)) {
        recorder->kept_actions = NULL;
        return own;
    }
    own = us_own_actions_create(recorder, handle, info);
    if (own == NULL || us_own_suggestions_add(own))
        return own;
    us_own_actions_destroy(own, true);
    return NULL;
}

static XRAPI_ATTR XrResult XRAPI_CALL
watch_xrAttachSessionActionSets(XrSession handle, const XrSessionActionSetsAttachInfo *info)
{
    const struct us_watched_call call = us_watched_call(handle);
    US_RETURN_IF_INVALID(call.recorder);
    struct us_record_session *recorded = us_record_session_find(call.recorder, call.session);
    struct us_own_actions *own =
        may_extend(recorded, info) ? take_own(call.recorder, handle, info) : NULL;
    if (own == NULL)
        return call.recorder->next.xrAttachSessionActionSets(handle, info);
    XrResult result = us_own_actions_attach(own, info);
    if (XR_SUCCEEDED(result)) {
        atomic_store_explicit(&recorded->actions, own, memory_order_release);
        return result;
    }
    us_own_suggestions_remove(own);
    us_own_actions_destroy(own, true);
    return call.recorder->next.xrAttachSessionActionSets(handle, info);
}

static XRAPI_ATTR XrResult XRAPI_CALL watch_xrSyncActions(XrSession handle,
                                                          const XrActionsSyncInfo *info)
{
    const struct us_watched_call call = us_watched_call(handle);
    US_RETURN_IF_INVALID(call.recorder);
    struct us_record_session *recorded = us_record_session_find(call.recorder, call.session);
    struct us_own_actions *own =
        recorded != NULL ? atomic_load_explicit(&recorded->actions, memory_order_acquire) : NULL;
    if (own == NULL || info == NULL)
        return call.recorder->next.xrSyncActions(handle, info);
    XrResult result = us_own_input_sync(own, info);
    if (XR_SUCCEEDED(result)) {
        us_own_input_read(own, result);
        us_record_session_sample_synced(recorded);
    }
    return result;
}

/* A long vibration is made of many calls: they are one marker. */
static void mark_haptic(struct us_record_session *recorded, const struct us_session_haptic *haptic)
{
    const int64_t apart_ns = 500000000;
    struct us_session_marker marker = {.time_ns = haptic->time_ns,
                                       .source = US_SESSION_MARKER_HAPTIC};
    int64_t last_ns = atomic_exchange(&recorded->vibration_ns, haptic->time_ns);
    if (last_ns > 0 && haptic->time_ns - last_ns < apart_ns)
        return;
    memcpy(marker.name, haptic->action, sizeof haptic->action);
    us_recorder_put_marker(recorded->recorder, &marker);
}

static void put_haptic(struct us_recorder *recorder, const struct us_session *session,
                       const XrHapticActionInfo *info, const XrHapticBaseHeader *feedback,
                       XrResult result)
{
    const struct us_action *action = info != NULL ? us_action_find(info->action) : NULL;
    struct us_session_haptic haptic = {
        .time_ns = us_recorder_now(recorder), .is_stop = feedback == NULL, .result = result};
    struct us_record_session *recorded = us_record_session_find(recorder, session);
    char path[XR_MAX_PATH_LENGTH];
    if (action == NULL || recorded == NULL)
        return;
    memcpy(haptic.action, action->name, sizeof haptic.action);
    if (us_bindings_context_text(&recorder->instance->bindings, info->subactionPath, path) &&
        strlen(path) < sizeof haptic.subaction)
        memcpy(haptic.subaction, path, strlen(path) + 1);
    if (feedback != NULL)
        haptic.structure_type = (uint32_t)feedback->type;
    if (feedback != NULL && feedback->type == XR_TYPE_HAPTIC_VIBRATION) {
        const XrHapticVibration *vibration = (const void *)feedback;
        haptic.duration_ns = vibration->duration;
        haptic.frequency_hz = vibration->frequency;
        haptic.amplitude = vibration->amplitude;
    }
    us_recorder_put_haptic(recorder, &haptic);
    if (us_session_haptic_vibrates(&haptic) && XR_SUCCEEDED(result) &&
        recorder->instance->settings.record_marks_haptics)
        mark_haptic(recorded, &haptic);
}

static XRAPI_ATTR XrResult XRAPI_CALL watch_xrApplyHapticFeedback(
    XrSession handle, const XrHapticActionInfo *info, const XrHapticBaseHeader *feedback)
{
    const struct us_watched_call call = us_watched_call(handle);
    US_RETURN_IF_INVALID(call.recorder);
    XrResult result = call.recorder->next.xrApplyHapticFeedback(handle, info, feedback);
    if (feedback != NULL)
        put_haptic(call.recorder, call.session, info, feedback, result);
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL watch_xrStopHapticFeedback(XrSession handle,
                                                                 const XrHapticActionInfo *info)
{
    const struct us_watched_call call = us_watched_call(handle);
    US_RETURN_IF_INVALID(call.recorder);
    XrResult result = call.recorder->next.xrStopHapticFeedback(handle, info);
    put_haptic(call.recorder, call.session, info, NULL, result);
    return result;
}

const struct us_handler us_record_watches_action[] = {
    US_HANDLER(xrCreateAction, watch_xrCreateAction),
    US_HANDLER(xrSuggestInteractionProfileBindings, watch_xrSuggestInteractionProfileBindings),
    US_HANDLER(xrGetCurrentInteractionProfile, watch_xrGetCurrentInteractionProfile),
    US_HANDLER(xrAttachSessionActionSets, watch_xrAttachSessionActionSets),
    US_HANDLER(xrSyncActions, watch_xrSyncActions),
    US_HANDLER(xrApplyHapticFeedback, watch_xrApplyHapticFeedback),
    US_HANDLER(xrStopHapticFeedback, watch_xrStopHapticFeedback),
    US_HANDLERS_END,
};
