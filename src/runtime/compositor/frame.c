/* SPDX-License-Identifier: MIT */
/*
 * The frame loop (OpenXR, "Frame Synchronization"): xrWaitFrame paces, xrBeginFrame and xrEndFrame
 * check the order.
 */
#include "platform/thread.h"
#include "runtime/compositor/compositor.h"
#include "runtime/session/session.h"
#include "runtime/instance/instance.h"
#include "runtime/instance/call.h"

/* Waits without the lock until the app has begun the frame before. False: the session ended. */
static bool wait_for_begin(const struct rt_session *session)
{
    while (session->running && session->frames.waited)
        rt_call_sleep_until(us_time_now_ns() + RT_TIMING_POLL_NS);
    return session->running;
}

/* The first frame of a session lets it gain the focus: when it ends, or, if another thread than the
 * one that waits for frames ends it, in the next xrWaitFrame. False: the session ended. */
static bool wait_for_first_end(struct rt_session *session)
{
    if (session->state == XR_SESSION_STATE_READY)
        rt_drawing_thread_wait(session);
    if (session->running && session->state == XR_SESSION_STATE_READY &&
        session->frames.submitted > 0)
        rt_session_gain_focus(session);
    return session->running;
}

/* A frame is displayed one period after its wait ends. A late app skips whole periods. Without
 * pacing no period is skipped. */
static XrTime next_display_time(const struct rt_session *session)
{
    const struct rt_settings *settings = &session->object.instance->settings;
    const XrTime now = us_time_now_ns();
    const XrTime last = session->frames.displayed_at;
    const XrDuration period_ns = rt_session_period_ns(session);
    if (last == 0)
        return now + period_ns;
    XrTime next = last + period_ns;
    if (settings->paced && next < now)
        next += (now - next) / period_ns * period_ns + period_ns;
    return next;
}

/* What the app asks about its secondary view configurations; NULL: nothing. */
static XrSecondaryViewConfigurationFrameStateMSFT *find_secondary(const struct rt_session *session,
                                                                  const XrFrameState *state)
{
    return session->object.instance->enabled[RT_EXTENSION_SECONDARY]
               ? us_xr_find_output(state->next,
                                   XR_TYPE_SECONDARY_VIEW_CONFIGURATION_FRAME_STATE_MSFT)
               : NULL;
}

static XrResult wait_frame(struct rt_session *session, const XrFrameWaitInfo *info,
                           XrFrameState *state)
{
    if ((info != NULL && info->type != XR_TYPE_FRAME_WAIT_INFO) || state == NULL ||
        state->type != XR_TYPE_FRAME_STATE)
        return XR_ERROR_VALIDATION_FAILURE;
    XrSecondaryViewConfigurationFrameStateMSFT *secondary = find_secondary(session, state);
    if (!session->running)
        return XR_ERROR_SESSION_NOT_RUNNING;
    if (secondary != NULL && secondary->viewConfigurationCount != (session->observed ? 1 : 0))
        return XR_ERROR_VALIDATION_FAILURE;
    if (!wait_for_begin(session) || !wait_for_first_end(session))
        return XR_ERROR_SESSION_NOT_RUNNING;
    const struct rt_settings *settings = &session->object.instance->settings;
    const XrTime display_time = next_display_time(session);
    if (session->frames.displayed_at == 0)
        session->object.instance->person.script_start = display_time;
    session->frames.displayed_at = display_time;
    rt_session_follow_script(session);
    if (settings->paced)
        rt_call_sleep_until(display_time - rt_session_period_ns(session));
    session->frames.waited = true;
    session->frames.waiting_thread = us_thread_self();
    state->predictedDisplayTime = display_time;
    state->predictedDisplayPeriod = rt_session_period_ns(session);
    state->shouldRender = rt_session_is_visible(session) && !session->headless;
    if (secondary != NULL && session->observed) {
        secondary->viewConfigurationStates[0].viewConfigurationType = RT_SYSTEM_OBSERVER;
        secondary->viewConfigurationStates[0].active = state->shouldRender;
    }
    return XR_SUCCESS;
}

RT_CALL(xrWaitFrame, SESSION, (XrSession handle, const XrFrameWaitInfo *info, XrFrameState *state),
        wait_frame(object, info, state))

static XrResult begin_frame(struct rt_session *session, const XrFrameBeginInfo *info)
{
    struct rt_frames *frames = &session->frames;
    if (info != NULL && info->type != XR_TYPE_FRAME_BEGIN_INFO)
        return XR_ERROR_VALIDATION_FAILURE;
    if (!session->running)
        return XR_ERROR_SESSION_NOT_RUNNING;
    if (!frames->waited)
        return XR_ERROR_CALL_ORDER_INVALID;
    const bool discards = frames->begun;
    frames->waited = false;
    frames->begun = true;
    frames->drawing_thread = us_thread_self();
    return discards ? XR_FRAME_DISCARDED : XR_SUCCESS;
}

RT_CALL(xrBeginFrame, SESSION, (XrSession handle, const XrFrameBeginInfo *info),
        begin_frame(object, info))

static void take_screenshot(struct rt_session *session, const XrFrameEndInfo *info)
{
    struct rt_instance *instance = session->object.instance;
    const uint64_t number = session->frames.submitted;
    if (instance->settings.shots[0] == '\0' || number % instance->settings.shot_every != 0)
        return;
    const XrCompositionLayerProjection *projection = rt_layers_first_projection(info);
    if (projection != NULL && rt_screenshot_take(session, projection, info->displayTime, number))
        instance->counters.shots++;
}

static XrResult end_frame(struct rt_session *session, const XrFrameEndInfo *info)
{
    if (info == NULL || info->type != XR_TYPE_FRAME_END_INFO)
        return XR_ERROR_VALIDATION_FAILURE;
    if (!session->running)
        return XR_ERROR_SESSION_NOT_RUNNING;
    if (!session->frames.begun)
        return XR_ERROR_CALL_ORDER_INVALID;
    const XrResult result = rt_layers_check(session, info);
    if (result != XR_SUCCESS)
        return result;
    session->frames.begun = false;
    session->frames.submitted++;
    session->object.instance->counters.frames++;
    rt_frame_report_write(session, info);
    rt_layers_count(info, &session->object.instance->counters);
    take_screenshot(session, info);
    rt_session_after_frame(session, session->frames.waiting_thread == us_thread_self());
    rt_mirror_show(session, info);
    return XR_SUCCESS;
}

RT_CALL(xrEndFrame, SESSION, (XrSession handle, const XrFrameEndInfo *info),
        end_frame(object, info))
