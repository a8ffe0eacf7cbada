/* SPDX-License-Identifier: MIT */
/* Taps of the functions of frames, and the frame that a submission belongs to. */
#include <math.h>

#include "layer/answer/playback.h"
#include "layer/eventlog/event_log.h"
#include "platform/thread.h"
#include "platform/time.h"

/* Both store the calling thread, and which frame begins, before the tap calls down. On entry to
 * xrBeginFrame the newest frame is the one that begins, because OpenXR does not let xrWaitFrame
 * return for the next frame yet. */
static void enter_wait_frame(struct us_session *session)
{
    atomic_store_explicit(&us_event_log_state(session)->wait_thread, us_thread_self(),
                          memory_order_relaxed);
}

static void enter_begin_frame(struct us_session *session)
{
    struct us_log_state_session *log_state = us_event_log_state(session);
    atomic_store_explicit(&log_state->begun, us_playback_frame(session), memory_order_relaxed);
    atomic_store_explicit(&log_state->begun_ns,
                          atomic_load_explicit(&session->frame_ns, memory_order_relaxed),
                          memory_order_relaxed);
    atomic_store_explicit(&log_state->begun_waited_ns,
                          atomic_load_explicit(&log_state->waited_ns, memory_order_relaxed),
                          memory_order_relaxed);
    atomic_store_explicit(&log_state->begin_thread, us_thread_self(), memory_order_relaxed);
}

void us_event_log_enter_begin_session(struct us_session *session)
{
    struct us_log_state_session *log_state = us_event_log_state(session);
    atomic_store_explicit(&log_state->begun, -1, memory_order_relaxed);
    atomic_store_explicit(&log_state->begun_ns, 0, memory_order_relaxed);
    atomic_store_explicit(&log_state->waited_ns, 0, memory_order_relaxed);
    atomic_store_explicit(&log_state->begun_waited_ns, 0, memory_order_relaxed);
    atomic_store_explicit(&log_state->waited_processor_ns, 0, memory_order_relaxed);
}

static XRAPI_ATTR XrResult XRAPI_CALL tap_xrWaitFrame(XrSession handle, const XrFrameWaitInfo *info,
                                                      XrFrameState *state)
{
    US_EVENT_LOG_OF_CALL(handle, session, log);
    if (session != NULL)
        enter_wait_frame(session);
    struct us_log_frame_clocks called = us_log_frame_clocks(log);
    XrResult result = US_EVENT_LOG_TAPPED(log, session, xrWaitFrame, (handle, info, state));
    if (XR_SUCCEEDED(result) && session != NULL)
        us_event_log_wait(log, session, called, state);
    return result;
}

/* Stores the frame on entry, because another thread may wait for the next frame as soon as this
 * call returns. */
static XRAPI_ATTR XrResult XRAPI_CALL tap_xrBeginFrame(XrSession handle,
                                                       const XrFrameBeginInfo *info)
{
    US_EVENT_LOG_OF_CALL(handle, session, log);
    if (session != NULL)
        enter_begin_frame(session);
    XrResult result = US_EVENT_LOG_TAPPED(log, session, xrBeginFrame, (handle, info));
    return result;
}

/* The frame that xrEndFrame belongs to: the frame that was begun last. If the app has begun none,
 * it is the frame whose display time it passes. The submission is stray if no frame has that time.
 */
struct owner {
    int64_t frame;
    bool is_stray;
    double apart;     /* frames from the frame's predicted display time; NaN: not known */
    int64_t spent_ns; /* since xrWaitFrame returned for the frame; 0: not known */
};

static int64_t load(const _Atomic int64_t *value)
{
    return atomic_load_explicit(value, memory_order_relaxed);
}

/* Call it before xrEndFrame, because another thread may begin the next frame as soon as the runtime
 * has ended this one. */
