/* SPDX-License-Identifier: MIT */
#include "hooks.h"

#include <stdlib.h>
#include <string.h>

#include "action.h"
#include "playback.h"
#include "session.h"
#include "space.h"

XRAPI_ATTR XrResult XRAPI_CALL us_hook_xrCreateActionSet(XrInstance handle,
                                                         const XrActionSetCreateInfo *info,
                                                         XrActionSet *set_handle)
{
    struct us_instance *instance = us_instance_find(handle);
    if (instance == NULL)
        return XR_ERROR_HANDLE_INVALID;
    XrResult result = instance->next.xrCreateActionSet(handle, info, set_handle);
    if (XR_FAILED(result))
        return result;
    struct us_action_set *set = calloc(1, sizeof *set);
    if (set == NULL)
        return result;
    set->node = (struct us_node){US_HANDLE_ACTION_SET, US_XR_VALUE(*set_handle), &instance->node,
                                 us_action_set_free, NULL};
    set->instance = instance;
    if (!us_handles_add(&set->node))
        free(set);
    return result;
}

XRAPI_ATTR XrResult XRAPI_CALL us_hook_xrDestroyActionSet(XrActionSet handle)
{
    struct us_action_set *set = us_action_set_find(handle);
    struct us_instance *instance = set != NULL ? set->instance : us_instance_fallback();
    if (instance == NULL)
        return XR_ERROR_HANDLE_INVALID;
    struct us_node *list = us_handles_detach(set != NULL ? &set->node : NULL);
    XrResult result = instance->next.xrDestroyActionSet(handle);
    if (XR_FAILED(result))
        us_handles_restore(list);
    else
        us_handles_free(list);
    return result;
}

static uint32_t count_path(const XrActionCreateInfo *info, XrPath path)
{
    uint32_t count = 0;
    for (uint32_t i = 0; path != XR_NULL_PATH && i < info->countSubactionPaths; i++)
        count += info->subactionPaths[i] == path;
    return count;
}

/* Without the subaction path that only the supplied extension knows. */
static XrResult create_without_eyes(const struct us_instance *instance, XrActionSet set,
                                    const XrActionCreateInfo *info, XrAction *action)
{
    XrPath *paths = malloc(info->countSubactionPaths * sizeof *paths);
    if (paths == NULL)
        return XR_ERROR_OUT_OF_MEMORY;
    XrActionCreateInfo below = *info;
    below.countSubactionPaths = 0;
    for (uint32_t i = 0; i < info->countSubactionPaths; i++) {
        if (info->subactionPaths[i] != instance->eyes_path)
            paths[below.countSubactionPaths++] = info->subactionPaths[i];
    }
    below.subactionPaths = below.countSubactionPaths > 0 ? paths : NULL;
    XrResult result = instance->next.xrCreateAction(set, &below, action);
    free(paths);
    return result;
}

XRAPI_ATTR XrResult XRAPI_CALL us_hook_xrCreateAction(XrActionSet set_handle,
                                                      const XrActionCreateInfo *info,
                                                      XrAction *action_handle)
{
    struct us_action_set *set = us_action_set_find(set_handle);
    struct us_instance *instance = set != NULL ? set->instance : us_instance_fallback();
    if (instance == NULL)
        return XR_ERROR_HANDLE_INVALID;
    if (set == NULL || info == NULL)
        return instance->next.xrCreateAction(set_handle, info, action_handle);
    uint32_t eyes = count_path(info, instance->eyes_path);
    if (eyes > 1)
        return XR_ERROR_PATH_UNSUPPORTED;
    bool without =
        eyes == 1 && us_extensions_is_supplied(instance->extensions, US_EXTENSION_EYE_GAZE);
    XrResult result = without ? create_without_eyes(instance, set_handle, info, action_handle)
                              : instance->next.xrCreateAction(set_handle, info, action_handle);
    if (XR_FAILED(result))
        return result;
    struct us_action *action = calloc(1, sizeof *action);
    if (action == NULL)
        return result;
    action->node = (struct us_node){US_HANDLE_ACTION, US_XR_VALUE(*action_handle), &set->node,
                                    us_action_free, NULL};
    action->instance = instance;
    action->handle = *action_handle;
    action->set = set_handle;
    action->type = info->actionType;
    action->has_eyes = eyes == 1;
    atomic_store(&action->references, 1);
    if (!us_handles_add(&action->node))
        us_action_unref(action);
    return result;
}

