// SPDX-License-Identifier: MIT
// xrApplyHapticFeedback and xrStopHapticFeedback: the runtime counts haptics, and writes a line
// for each if the settings name a report:
//
//   {"haptic":"left","action":"name","time":t,"amplitude":a,"duration":ns,"frequency":hz}
//   {"haptic_stop":"left","action":"name","time":t}
#include "runtime/input/binding.h"
#include "runtime/instance/call.h"

// Appends a line to the report. `vibration` is NULL for a stop.
static void report_haptic(const struct rt_session *session, const struct rt_action *action,
                          enum rt_user user, const XrHapticVibration *vibration)
{
    struct rt_report_line line;
    if (!rt_report_begin(&line, &session->object.instance->settings))
        return;
    struct us_json_text *text = &line.text;
    us_json_text_raw(text, "{");
    us_json_text_string(text, vibration == NULL ? "haptic_stop" : "haptic",
                        rt_user_path_name(user));
    us_json_text_string(text, "action", action->name);
    us_json_text_integer(text, "time", rt_session_time(session));
    if (vibration != NULL) {
        us_json_text_number(text, "amplitude", (double)vibration->amplitude);
        us_json_text_integer(text, "duration", vibration->duration);
        us_json_text_number(text, "frequency", (double)vibration->frequency);
    }
    us_json_text_raw(text, "}");
    rt_report_end(&line);
}

// `feedback` is NULL for a stop.
static XrResult vibrate(struct rt_session *session, const XrHapticActionInfo *info,
                        const XrHapticVibration *feedback)
{
    if (info == NULL || info->type != XR_TYPE_HAPTIC_ACTION_INFO)
        return XR_ERROR_VALIDATION_FAILURE;
    struct rt_action *action = NULL;
    enum rt_user user = RT_USER_ANY;
    const XrResult result = rt_binding_find_action(session, info->action, info->subactionPath,
                                                   XR_ACTION_TYPE_VIBRATION_OUTPUT, &action, &user);
    if (result != XR_SUCCESS)
        return result;
    if (session->state != XR_SESSION_STATE_FOCUSED)
        return XR_SESSION_NOT_FOCUSED;
    for (uint32_t i = 0; i < action->source_count; i++) {
        const enum rt_user bound = action->sources[i].user;
        if (user != RT_USER_ANY && user != bound)
            continue;
        report_haptic(session, action, bound, feedback);
        if (feedback != NULL)
            session->object.instance->counters
                .haptics[bound == RT_USER_LEFT ? RT_HAND_LEFT : RT_HAND_RIGHT]++;
    }
    return XR_SUCCESS;
}

XRAPI_ATTR XrResult XRAPI_CALL xrApplyHapticFeedback(XrSession session,
                                                     const XrHapticActionInfo *hapticActionInfo,
                                                     const XrHapticBaseHeader *hapticFeedback)
{
    struct rt_call call;
    if (RT_ENTER(&call, xrApplyHapticFeedback, SESSION, session)) {
        const XrHapticVibration *vibration = (const XrHapticVibration *)hapticFeedback;
        const bool bad = vibration == NULL || vibration->type != XR_TYPE_HAPTIC_VIBRATION ||
                         !(vibration->amplitude >= 0 && vibration->amplitude <= 1);
        call.result = bad ? XR_ERROR_VALIDATION_FAILURE
                          : vibrate((struct rt_session *)call.object, hapticActionInfo, vibration);
    }
    return rt_call_leave(&call);
}

XRAPI_ATTR XrResult XRAPI_CALL xrStopHapticFeedback(XrSession session,
                                                    const XrHapticActionInfo *hapticActionInfo)
{
    struct rt_call call;
    if (RT_ENTER(&call, xrStopHapticFeedback, SESSION, session))
        call.result = vibrate((struct rt_session *)call.object, hapticActionInfo, NULL);
    return rt_call_leave(&call);
}