static struct owner find_owner(const struct us_session *session, XrTime time)
{
    const struct us_log_state_session *log_state = us_event_log_state(session);
    int64_t begun_ns = load(&log_state->begun_ns), period_ns = load(&log_state->period_ns);
    int64_t waited_ns = load(&log_state->begun_waited_ns);
    struct owner owner = {load(&log_state->begun), false, (double)NAN, 0};
    double position;
    bool known = us_frame_history_position(&session->frame_history, time, &position);
    uint64_t count = atomic_load_explicit(&session->frame_history.count, memory_order_relaxed);
    bool is_frame =
        known && position == floor(position) && position >= 0.0 && position < (double)count;
    owner.is_stray = known && !is_frame;
    if (is_frame && begun_ns == 0)
        owner.frame = us_event_log_frame_at(session, time);
    if (begun_ns > 0) /* not finite without a period: then it is not written */
        owner.apart = ((double)time - (double)begun_ns) / (double)period_ns;
    if (waited_ns > 0)
        owner.spent_ns = us_time_now_ns() - waited_ns;
    return owner;
}

/* Written once, because an app that does this does it in every frame. */
static void write_stray(struct us_event_log *log, struct us_session *session, int64_t frame)
{
    struct us_event_log_line line;
    if (atomic_exchange_explicit(&us_event_log_state(session)->stray_written, true,
                                 memory_order_relaxed) ||
        !us_event_log_line_begin(&line, log, session, "odd"))
        return;
    line.event->frame = frame;
    us_json_text_string(&line.text, "what",
                        "xrEndFrame: displayTime is the time of no frame that the app waited for");
    us_event_log_line_end(&line);
}

static void write_submit(struct us_event_log *log, const struct us_session *session,
                         struct owner owner, const XrFrameEndInfo *info, XrResult result)
{
    struct us_log_event *event =
        us_event_log_begin(log, session, US_LOG_EVENT_LEVEL_FRAMES, US_LOG_EVENT_SUBMIT);
    if (event == NULL)
        return;
    event->frame = owner.frame;
    event->of.submit.ask = us_playback_ask(session, info != NULL ? info->displayTime : 0);
    event->of.submit.at_s = us_event_log_time_played(session, info != NULL ? info->displayTime : 0);
    event->of.submit.is_stray = owner.is_stray;
    event->of.submit.apart = owner.apart;
    event->of.submit.frame_ms = (double)owner.spent_ns / 1e6;
    event->of.submit.result = result;
    event->of.submit.layer_count = 0;
    event->of.submit.blend = 0;
    event->of.submit.chain.count = 0;
    /* If the call failed, the layers may not be readable. */
    if (info != NULL && XR_SUCCEEDED(result))
        us_log_layers_read(event, info);
    us_event_journal_commit(event);
}

static XRAPI_ATTR XrResult XRAPI_CALL tap_xrEndFrame(XrSession handle, const XrFrameEndInfo *info)
{
    struct us_session *session = us_session_find(handle);
    struct us_event_log *log = us_event_log_of_session(session);
    struct owner owner = {0};
    US_RETURN_IF_INVALID(log);
    if (session != NULL)
        owner = find_owner(session, info != NULL ? info->displayTime : 0);
    XrResult result = US_EVENT_LOG_CALL(log, xrEndFrame, (handle, info));
    if (XR_SUCCEEDED(result))
        us_call_watch_add_frame(log->calls);
    if (session == NULL) {
        us_event_log_result(log, NULL, US_FUNCTION_xrEndFrame, result);
        return result;
    }
    us_event_log_result_in(log, session, US_FUNCTION_xrEndFrame, result, owner.frame);
    if (owner.is_stray)
        write_stray(log, session, owner.frame);
    if (info != NULL && XR_SUCCEEDED(result))
        us_log_layers_write(log, session, owner.frame, info);
    write_submit(log, session, owner, info, result);
    return result;
}

const struct us_handler us_taps_frame[] = {
    US_HANDLER(xrWaitFrame, tap_xrWaitFrame),
    US_HANDLER(xrBeginFrame, tap_xrBeginFrame),
    US_HANDLER(xrEndFrame, tap_xrEndFrame),
    US_HANDLERS_END,
};