XRAPI_ATTR XrResult XRAPI_CALL us_hook_xrDestroyAction(XrAction handle)
{
    struct us_action *action = us_action_find(handle);
    struct us_instance *instance = action != NULL ? action->instance : us_instance_fallback();
    if (instance == NULL)
        return XR_ERROR_HANDLE_INVALID;
    struct us_node *list = us_handles_detach(action != NULL ? &action->node : NULL);
    XrResult result = instance->next.xrDestroyAction(handle);
    if (XR_FAILED(result))
        us_handles_restore(list);
    else
        us_handles_free(list);
    return result;
}

XRAPI_ATTR XrResult XRAPI_CALL
us_hook_xrAttachSessionActionSets(XrSession handle, const XrSessionActionSetsAttachInfo *info)
{
    struct us_session *session = us_session_find(handle);
    struct us_instance *instance = session != NULL ? session->instance : us_instance_fallback();
    if (instance == NULL)
        return XR_ERROR_HANDLE_INVALID;
    XrResult result = instance->next.xrAttachSessionActionSets(handle, info);
    if (XR_FAILED(result) || session == NULL || atomic_load(&session->attached))
        return result;
    session->sets = calloc(info->countActionSets, sizeof *session->sets);
    if (session->sets != NULL) {
        for (uint32_t i = 0; i < info->countActionSets; i++)
            session->sets[i].set = info->actionSets[i];
        atomic_store_explicit(&session->set_count, info->countActionSets, memory_order_release);
    }
    atomic_store(&session->attached, true);
    return result;
}

static bool is_active_for_eyes(const XrActionsSyncInfo *info, XrActionSet set, XrPath eyes)
{
    for (uint32_t i = 0; i < info->countActiveActionSets; i++) {
        const XrActiveActionSet *active = &info->activeActionSets[i];
        if (active->actionSet == set && (active->subactionPath == XR_NULL_PATH ||
                                         (eyes != XR_NULL_PATH && active->subactionPath == eyes)))
            return true;
    }
    return false;
}

/* The gaze becomes what it is until the next sync. */
static void sync_eyes(struct us_session *session, const XrActionsSyncInfo *info, bool focused)
{
    struct us_instance *instance = session->instance;
    uint32_t count = atomic_load_explicit(&session->set_count, memory_order_acquire);
    for (uint32_t i = 0; i < count; i++)
        atomic_store_explicit(
            &session->sets[i].eyes,
            focused && is_active_for_eyes(info, session->sets[i].set, instance->eyes_path),
            memory_order_relaxed);
    if (!instance->plays_gaze || !session->places)
        return;
    struct us_motion gaze;
    bool seen = us_playback_gaze(
        session, atomic_load_explicit(&session->latest_ns, memory_order_relaxed), &gaze);
    atomic_store_explicit(&session->gaze_seen, seen, memory_order_relaxed);
    if (focused && instance->eye_suggested && !atomic_load(&session->eyes_bound)) {
        atomic_store(&session->eyes_bound, true);
        us_instance_push_event(instance, session->handle);
    }
}

enum { SYNC_SETS_ON_STACK = 32 };

/*
 * A set that is active for the eyes alone is none of the runtime's business where it does not know
 * them: it is left out. That needs a copy of the list, which is on the stack unless the app has
 * very many sets.
 */
