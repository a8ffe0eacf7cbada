/* SPDX-License-Identifier: MIT */
/* Creation of action sets and actions, attachment, and xrSyncActions. */
#include "layer/state/session.h"
#include "layer/hooks/hooks.h"

#include <stdlib.h>

#include "layer/bindings/action.h"
#include "layer/answer/current_profile.h"
#include "layer/answer/input.h"
#include "layer/answer/playback.h"
#include "layer/answer/scripted.h"

static XRAPI_ATTR XrResult XRAPI_CALL hook_xrCreateActionSet(XrInstance handle,
                                                             const XrActionSetCreateInfo *info,
                                                             XrActionSet *set_handle)
{
    struct us_instance *instance = us_instance_find(handle);
    US_RETURN_IF_INVALID(instance);
    XrResult result = instance->next.xrCreateActionSet(handle, info, set_handle);
    if (XR_FAILED(result))
        return result;
    struct us_action_set *set = us_action_set_new(&instance->bindings, *set_handle, info);
    if (set != NULL && !us_handle_table_add(&set->node))
        us_action_set_unref(set);
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL hook_xrDestroyActionSet(XrActionSet handle)
{
    struct us_action_set *set = us_action_set_find(handle);
    struct us_instance *instance = us_session_set_instance(set);
    US_RETURN_IF_INVALID(instance);
    struct us_node *list = us_handle_table_detach((struct us_node *)set);
    return us_handle_table_settle(list, instance->next.xrDestroyActionSet(handle));
}

static uint32_t count_hidden(const struct us_instance *instance, const XrActionCreateInfo *info)
{
    uint32_t count = 0;
    for (uint32_t i = 0; info->subactionPaths != NULL && i < info->countSubactionPaths; i++)
        count += us_bindings_context_hides_path(&instance->bindings, info->subactionPaths[i]);
    return count;
}

/* Creates the action without subaction paths that only the layer knows. */
static XrResult create_without_hidden(const struct us_instance *instance, XrActionSet set,
                                      const XrActionCreateInfo *info, XrAction *action)
{
    XrPath *paths = malloc(info->countSubactionPaths * sizeof *paths);
    if (paths == NULL)
        return XR_ERROR_OUT_OF_MEMORY;
    XrActionCreateInfo below = *info;
    below.countSubactionPaths = 0;
    for (uint32_t i = 0; i < info->countSubactionPaths; i++) {
        if (!us_bindings_context_hides_path(&instance->bindings, info->subactionPaths[i]))
            paths[below.countSubactionPaths++] = info->subactionPaths[i];
    }
    below.subactionPaths = below.countSubactionPaths > 0 ? paths : NULL;
    XrResult result = instance->next.xrCreateAction(set, &below, action);
    free(paths);
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL hook_xrCreateAction(XrActionSet set_handle,
                                                          const XrActionCreateInfo *info,
                                                          XrAction *action_handle)
{
    struct us_action_set *set = us_action_set_find(set_handle);
    struct us_instance *instance = us_session_set_instance(set);
    US_RETURN_IF_INVALID(instance);
    if (set == NULL || info == NULL)
        return instance->next.xrCreateAction(set_handle, info, action_handle);
    uint32_t hidden = count_hidden(instance, info);
    if (hidden > 1)
        return XR_ERROR_PATH_UNSUPPORTED;
    XrResult result = hidden == 1 ? create_without_hidden(instance, set_handle, info, action_handle)
                                  : instance->next.xrCreateAction(set_handle, info, action_handle);
    if (XR_FAILED(result))
        return result;
    struct us_action *action = us_action_new(set, *action_handle, info);
    if (action != NULL && !us_handle_table_add(&action->node))
        us_action_unref(action);
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL hook_xrDestroyAction(XrAction handle)
{
    struct us_action *action = us_action_find(handle);
    struct us_instance *instance = us_session_set_instance(action != NULL ? action->set : NULL);
    US_RETURN_IF_INVALID(instance);
    struct us_node *list = us_handle_table_detach((struct us_node *)action);
    return us_handle_table_settle(list, instance->next.xrDestroyAction(handle));
}

/* Counts in the summary which kinds of input the app's actions are bound to. */
static void count_bindings(struct us_instance *instance, const struct us_binding_plan *plan)
{
    us_status_summary_note_step(instance->summary, US_SUMMARY_ATTACHED);
    for (uint32_t i = 0; plan != NULL && i < plan->action_count; i++) {
        const struct us_binding_plan_action *action = &plan->actions[i];
        if (action->action->node.is_own)
            continue;
        XrActionType type = action->action->type;
        unsigned users = us_binding_plan_users(plan, action->action, XR_NULL_PATH);
        if ((users & 1u << US_USER_EYES) != 0)
            us_status_summary_note_step(instance->summary, US_SUMMARY_BOUND_GAZE);
        if ((users & ~(1u << US_USER_EYES)) == 0 || type == XR_ACTION_TYPE_VIBRATION_OUTPUT)
            continue;
        us_status_summary_note_step(instance->summary, type == XR_ACTION_TYPE_POSE_INPUT
                                                           ? US_SUMMARY_BOUND_POSE
                                                           : US_SUMMARY_BOUND_BUTTON);
    }
}

static XRAPI_ATTR XrResult XRAPI_CALL
hook_xrAttachSessionActionSets(XrSession handle, const XrSessionActionSetsAttachInfo *info)
{
    US_SESSION_OF_CALL(handle, session, instance);
    XrResult result = instance->next.xrAttachSessionActionSets(handle, info);
    if (XR_FAILED(result) || session == NULL || atomic_load(&session->attached))
        return result;
    for (uint32_t i = 0; i < info->countActionSets; i++) {
        struct us_action_set *set = us_action_set_find(info->actionSets[i]);
        if (set != NULL)
            atomic_store(&set->attached, true);
    }
    struct us_input *input =
        us_input_create(us_binding_plan_create(&instance->bindings, session->has_spaces, info));
    atomic_store_explicit(&session->input, input, memory_order_release);
    atomic_store_explicit(&session->profiles, us_current_profiles_create(us_input_plan(session)),
                          memory_order_release);
    atomic_store(&session->attached, true);
    us_current_profile_log_played(instance, us_input_plan(session));
    count_bindings(instance, us_input_plan(session));
    if (input == NULL)
        us_message_log(&instance->log, US_MESSAGE_LOG_ERROR,
                       "out of memory: no actions are played, and all input stays live");
    return result;
}

enum { SYNC_SETS_ON_STACK = 32 };

/*
 * Leaves out action sets that are active for a user path that the chain below does not know. This
 * needs a copy of the list; it is on the stack unless the app has very many sets.
 */
static XrResult sync_without_hidden(struct us_session *session, const XrActionsSyncInfo *info)
{
    const struct us_instance *instance = session->instance;
    XrActiveActionSet on_stack[SYNC_SETS_ON_STACK], *kept = on_stack;
    if (info->countActiveActionSets > SYNC_SETS_ON_STACK)
        kept = malloc(info->countActiveActionSets * sizeof *kept);
    if (kept == NULL)
        return XR_ERROR_OUT_OF_MEMORY;
    XrActionsSyncInfo below = *info;
    below.countActiveActionSets = 0;
    for (uint32_t i = 0; i < info->countActiveActionSets; i++) {
        const XrActiveActionSet *active = &info->activeActionSets[i];
        if (!us_bindings_context_hides_path(&instance->bindings, active->subactionPath))
            kept[below.countActiveActionSets++] = *active;
    }
    below.activeActionSets = below.countActiveActionSets > 0 ? kept : NULL;
    XrResult result = instance->next.xrSyncActions(session->handle, &below);
    if (kept != on_stack)
        free(kept);
    return result;
}

/* Validates user paths and sets that the chain below could not check. */
static XrResult check_active(const struct us_session *session, const XrActionsSyncInfo *info)
{
    const struct us_instance *instance = session->instance;
    const struct us_binding_plan *plan = us_input_plan(session);
    for (uint32_t i = 0; i < info->countActiveActionSets; i++) {
        const XrActiveActionSet *active = &info->activeActionSets[i];
        if (active->subactionPath == XR_NULL_PATH)
            continue;
        bool hidden = us_bindings_context_hides_path(&instance->bindings, active->subactionPath);
        uint32_t set = plan != NULL ? us_binding_plan_find_set(plan, active->actionSet)
                                    : (uint32_t)US_BINDING_PLAN_NONE;
        if (hidden && set == US_BINDING_PLAN_NONE)
            return XR_ERROR_ACTIONSET_NOT_ATTACHED;
        if ((hidden || session->has_spaces) && set != US_BINDING_PLAN_NONE &&
            !us_binding_plan_has_subaction_path(plan, set, active->subactionPath))
            return XR_ERROR_PATH_UNSUPPORTED;
    }
    return XR_SUCCESS;
}

static bool names_hidden(const struct us_instance *instance, const XrActionsSyncInfo *info)
{
    for (uint32_t i = 0; info->activeActionSets != NULL && i < info->countActiveActionSets; i++) {
        if (us_bindings_context_hides_path(&instance->bindings,
                                           info->activeActionSets[i].subactionPath))
            return true;
    }
    return false;
}

/*
 * Whether a script denies the input of the sync that the session has just made. Then the chain
 * below gets another sync without action sets, which makes its actions inactive, too.
 */
static bool is_denied(struct us_session *session)
{
    XrTime time = atomic_load_explicit(&session->sync_ns, memory_order_relaxed);
    struct us_playback_moment moment = us_playback_moment(session, time);
    bool denied = !us_answer_scripted_gives_input(session, &moment);
    atomic_store_explicit(&session->input_denied, denied, memory_order_release);
    if (!denied)
        return false;
    const XrActionsSyncInfo nothing = {.type = XR_TYPE_ACTIONS_SYNC_INFO};
    (void)session->instance->next.xrSyncActions(session->handle, &nothing);
    return true;
}

static XRAPI_ATTR XrResult XRAPI_CALL hook_xrSyncActions(XrSession handle,
                                                         const XrActionsSyncInfo *info)
{
    US_SESSION_OF_CALL(handle, session, instance);
    if (session == NULL || info == NULL)
        return instance->next.xrSyncActions(handle, info);
    XrResult result = names_hidden(instance, info) ? sync_without_hidden(session, info)
                                                   : instance->next.xrSyncActions(handle, info);
    XrResult checked = XR_SUCCEEDED(result) ? check_active(session, info) : XR_SUCCESS;
    if (XR_FAILED(checked))
        return checked;
    if (result == XR_SESSION_NOT_FOCUSED && us_focus_is_forced(&session->focus))
        result = XR_SUCCESS;
    if (XR_SUCCEEDED(result)) {
        us_playback_on_sync(session, result != XR_SESSION_NOT_FOCUSED);
        if (is_denied(session))
            result = XR_SESSION_NOT_FOCUSED;
        us_input_sync(session, info, result != XR_SESSION_NOT_FOCUSED);
        us_current_profiles_on_sync(session);
    }
    return result;
}

const struct us_handler us_hooks_action[] = {
    US_HANDLER(xrCreateActionSet, hook_xrCreateActionSet),
    US_HANDLER(xrDestroyActionSet, hook_xrDestroyActionSet),
    US_HANDLER(xrCreateAction, hook_xrCreateAction),
    US_HANDLER(xrDestroyAction, hook_xrDestroyAction),
    US_HANDLER(xrAttachSessionActionSets, hook_xrAttachSessionActionSets),
    US_HANDLER(xrSyncActions, hook_xrSyncActions),
    US_HANDLERS_END,
};
