/* SPDX-License-Identifier: MIT */
#include "spy.h"

static XRAPI_ATTR XrResult XRAPI_CALL create_action(XrActionSet set, const XrActionCreateInfo *info,
                                                    XrAction *action)
{
    XrResult result = spy.next.CreateAction(set, info, action);
    if (XR_SUCCEEDED(result)) {
        struct spy_names_entry entry = {.kind = SPY_NAMES_ACTION, .handle = (uint64_t)*action};
        snprintf(entry.name, sizeof entry.name, "%s", info->actionName);
        spy_lock();
        spy_names_set(&spy.names, &entry);
        spy_unlock();
    }
    return result;
}

/* What an app asked for: an action and a subaction path, in words. */
struct asked {
    struct spy_names_entry entry;
    struct probe_report_action action; /* points into `entry` */
};

/* Leaves the log locked. */
static void begin(const XrActionStateGetInfo *info, struct asked *out)
{
    char subaction[SPY_NAMES_TEXT_SIZE] = "";
    uint32_t size;
    if (!info->subactionPath ||
        XR_FAILED(spy.next.PathToString(spy.instance, info->subactionPath, sizeof subaction, &size,
                                        subaction)))
        subaction[0] = '\0';
    spy_lock();
    out->entry = spy_names_get(&spy.names, SPY_NAMES_ACTION, (uint64_t)info->action);
    snprintf(out->entry.subaction, sizeof out->entry.subaction, "%s", subaction);
    out->action.name = out->entry.name;
    out->action.subaction = subaction[0] ? out->entry.subaction : NULL;
}

#define GET_STATE(kind, Kind)                                                                      \
    static XRAPI_ATTR XrResult XRAPI_CALL get_##kind(                                              \
        XrSession session, const XrActionStateGetInfo *info, XrActionState##Kind *state)           \
    {                                                                                              \
        XrResult result = spy.next.GetActionState##Kind(session, info, state);                     \
        struct asked asked;                                                                        \
        begin(info, &asked);                                                                       \
        probe_report_action_##kind(&spy.log, result, spy.time, &asked.action, state);              \
        spy_unlock();                                                                              \
        return result;                                                                             \
    }
GET_STATE(boolean, Boolean)
GET_STATE(float, Float)
GET_STATE(pose, Pose)
GET_STATE(vector2f, Vector2f)

static XRAPI_ATTR XrResult XRAPI_CALL sync_actions(XrSession session, const XrActionsSyncInfo *info)
{
    XrResult result = spy.next.SyncActions(session, info);
    spy_lock();
    probe_report_sync(&spy.log, result);
    spy_unlock();
    return result;
}

/* The haptic calls name an action as the state calls do. */
static XrActionStateGetInfo as_state(const XrHapticActionInfo *info)
{
    return (XrActionStateGetInfo){.type = XR_TYPE_ACTION_STATE_GET_INFO,
                                  .action = info->action,
                                  .subactionPath = info->subactionPath};
}

static XRAPI_ATTR XrResult XRAPI_CALL apply_haptic(XrSession session,
                                                   const XrHapticActionInfo *info,
                                                   const XrHapticBaseHeader *feedback)
{
    XrResult result = spy.next.ApplyHapticFeedback(session, info, feedback);
    if (!feedback || feedback->type != XR_TYPE_HAPTIC_VIBRATION)
        return result;
    const XrActionStateGetInfo state = as_state(info);
    struct asked asked;
    begin(&state, &asked);
    probe_report_haptic(&spy.log, result, spy.time, &asked.action,
                        (const XrHapticVibration *)feedback);
    spy_unlock();
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL stop_haptic(XrSession session, const XrHapticActionInfo *info)
{
    XrResult result = spy.next.StopHapticFeedback(session, info);
    const XrActionStateGetInfo state = as_state(info);
    struct asked asked;
    begin(&state, &asked);
    probe_report_haptic(&spy.log, result, spy.time, &asked.action, NULL);
    spy_unlock();
    return result;
}

static void name_path(XrPath path, char out_text[SPY_NAMES_TEXT_SIZE])
{
    uint32_t size;
    if (!path ||
        XR_FAILED(spy.next.PathToString(spy.instance, path, SPY_NAMES_TEXT_SIZE, &size, out_text)))
        out_text[0] = '\0';
}

static XRAPI_ATTR XrResult XRAPI_CALL get_profile(XrSession session, XrPath user,
                                                  XrInteractionProfileState *state)
{
    char user_text[SPY_NAMES_TEXT_SIZE], profile[SPY_NAMES_TEXT_SIZE];
    XrResult result = spy.next.GetCurrentInteractionProfile(session, user, state);
    if (XR_FAILED(result))
        return result;
    name_path(user, user_text);
    name_path(state->interactionProfile, profile);
    spy_lock();
    probe_report_profile(&spy.log, user_text, profile);
    spy_unlock();
    return result;
}

PFN_xrCreateAction const spy_hook_CreateAction = create_action;
PFN_xrGetActionStateBoolean const spy_hook_GetActionStateBoolean = get_boolean;
PFN_xrGetActionStateFloat const spy_hook_GetActionStateFloat = get_float;
PFN_xrGetActionStatePose const spy_hook_GetActionStatePose = get_pose;
PFN_xrGetActionStateVector2f const spy_hook_GetActionStateVector2f = get_vector2f;
PFN_xrSyncActions const spy_hook_SyncActions = sync_actions;
PFN_xrGetCurrentInteractionProfile const spy_hook_GetCurrentInteractionProfile = get_profile;
PFN_xrApplyHapticFeedback const spy_hook_ApplyHapticFeedback = apply_haptic;
PFN_xrStopHapticFeedback const spy_hook_StopHapticFeedback = stop_haptic;
