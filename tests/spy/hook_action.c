/* SPDX-License-Identifier: MIT */
#include "spy.h"

static XRAPI_ATTR XrResult XRAPI_CALL create_action(XrActionSet set, const XrActionCreateInfo *info,
                                                    XrAction *action)
{
    XrResult result = us_spy.next.CreateAction(set, info, action);
    if (XR_SUCCEEDED(result)) {
        struct us_names_entry entry = {
            .kind = US_NAMES_ACTION, .handle = (uint64_t)*action, .offset = US_POSE_IDENTITY};
        snprintf(entry.name, sizeof entry.name, "%s", info->actionName);
        us_spy_lock();
        us_names_set(&us_spy.names, &entry);
        us_spy_unlock();
    }
    return result;
}

/* What an app asked for: an action and a subaction path, in words. */
struct asked {
    struct us_names_entry entry;
    struct us_report_action action; /* points into `entry` */
};

/* Leaves the log locked. */
static void begin(const XrActionStateGetInfo *info, struct asked *out)
{
    char subaction[US_NAMES_TEXT_SIZE] = "";
    uint32_t size;
    if (!info->subactionPath ||
        XR_FAILED(us_spy.next.PathToString(us_spy.instance, info->subactionPath, sizeof subaction,
                                           &size, subaction)))
        subaction[0] = '\0';
    us_spy_lock();
    out->entry = us_names_get(&us_spy.names, US_NAMES_ACTION, (uint64_t)info->action);
    snprintf(out->entry.subaction, sizeof out->entry.subaction, "%s", subaction);
    out->action.name = out->entry.name;
    out->action.subaction = subaction[0] ? out->entry.subaction : NULL;
}

static XRAPI_ATTR XrResult XRAPI_CALL get_boolean(XrSession session,
                                                  const XrActionStateGetInfo *info,
                                                  XrActionStateBoolean *state)
{
    XrResult result = us_spy.next.GetActionStateBoolean(session, info, state);
    struct asked asked;
    begin(info, &asked);
    us_report_action_boolean(&us_spy.log, result, us_spy.time, &asked.action, state);
    us_spy_unlock();
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL get_float(XrSession session, const XrActionStateGetInfo *info,
                                                XrActionStateFloat *state)
{
    XrResult result = us_spy.next.GetActionStateFloat(session, info, state);
    struct asked asked;
    begin(info, &asked);
    us_report_action_float(&us_spy.log, result, us_spy.time, &asked.action, state);
    us_spy_unlock();
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL get_pose(XrSession session, const XrActionStateGetInfo *info,
                                               XrActionStatePose *state)
{
    XrResult result = us_spy.next.GetActionStatePose(session, info, state);
    struct asked asked;
    begin(info, &asked);
    us_report_action_pose(&us_spy.log, result, us_spy.time, &asked.action, state);
    us_spy_unlock();
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL get_vector2f(XrSession session,
                                                   const XrActionStateGetInfo *info,
                                                   XrActionStateVector2f *state)
{
    XrResult result = us_spy.next.GetActionStateVector2f(session, info, state);
    struct asked asked;
    begin(info, &asked);
    us_report_action_vector2f(&us_spy.log, result, us_spy.time, &asked.action, state);
    us_spy_unlock();
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL sync_actions(XrSession session, const XrActionsSyncInfo *info)
{
    XrResult result = us_spy.next.SyncActions(session, info);
    us_spy_lock();
    us_jsonl_begin(&us_spy.log);
    us_jsonl_text(&us_spy.log, "call", "xrSyncActions");
    us_jsonl_integer(&us_spy.log, "result", result);
    us_jsonl_integer(&us_spy.log, "time", us_spy.time);
    us_jsonl_end(&us_spy.log);
    us_spy_unlock();
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
    XrResult result = us_spy.next.ApplyHapticFeedback(session, info, feedback);
    if (!feedback || feedback->type != XR_TYPE_HAPTIC_VIBRATION)
        return result;
    const XrActionStateGetInfo state = as_state(info);
    struct asked asked;
    begin(&state, &asked);
    us_report_haptic(&us_spy.log, result, us_spy.time, &asked.action,
                     (const XrHapticVibration *)feedback);
    us_spy_unlock();
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL stop_haptic(XrSession session, const XrHapticActionInfo *info)
{
    XrResult result = us_spy.next.StopHapticFeedback(session, info);
    const XrActionStateGetInfo state = as_state(info);
    struct asked asked;
    begin(&state, &asked);
    us_report_haptic(&us_spy.log, result, us_spy.time, &asked.action, NULL);
    us_spy_unlock();
    return result;
}

static void name_path(XrPath path, char out_text[US_NAMES_TEXT_SIZE])
{
    uint32_t size;
    if (!path || XR_FAILED(us_spy.next.PathToString(us_spy.instance, path, US_NAMES_TEXT_SIZE,
                                                    &size, out_text)))
        out_text[0] = '\0';
}

static XRAPI_ATTR XrResult XRAPI_CALL get_profile(XrSession session, XrPath user,
                                                  XrInteractionProfileState *state)
{
    char user_text[US_NAMES_TEXT_SIZE], profile[US_NAMES_TEXT_SIZE];
    XrResult result = us_spy.next.GetCurrentInteractionProfile(session, user, state);
    if (XR_FAILED(result))
        return result;
    name_path(user, user_text);
    name_path(state->interactionProfile, profile);
    us_spy_lock();
    us_report_profile(&us_spy.log, user_text, profile);
    us_spy_unlock();
    return result;
}

PFN_xrCreateAction const us_hook_CreateAction = create_action;
PFN_xrGetActionStateBoolean const us_hook_GetActionStateBoolean = get_boolean;
PFN_xrGetActionStateFloat const us_hook_GetActionStateFloat = get_float;
PFN_xrGetActionStatePose const us_hook_GetActionStatePose = get_pose;
PFN_xrGetActionStateVector2f const us_hook_GetActionStateVector2f = get_vector2f;
PFN_xrSyncActions const us_hook_SyncActions = sync_actions;
PFN_xrGetCurrentInteractionProfile const us_hook_GetCurrentInteractionProfile = get_profile;
PFN_xrApplyHapticFeedback const us_hook_ApplyHapticFeedback = apply_haptic;
PFN_xrStopHapticFeedback const us_hook_StopHapticFeedback = stop_haptic;
