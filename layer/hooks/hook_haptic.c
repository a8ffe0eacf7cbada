/* SPDX-License-Identifier: MIT */
/* Vibrations go to the runtime's device; the summary counts them. */
#include "layer/hooks/hook_call.h"
#include "layer/hooks/hooks.h"

#include <inttypes.h>

#include "layer/bindings/action.h"
#include "layer/answer/input.h"
#include "layer/answer/playback.h"
#include "layer/state/session.h"

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
    if (result == XR_SESSION_NOT_FOCUSED && session != NULL && us_session_is_forced(session))
        return is_denied(session) ? result : XR_SUCCESS;
    const struct us_action *action =
        session != NULL && info != NULL ? us_action_find(info->action) : NULL;
    if (result != XR_ERROR_PATH_UNSUPPORTED || action == NULL ||
        !us_action_has_subaction_path(action, info->subactionPath) ||
        !is_played(session, action, info->subactionPath))
        return result;
    return atomic_load(&session->focused) ? XR_SUCCESS : XR_SESSION_NOT_FOCUSED;
}

/* Counts a vibration in the summary, with its hands and its recording time. */
static void count_vibration(const struct us_session *session, const XrHapticActionInfo *info)
{
    const unsigned hands = 1u << US_USER_LEFT | 1u << US_USER_RIGHT;
    XrTime time = atomic_load_explicit(&session->latest_ns, memory_order_relaxed);
    unsigned users = us_binding_plan_users(us_input_plan(session), us_action_find(info->action),
                                           info->subactionPath);
    us_summary_note_vibration(session->instance->summary, users & hands,
                              us_playback_time(session, time).recording_s);
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

XRAPI_ATTR XrResult XRAPI_CALL us_hook_xrApplyHapticFeedback(XrSession handle,
                                                             const XrHapticActionInfo *info,
                                                             const XrHapticBaseHeader *feedback)
{
    struct us_session *session;
    struct us_instance *instance = us_hook_call_session(handle, &session);
    if (instance == NULL)
        return XR_ERROR_HANDLE_INVALID;
    XrResult result = is_denied(session)
                          ? refuse(session, info)
                          : instance->next.xrApplyHapticFeedback(handle, info, feedback);
    result = hide_own_errors(session, info, result);
    if (result == XR_SUCCESS && session != NULL && instance->bindings.plays.any && info != NULL)
        count_vibration(session, info);
    if (result == XR_SUCCESS && feedback != NULL)
        log_vibration(instance, feedback);
    return result;
}

XRAPI_ATTR XrResult XRAPI_CALL us_hook_xrStopHapticFeedback(XrSession handle,
                                                            const XrHapticActionInfo *info)
{
    struct us_session *session;
    struct us_instance *instance = us_hook_call_session(handle, &session);
    if (instance == NULL)
        return XR_ERROR_HANDLE_INVALID;
    XrResult result = instance->next.xrStopHapticFeedback(handle, info);
    result = hide_own_errors(session, info, result);
    if (result == XR_SUCCESS && is_denied(session))
        result = XR_SESSION_NOT_FOCUSED;
    if (result == XR_SUCCESS)
        us_message_log(&instance->log, US_MESSAGE_LOG_DEBUG, "haptic vibration stopped");
    return result;
}
