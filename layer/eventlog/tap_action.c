/* SPDX-License-Identifier: MIT */
/* Taps of functions that sync actions, read their states, and vibrate. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "layer/answer/input.h"
#include "layer/eventlog/event_log.h"

static XRAPI_ATTR XrResult XRAPI_CALL tap_xrSyncActions(XrSession handle,
                                                        const XrActionsSyncInfo *info)
{
    US_EVENT_LOG_OF_CALL(handle, session, log);
    XrResult result = US_EVENT_LOG_TAPPED(log, session, xrSyncActions, (handle, info));
    if (session != NULL && session->headless)
        us_call_watch_add_frame(log->calls);
    /* A sync may start playback. */
    if (XR_SUCCEEDED(result) && session != NULL)
        us_event_log_follow(log, session);
    struct us_log_event *event =
        session != NULL
            ? us_event_log_begin(log, session, US_LOG_EVENT_LEVEL_FRAMES, US_LOG_EVENT_SYNC)
            : NULL;
    if (event == NULL)
        return result;
    event->of.sync.result = result;
    us_event_journal_commit(event);
    return result;
}

enum { STATE_LOGGED = 1, STATE_ACTIVE = 2, STATE_CHANGED = 4 };

/* Whether the state differs from the last one logged. The reset of changedSinceLastSync alone does
 * not count. */
static bool is_new_answer(struct us_log_state_slot *slot, uint32_t session,
                          struct us_input_state answer)
{
    uint32_t bits[2];
    memcpy(&bits[0], &answer.x, sizeof bits[0]);
    memcpy(&bits[1], &answer.y, sizeof bits[1]);
    uint64_t value = (uint64_t)bits[0] << 32 | bits[1];
    uint64_t state = (uint64_t)session << 32 | STATE_LOGGED |
                     (answer.active ? (uint64_t)STATE_ACTIVE : 0) |
                     (answer.changed ? (uint64_t)STATE_CHANGED : 0);
    uint64_t old_value = atomic_exchange_explicit(&slot->value, value, memory_order_relaxed);
    uint64_t old_state = atomic_exchange_explicit(&slot->state, state, memory_order_relaxed);
    if (old_value != value ||
        (old_state & ~(uint64_t)STATE_CHANGED) != (state & ~(uint64_t)STATE_CHANGED))
        return true;
    return answer.changed && (old_state & STATE_CHANGED) == 0;
}

static void copy_name(char out[US_LOG_EVENT_NAME_SIZE], const char *name)
{
    snprintf(out, US_LOG_EVENT_NAME_SIZE, "%s", name);
}

static void write_state(struct us_event_log *log, const struct us_session *session,
                        const XrActionStateGetInfo *info, XrActionType type,
                        struct us_input_state answer, enum us_source from)
{
    const struct us_action *action = us_action_find(info->action);
    struct us_log_state_slot *slot = us_event_log_find_slot(action, info->subactionPath);
    if (slot == NULL || session == NULL ||
        !is_new_answer(slot, us_event_log_state(session)->number, answer))
        return;
    struct us_log_event *event =
        us_event_log_begin(log, session, US_LOG_EVENT_LEVEL_EVENTS, US_LOG_EVENT_ACTION);
    if (event == NULL)
        return;
    copy_name(event->of.action.action, us_event_log_action(action)->name);
    copy_name(event->of.action.subaction, slot->text);
    event->of.action.type = type;
    event->of.action.active = answer.active;
    event->of.action.changed = answer.changed;
    event->of.action.x = answer.x;
    event->of.action.y = answer.y;
    event->of.action.from = from;
    us_event_journal_commit(event);
}

