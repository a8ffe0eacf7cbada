/* SPDX-License-Identifier: MIT */
/* Vibrations go to the runtime's device; the summary counts them. */
#include "layer/state/session.h"
#include "layer/hooks/hooks.h"

#include <inttypes.h>

#include "layer/bindings/action.h"
#include "layer/answer/input.h"
#include "layer/answer/playback.h"

static bool is_played(const struct us_session *session, const struct us_action *action,
                      XrPath subaction)
{
    struct us_input_answer answer = us_input_get(session, action, subaction);
    return answer.from != US_SOURCE_RUNTIME || answer.is_handed_over;
}

static bool is_denied(const struct us_session *session)
{
    return session != NULL && atomic_load_explicit(&session->input_denied, memory_order_acquire);
}

/* The runtime refuses a user path that only the layer knows, and a session without the focus that
 * the layer reports. The app must not see these two errors. */
static XrResult hide_own_errors(const struct us_session *session, const XrHapticActionInfo *info,
                                XrResult result)
{
    if (result == XR_SESSION_NOT_FOCUSED && session != NULL && us_focus_is_forced(&session->focus))
        return is_denied(session) ? result : XR_SUCCESS;
    const struct us_action *action =
        session != NULL && info != NULL ? us_action_find(info->action) : NULL;
    if (result != XR_ERROR_PATH_UNSUPPORTED || action == NULL ||
        !us_action_has_subaction_path(action, info->subactionPath) ||
        !is_played(session, action, info->subactionPath))
        return result;
    return atomic_load(&session->focused) ? XR_SUCCESS : XR_SESSION_NOT_FOCUSED;
}

/* A vibration of amplitude 0 is none. */
static bool vibrates(const XrHapticBaseHeader *feedback)
{
    return feedback != NULL && (feedback->type != XR_TYPE_HAPTIC_VIBRATION ||
                                ((const XrHapticVibration *)feedback)->amplitude > 0.0f);
}

/* The hands that the app named, a bit each. */
static unsigned named_hands(const struct us_session *session, const XrHapticActionInfo *info)
{
    const XrPath *paths = session->instance->bindings.user_paths;
    const struct us_action *action = us_action_find(info->action);
    unsigned hands = 0;
    for (unsigned i = US_USER_LEFT; i <= US_USER_RIGHT; i++) {
        bool is_named = info->subactionPath == paths[i] ||
                        (info->subactionPath == XR_NULL_PATH && action != NULL &&
                         us_action_has_subaction_path(action, paths[i]));
        hands |= is_named ? 1u << i : 0;
    }
    return hands;
}

/* Counts a vibration in the summary, with its hands and its recording time. */
static void count_vibration(const struct us_session *session, const XrHapticActionInfo *info)
{
    const unsigned hands = 1u << US_USER_LEFT | 1u << US_USER_RIGHT;
    unsigned users = us_binding_plan_users(us_input_plan(session), us_action_find(info->action),
                                           info->subactionPath);
    if ((users & hands) == 0)
        us_status_summary_note_live_vibration(session->instance->summary,
                                              named_hands(session, info));
    else
        us_status_summary_note_vibration(
            session->instance->summary, users & hands,
            us_playback_time(session, us_session_latest_ns(session)).recording_s);
}

/* Logs a vibration. It prints integers in thousandths, because a decimal point depends on the
 * locale. */
static void log_vibration(struct us_instance *instance, const XrHapticBaseHeader *feedback)
{
    if (feedback->type != XR_TYPE_HAPTIC_VIBRATION)
        return;
    const XrHapticVibration *vibration = (const XrHapticVibration *)feedback;
    us_message_log(&instance->log, US_MESSAGE_LOG_DEBUG,
                   "haptic vibration: amplitude %d/1000, frequency %d mHz, duration %" PRId64 " ns",
                   (int)(vibration->amplitude * 1000.0f), (int)(vibration->frequency * 1000.0f),
                   (int64_t)vibration->duration);
}

/* While a script denies input, nothing vibrates. xrStopHapticFeedback reports what is wrong with
 * the action. */
static XrResult refuse(const struct us_session *session, const XrHapticActionInfo *info)
{
    XrResult result = session->instance->next.xrStopHapticFeedback(session->handle, info);
    return XR_FAILED(result) ? result : XR_SESSION_NOT_FOCUSED;
}

static XRAPI_ATTR XrResult XRAPI_CALL hook_xrApplyHapticFeedback(XrSession handle,
                                                                 const XrHapticActionInfo *info,
                                                                 const XrHapticBaseHeader *feedback)
{
    US_SESSION_OF_CALL(handle, session, instance);
    XrResult result = is_denied(session)
                          ? refuse(session, info)
                          : instance->next.xrApplyHapticFeedback(handle, info, feedback);
    result = hide_own_errors(session, info, result);
    if (result == XR_SUCCESS && session != NULL && instance->bindings.plays.any && info != NULL &&
        vibrates(feedback))
        count_vibration(session, info);
    if (result == XR_SUCCESS && feedback != NULL)
        log_vibration(instance, feedback);
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL hook_xrStopHapticFeedback(XrSession handle,
                                                                const XrHapticActionInfo *info)
{
    US_SESSION_OF_CALL(handle, session, instance);
    XrResult result = instance->next.xrStopHapticFeedback(handle, info);
    result = hide_own_errors(session, info, result);
    if (result == XR_SUCCESS && is_denied(session))
        result = XR_SESSION_NOT_FOCUSED;
    if (result == XR_SUCCESS)
        us_message_log(&instance->log, US_MESSAGE_LOG_DEBUG, "haptic vibration stopped");
    return result;
}

const struct us_handler us_hooks_haptic[] = {
    US_HANDLER(xrApplyHapticFeedback, hook_xrApplyHapticFeedback),
    US_HANDLER(xrStopHapticFeedback, hook_xrStopHapticFeedback),
    US_HANDLERS_END,
};
