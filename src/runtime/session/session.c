/* SPDX-License-Identifier: MIT */
#include "runtime/session/session.h"

#include "runtime/instance/instance.h"
#include "runtime/instance/call.h"
#include "person/geometry.h"

XrTime rt_session_time(const struct rt_session *session)
{
    return session->frames.displayed_at > 0 ? session->frames.displayed_at : rt_timing_now();
}

bool rt_session_is_visible(const struct rt_session *session)
{
    return session->state == XR_SESSION_STATE_VISIBLE || session->state == XR_SESSION_STATE_FOCUSED;
}

void rt_session_enter_state(struct rt_session *session, XrSessionState state)
{
    const XrEventDataSessionStateChanged event = {
        .type = XR_TYPE_EVENT_DATA_SESSION_STATE_CHANGED,
        .session = RT_HANDLE(XrSession, session),
        .state = state,
        .time = rt_timing_now(),
    };
    session->state = state;
    rt_event_queue_push(&session->object.instance->events, &event, sizeof event);
}

void rt_session_push_profile_changed(struct rt_session *session)
{
    const XrEventDataInteractionProfileChanged event = {
        .type = XR_TYPE_EVENT_DATA_INTERACTION_PROFILE_CHANGED,
        .session = RT_HANDLE(XrSession, session),
    };
    rt_event_queue_push(&session->object.instance->events, &event, sizeof event);
}

static void push_space_change(struct rt_session *session, XrReferenceSpaceType type, XrTime time,
                              const struct rt_motion *m_before_now)
{
    const XrEventDataReferenceSpaceChangePending event = {
        .type = XR_TYPE_EVENT_DATA_REFERENCE_SPACE_CHANGE_PENDING,
        .session = RT_HANDLE(XrSession, session),
        .referenceSpaceType = type,
        .changeTime = time,
        .poseValid = XR_TRUE,
        .poseInPreviousSpace = rt_motion_to_pose(m_before_now),
    };
    rt_event_queue_push(&session->object.instance->events, &event, sizeof event);
}

void rt_session_push_recentred(struct rt_session *session, XrTime time,
                               const struct rt_motion *m_before_now)
{
    push_space_change(session, XR_REFERENCE_SPACE_TYPE_LOCAL, time, m_before_now);
    if (rt_system_has_local_floor(session->object.instance))
        push_space_change(session, XR_REFERENCE_SPACE_TYPE_LOCAL_FLOOR, time, m_before_now);
}

void rt_session_gain_focus(struct rt_session *session)
{
    rt_session_enter_state(session, XR_SESSION_STATE_SYNCHRONIZED);
    const XrSessionState highest = rt_session_highest_state(session);
    if (highest >= XR_SESSION_STATE_VISIBLE)
        rt_session_enter_state(session, XR_SESSION_STATE_VISIBLE);
    if (highest >= XR_SESSION_STATE_FOCUSED)
        rt_session_enter_state(session, XR_SESSION_STATE_FOCUSED);
}

void rt_session_stop(struct rt_session *session)
{
    session->exit_requested = true;
    if (session->state == XR_SESSION_STATE_FOCUSED)
        rt_session_enter_state(session, XR_SESSION_STATE_VISIBLE);
    if (session->state == XR_SESSION_STATE_VISIBLE)
        rt_session_enter_state(session, XR_SESSION_STATE_SYNCHRONIZED);
    rt_session_enter_state(session, XR_SESSION_STATE_STOPPING);
}

static void lose_session_or_instance(struct rt_session *session)
{
    struct rt_instance *instance = session->object.instance;
    if (instance->settings.loss == RT_LOSS_SESSION) {
        rt_session_enter_state(session, XR_SESSION_STATE_LOSS_PENDING);
        session->object.loss = XR_ERROR_SESSION_LOST;
    } else {
        const XrEventDataInstanceLossPending event = {
            .type = XR_TYPE_EVENT_DATA_INSTANCE_LOSS_PENDING,
            .lossTime = rt_timing_now(),
        };
        rt_event_queue_push(&instance->events, &event, sizeof event);
        instance->object.loss = XR_ERROR_INSTANCE_LOST;
    }
}

/* LOCAL moves two frames later, so that the app gets the event before. */
static void recentre(struct rt_session *session)
{
    session->recentred_at = rt_session_time(session) + 2 * session->period_ns;
    const struct rt_motion m_before_now = rt_geometry_recentred();
    rt_session_push_recentred(session, session->recentred_at, &m_before_now);
}

void rt_session_after_frame(struct rt_session *session, bool by_waiting_thread)
{
    const struct rt_settings *settings = &session->object.instance->settings;
    const bool stops = settings->frames != 0 && session->frames.submitted >= settings->frames &&
                       !session->exit_requested;
    if (session->state == XR_SESSION_STATE_READY && (by_waiting_thread || stops))
        rt_session_gain_focus(session);
    if (session->object.instance->person.script == NULL && settings->recentre_frame != 0 &&
        session->recentred_at == 0 && session->frames.submitted >= settings->recentre_frame)
        recentre(session);
    if (stops)
        rt_session_stop(session);
    if (settings->loss != RT_LOSS_NONE && session->frames.submitted >= settings->loss_frame)
        lose_session_or_instance(session);
}
