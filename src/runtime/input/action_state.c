/* SPDX-License-Identifier: MIT */
/*
 * xrGetActionStateBoolean, xrGetActionStateFloat, xrGetActionStateVector2f and
 * xrGetActionStatePose: the states of the last sync.
 */
#include "runtime/input/binding.h"
#include "runtime/instance/call.h"

static const struct rt_action_state
    inactive; /* that of each action of a session that does not run */

/* Finds the state that the app asks for. */
static XrResult find_state(const struct rt_session *session, const XrActionStateGetInfo *info,
                           XrActionType type, const struct rt_action_state **out_state)
{
    if (info == NULL || info->type != XR_TYPE_ACTION_STATE_GET_INFO)
        return XR_ERROR_VALIDATION_FAILURE;
    struct rt_action *action = NULL;
    enum rt_user user = RT_USER_ANY;
    const XrResult result =
        rt_binding_find_action(session, info->action, info->subactionPath, type, &action, &user);
    if (result == XR_SUCCESS)
        *out_state = session->running ? &action->states[user] : &inactive;
    return result;
}

/* xrGetActionState<kind>. The last arguments are the members behind `next`, of the state `found`.
 */
#define GET_STATE(kind, KIND, ...)                                                                 \
    static XrResult get_##KIND(const struct rt_session *session, const XrActionStateGetInfo *info, \
                               XrActionState##kind *state)                                         \
    {                                                                                              \
        const struct rt_action_state *found = NULL;                                                \
        if (state == NULL || state->type != XR_TYPE_ACTION_STATE_##KIND)                           \
            return XR_ERROR_VALIDATION_FAILURE;                                                    \
        const XrResult result = find_state(session, info, XR_ACTION_TYPE_##KIND##_INPUT, &found);  \
        if (found != NULL)                                                                         \
            *state = (XrActionState##kind){state->type, state->next, __VA_ARGS__};                 \
        return result;                                                                             \
    }                                                                                              \
    RT_CALL(xrGetActionState##kind, SESSION,                                                       \
            (XrSession handle, const XrActionStateGetInfo *info, XrActionState##kind *state),      \
            get_##KIND(object, info, state))

GET_STATE(Boolean, BOOLEAN, found->value.x >= 0.5f, found->changed, found->since,
          found->source != NULL)
GET_STATE(Float, FLOAT, found->value.x, found->changed, found->since, found->source != NULL)
GET_STATE(Vector2f, VECTOR2F, found->value, found->changed, found->since, found->source != NULL)
GET_STATE(Pose, POSE, found->source != NULL)

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
                .haptics[bound == RT_USER_LEFT ? US_HAND_LEFT : US_HAND_RIGHT]++;
    }
    return XR_SUCCESS;
}

static XrResult apply(struct rt_session *session, const XrHapticActionInfo *info,
                      const XrHapticBaseHeader *feedback)
{
    const XrHapticVibration *vibration = (const XrHapticVibration *)feedback;
    const bool bad = vibration == NULL || vibration->type != XR_TYPE_HAPTIC_VIBRATION ||
                     !(vibration->amplitude >= 0 && vibration->amplitude <= 1);
    return bad ? XR_ERROR_VALIDATION_FAILURE : vibrate(session, info, vibration);
}

RT_CALL(xrApplyHapticFeedback, SESSION,
        (XrSession handle, const XrHapticActionInfo *info, const XrHapticBaseHeader *feedback),
        apply(object, info, feedback))

RT_CALL(xrStopHapticFeedback, SESSION, (XrSession handle, const XrHapticActionInfo *info),
        vibrate(object, info, NULL))
