/* SPDX-License-Identifier: MIT */
/*
 * xrGetActionStateBoolean, xrGetActionStateFloat, xrGetActionStateVector2f and
 * xrGetActionStatePose: the states of the last sync.
 */
#include "runtime/input/binding.h"
#include "runtime/instance/call.h"

/* Finds the state that the app asks for. */
static XrResult find_state(struct rt_object *object, const XrActionStateGetInfo *info,
                           XrActionType type, const struct rt_action_state **out_state)
{
    if (info == NULL || info->type != XR_TYPE_ACTION_STATE_GET_INFO)
        return XR_ERROR_VALIDATION_FAILURE;
    struct rt_action *action = NULL;
    enum rt_user user = RT_USER_ANY;
    const XrResult result = rt_binding_find_action((const struct rt_session *)object, info->action,
                                                   info->subactionPath, type, &action, &user);
    if (result == XR_SUCCESS)
        *out_state = &action->states[user];
    return result;
}

XRAPI_ATTR XrResult XRAPI_CALL xrGetActionStateBoolean(XrSession session,
                                                       const XrActionStateGetInfo *getInfo,
                                                       XrActionStateBoolean *state)
{
    struct rt_call call;
    const struct rt_action_state *found = NULL;
    if (RT_ENTER(&call, xrGetActionStateBoolean, SESSION, session))
        call.result = state == NULL || state->type != XR_TYPE_ACTION_STATE_BOOLEAN
                          ? XR_ERROR_VALIDATION_FAILURE
                          : find_state(call.object, getInfo, XR_ACTION_TYPE_BOOLEAN_INPUT, &found);
    if (found != NULL) {
        state->currentState = found->value.x >= 0.5f;
        state->changedSinceLastSync = found->changed;
        state->lastChangeTime = found->since;
        state->isActive = found->source != NULL;
    }
    return rt_call_leave(&call);
}

XRAPI_ATTR XrResult XRAPI_CALL xrGetActionStateFloat(XrSession session,
                                                     const XrActionStateGetInfo *getInfo,
                                                     XrActionStateFloat *state)
{
    struct rt_call call;
    const struct rt_action_state *found = NULL;
    if (RT_ENTER(&call, xrGetActionStateFloat, SESSION, session))
        call.result = state == NULL || state->type != XR_TYPE_ACTION_STATE_FLOAT
                          ? XR_ERROR_VALIDATION_FAILURE
                          : find_state(call.object, getInfo, XR_ACTION_TYPE_FLOAT_INPUT, &found);
    if (found != NULL) {
        state->currentState = found->value.x;
        state->changedSinceLastSync = found->changed;
        state->lastChangeTime = found->since;
        state->isActive = found->source != NULL;
    }
    return rt_call_leave(&call);
}

XRAPI_ATTR XrResult XRAPI_CALL xrGetActionStateVector2f(XrSession session,
                                                        const XrActionStateGetInfo *getInfo,
                                                        XrActionStateVector2f *state)
{
    struct rt_call call;
    const struct rt_action_state *found = NULL;
    if (RT_ENTER(&call, xrGetActionStateVector2f, SESSION, session))
        call.result = state == NULL || state->type != XR_TYPE_ACTION_STATE_VECTOR2F
                          ? XR_ERROR_VALIDATION_FAILURE
                          : find_state(call.object, getInfo, XR_ACTION_TYPE_VECTOR2F_INPUT, &found);
    if (found != NULL) {
        state->currentState = found->value;
        state->changedSinceLastSync = found->changed;
        state->lastChangeTime = found->since;
        state->isActive = found->source != NULL;
    }
    return rt_call_leave(&call);
}

XRAPI_ATTR XrResult XRAPI_CALL xrGetActionStatePose(XrSession session,
                                                    const XrActionStateGetInfo *getInfo,
                                                    XrActionStatePose *state)
{
    struct rt_call call;
    const struct rt_action_state *found = NULL;
    if (RT_ENTER(&call, xrGetActionStatePose, SESSION, session))
        call.result = state == NULL || state->type != XR_TYPE_ACTION_STATE_POSE
                          ? XR_ERROR_VALIDATION_FAILURE
                          : find_state(call.object, getInfo, XR_ACTION_TYPE_POSE_INPUT, &found);
    if (found != NULL)
        state->isActive = found->source != NULL;
    return rt_call_leave(&call);
}

/*
 * xrApplyHapticFeedback and xrStopHapticFeedback: the runtime counts haptics, and writes a line
 * for each if the settings name a report:
 *
 *   {"haptic":"left","action":"name","time":t,"amplitude":a,"duration":ns,"frequency":hz}
 *   {"haptic_stop":"left","action":"name","time":t}
 */

/* Appends a line to the report. `vibration` is NULL for a stop. */
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

/* `feedback` is NULL for a stop. */
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
        if (feedback != NULL && (bound == RT_USER_LEFT || bound == RT_USER_RIGHT))
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
