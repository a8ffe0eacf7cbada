/* SPDX-License-Identifier: MIT */
#include "runtime/session/session.h"

#include "runtime/instance/instance.h"
#include "runtime/instance/call.h"

XrTime rt_session_time(const struct rt_session *session)
{
    return session->frames.displayed_at > 0 ? session->frames.displayed_at : us_time_now_ns();
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
        .time = us_time_now_ns(),
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

void rt_session_stop(struct rt_session *session)
{
    session->exit_requested = true;
    /* Without a first frame the session is not SYNCHRONIZED yet, and only that state leads to
     * STOPPING. */
    if (session->state == XR_SESSION_STATE_READY)
        rt_session_enter_state(session, XR_SESSION_STATE_SYNCHRONIZED);
    if (session->state == XR_SESSION_STATE_FOCUSED)
        rt_session_enter_state(session, XR_SESSION_STATE_VISIBLE);
    if (session->state == XR_SESSION_STATE_VISIBLE)
        rt_session_enter_state(session, XR_SESSION_STATE_SYNCHRONIZED);
    rt_session_enter_state(session, XR_SESSION_STATE_STOPPING);
}
