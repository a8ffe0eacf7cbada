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

PFN_xrCreateAction const us_hook_CreateAction = create_action;
PFN_xrGetActionStateBoolean const us_hook_GetActionStateBoolean = get_boolean;
PFN_xrGetActionStateFloat const us_hook_GetActionStateFloat = get_float;
PFN_xrGetActionStatePose const us_hook_GetActionStatePose = get_pose;