#define STATE_TAP(name, struct_type, action_type)                                                  \
    static XRAPI_ATTR XrResult XRAPI_CALL tap_##name(                                              \
        XrSession handle, const XrActionStateGetInfo *info, struct_type *state)                    \
    {                                                                                              \
        US_EVENT_LOG_OF_CALL(handle, session, log);                                                \
        struct us_answers answers;                                                                 \
        XrResult result = US_EVENT_LOG_ASK(log, name, (handle, info, state), &answers);            \
        us_event_log_result(log, session, US_FUNCTION_##name, result);                             \
        if (XR_SUCCEEDED(result))                                                                  \
            write_state(log, session, info, action_type, us_input_read_state(action_type, state),  \
                        us_answers_get(&answers, 0).from);                                         \
        return result;                                                                             \
    }

STATE_TAP(xrGetActionStateBoolean, XrActionStateBoolean, XR_ACTION_TYPE_BOOLEAN_INPUT)
STATE_TAP(xrGetActionStateFloat, XrActionStateFloat, XR_ACTION_TYPE_FLOAT_INPUT)
STATE_TAP(xrGetActionStateVector2f, XrActionStateVector2f, XR_ACTION_TYPE_VECTOR2F_INPUT)
STATE_TAP(xrGetActionStatePose, XrActionStatePose, XR_ACTION_TYPE_POSE_INPUT)

static struct us_log_event *begin_haptic(struct us_event_log *log, const struct us_session *session,
                                         const XrHapticActionInfo *info, XrResult result)
{
    const struct us_action *action = info != NULL ? us_action_find(info->action) : NULL;
    const struct us_log_state_slot *slot =
        action != NULL ? us_event_log_find_slot(action, info->subactionPath) : NULL;
    struct us_log_event *event =
        slot != NULL
            ? us_event_log_begin(log, session, US_LOG_EVENT_LEVEL_EVENTS, US_LOG_EVENT_HAPTIC)
            : NULL;
    if (event == NULL)
        return NULL;
    copy_name(event->of.haptic.action, us_event_log_action(action)->name);
    copy_name(event->of.haptic.subaction, slot->text);
    event->of.haptic.is_stop = true;
    event->of.haptic.duration_ns = 0;
    event->of.haptic.frequency = event->of.haptic.amplitude = (float)NAN;
    event->of.haptic.result = result;
    return event;
}

static XRAPI_ATTR XrResult XRAPI_CALL tap_xrApplyHapticFeedback(XrSession handle,
                                                                const XrHapticActionInfo *info,
                                                                const XrHapticBaseHeader *feedback)
{
    US_EVENT_LOG_OF_CALL(handle, session, log);
    XrResult result =
        US_EVENT_LOG_TAPPED(log, session, xrApplyHapticFeedback, (handle, info, feedback));
    struct us_log_event *event = begin_haptic(log, session, info, result);
    if (event == NULL)
        return result;
    event->of.haptic.is_stop = false;
    if (feedback != NULL && feedback->type == XR_TYPE_HAPTIC_VIBRATION) {
        const XrHapticVibration *vibration = (const void *)feedback;
        event->of.haptic.duration_ns = vibration->duration;
        event->of.haptic.frequency = vibration->frequency;
        event->of.haptic.amplitude = vibration->amplitude;
    }
    us_event_journal_commit(event);
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL tap_xrStopHapticFeedback(XrSession handle,
                                                               const XrHapticActionInfo *info)
{
    US_EVENT_LOG_OF_CALL(handle, session, log);
    XrResult result = US_EVENT_LOG_TAPPED(log, session, xrStopHapticFeedback, (handle, info));
    struct us_log_event *event = begin_haptic(log, session, info, result);
    if (event != NULL)
        us_event_journal_commit(event);
    return result;
}

const struct us_handler us_taps_action[] = {
    US_HANDLER(xrSyncActions, tap_xrSyncActions),
    US_HANDLER(xrGetActionStateBoolean, tap_xrGetActionStateBoolean),
    US_HANDLER(xrGetActionStateFloat, tap_xrGetActionStateFloat),
    US_HANDLER(xrGetActionStateVector2f, tap_xrGetActionStateVector2f),
    US_HANDLER(xrGetActionStatePose, tap_xrGetActionStatePose),
    US_HANDLER(xrApplyHapticFeedback, tap_xrApplyHapticFeedback),
    US_HANDLER(xrStopHapticFeedback, tap_xrStopHapticFeedback),
    US_HANDLERS_END,
};