static XrResult sync_without_eyes(struct us_session *session, const XrActionsSyncInfo *info)
{
    const struct us_instance *instance = session->instance;
    XrActiveActionSet on_stack[SYNC_SETS_ON_STACK], *kept = on_stack;
    if (info->countActiveActionSets > SYNC_SETS_ON_STACK)
        kept = malloc(info->countActiveActionSets * sizeof *kept);
    if (kept == NULL)
        return XR_ERROR_OUT_OF_MEMORY;
    XrActionsSyncInfo below = *info;
    below.countActiveActionSets = 0;
    bool attached = true;
    for (uint32_t i = 0; i < info->countActiveActionSets; i++) {
        if (info->activeActionSets[i].subactionPath != instance->eyes_path)
            kept[below.countActiveActionSets++] = info->activeActionSets[i];
        else
            attached &= us_session_has_set(session, info->activeActionSets[i].actionSet);
    }
    below.activeActionSets = below.countActiveActionSets > 0 ? kept : NULL;
    XrResult result = attached ? instance->next.xrSyncActions(session->handle, &below)
                               : XR_ERROR_ACTIONSET_NOT_ATTACHED;
    if (kept != on_stack)
        free(kept);
    return result;
}

static bool names_eyes(const struct us_instance *instance, const XrActionsSyncInfo *info)
{
    for (uint32_t i = 0; i < info->countActiveActionSets; i++) {
        if (info->activeActionSets[i].subactionPath == instance->eyes_path)
            return true;
    }
    return false;
}

XRAPI_ATTR XrResult XRAPI_CALL us_hook_xrSyncActions(XrSession handle,
                                                     const XrActionsSyncInfo *info)
{
    struct us_session *session = us_session_find(handle);
    struct us_instance *instance = session != NULL ? session->instance : us_instance_fallback();
    if (instance == NULL)
        return XR_ERROR_HANDLE_INVALID;
    if (session == NULL || info == NULL)
        return instance->next.xrSyncActions(handle, info);
    bool has_eyes = instance->eyes_path != XR_NULL_PATH;
    bool without = has_eyes &&
                   us_extensions_is_supplied(instance->extensions, US_EXTENSION_EYE_GAZE) &&
                   names_eyes(instance, info);
    XrResult result =
        without ? sync_without_eyes(session, info) : instance->next.xrSyncActions(handle, info);
    if (result == XR_SESSION_NOT_FOCUSED && us_session_is_forced(session))
        result = XR_SUCCESS;
    if (XR_SUCCEEDED(result) && has_eyes)
        sync_eyes(session, info, result != XR_SESSION_NOT_FOCUSED);
    return result;
}

XRAPI_ATTR XrResult XRAPI_CALL us_hook_xrGetActionStatePose(XrSession handle,
                                                            const XrActionStateGetInfo *info,
                                                            XrActionStatePose *state)
{
    struct us_session *session = us_session_find(handle);
    struct us_instance *instance = session != NULL ? session->instance : us_instance_fallback();
    if (instance == NULL)
        return XR_ERROR_HANDLE_INVALID;
    const struct us_action *action = info != NULL ? us_action_find(info->action) : NULL;
    if (session == NULL || action == NULL || instance->eyes_path == XR_NULL_PATH)
        return instance->next.xrGetActionStatePose(handle, info, state);
    bool for_eyes = info->subactionPath == instance->eyes_path;
    bool hidden = for_eyes && action->has_eyes &&
                  us_extensions_is_supplied(instance->extensions, US_EXTENSION_EYE_GAZE);
    XrActionStateGetInfo below = *info;
    if (hidden)
        below.subactionPath = XR_NULL_PATH;
    XrResult result = instance->next.xrGetActionStatePose(handle, &below, state);
    if (XR_FAILED(result))
        return result;
    bool recorded = instance->plays_gaze && session->places &&
                    (for_eyes || info->subactionPath == XR_NULL_PATH) && atomic_load(&action->gaze);
    bool live = !hidden && (!recorded || (!for_eyes && atomic_load(&action->elsewhere)));
    bool active = live && state->isActive;
    if (recorded)
        active |= us_space_is_gaze_on(session, action) && atomic_load(&session->gaze_seen);
    state->isActive = active ? XR_TRUE : XR_FALSE;
    return result;
}
