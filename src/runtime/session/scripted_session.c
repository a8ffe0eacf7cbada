/* SPDX-License-Identifier: MIT */
/* Applies the settings and a script to a session: its states, the user's presence, recentrings, and
 * the loss of it. */
#include "person/geometry.h"
#include "runtime/instance/call.h"
#include "runtime/instance/instance.h"
#include "runtime/person/person.h"
#include "runtime/session/session.h"

/* An app that waits for frames does so before. */
#define POLLING_NS 1000000000

static enum rt_script_state wanted_state(const struct rt_session *session)
{
    return rt_person_state(&session->object.instance->person, rt_session_time(session));
}

/* The highest of SYNCHRONIZED, VISIBLE and FOCUSED that the settings and the script allow now. */
static XrSessionState highest_state(const struct rt_session *session)
{
    static const XrSessionState by_setting[] = {
        [RT_FOCUS_NORMAL] = XR_SESSION_STATE_FOCUSED,
        [RT_FOCUS_VISIBLE] = XR_SESSION_STATE_VISIBLE,
        [RT_FOCUS_SYNCHRONIZED] = XR_SESSION_STATE_SYNCHRONIZED,
    };
    static const XrSessionState by_script[] = {
        [RT_SCRIPT_STATE_STOPPING] = XR_SESSION_STATE_SYNCHRONIZED,
        [RT_SCRIPT_STATE_SYNCHRONIZED] = XR_SESSION_STATE_SYNCHRONIZED,
        [RT_SCRIPT_STATE_VISIBLE] = XR_SESSION_STATE_VISIBLE,
        [RT_SCRIPT_STATE_FOCUSED] = XR_SESSION_STATE_FOCUSED,
    };
    const XrSessionState setting = by_setting[session->object.instance->settings.focus];
    const XrSessionState script = by_script[wanted_state(session)];
    return script < setting ? script : setting;
}

void rt_session_gain_focus(struct rt_session *session)
{
    rt_session_enter_state(session, XR_SESSION_STATE_SYNCHRONIZED);
    const XrSessionState highest = highest_state(session);
    if (highest >= XR_SESSION_STATE_VISIBLE)
        rt_session_enter_state(session, XR_SESSION_STATE_VISIBLE);
    if (highest >= XR_SESSION_STATE_FOCUSED)
        rt_session_enter_state(session, XR_SESSION_STATE_FOCUSED);
}

/* SYNCHRONIZED, VISIBLE and FOCUSED are consecutive values, in this order. */
static void follow_state(struct rt_session *session)
{
    if (!session->running || session->exit_requested ||
        session->state < XR_SESSION_STATE_SYNCHRONIZED || session->state > XR_SESSION_STATE_FOCUSED)
        return;
    if (wanted_state(session) == RT_SCRIPT_STATE_STOPPING) {
        rt_session_stop(session);
        return;
    }
    const XrSessionState wanted = highest_state(session);
    while (session->state < wanted)
        rt_session_enter_state(session, (XrSessionState)(session->state + 1));
    while (session->state > wanted)
        rt_session_enter_state(session, (XrSessionState)(session->state - 1));
}

void rt_session_push_presence(struct rt_session *session)
{
    struct rt_instance *instance = session->object.instance;
    session->user_present = rt_person_is_present(&instance->person, rt_session_time(session));
    if (!instance->enabled[RT_EXTENSION_USER_PRESENCE])
        return;
    const XrEventDataUserPresenceChangedEXT event = {
        .type = XR_TYPE_EVENT_DATA_USER_PRESENCE_CHANGED_EXT,
        .session = RT_HANDLE(XrSession, session),
        .isUserPresent = session->user_present,
    };
    rt_event_queue_push(&instance->events, &event, sizeof event);
}

static void follow_mask(struct rt_session *session)
{
    struct rt_instance *instance = session->object.instance;
    const bool masked = rt_person_has_mask(&instance->person, rt_session_time(session));
    if (masked == session->masked)
        return;
    session->masked = masked;
    for (uint32_t view = 0; view < 2 && instance->enabled[RT_EXTENSION_VISIBILITY_MASK]; view++) {
        const XrEventDataVisibilityMaskChangedKHR event = {
            .type = XR_TYPE_EVENT_DATA_VISIBILITY_MASK_CHANGED_KHR,
            .session = RT_HANDLE(XrSession, session),
            .viewConfigurationType = session->view_type,
            .viewIndex = view,
        };
        rt_event_queue_push(&instance->events, &event, sizeof event);
    }
}

/* Announces each recentring two frames before it, so that the app gets the event before. */
static void announce_recentrings(struct rt_session *session)
{
    const struct rt_person *person = &session->object.instance->person;
    const double until_s = rt_person_script_time_s(person, rt_session_time(session) +
                                                               2 * rt_session_period_ns(session));
    struct rt_motion m_before_now;
    double time_s = 0;
    while (person->script_start != 0 &&
           rt_scripted_person_recentring(person->script, session->recentrings, &time_s,
                                         &m_before_now) &&
           time_s <= until_s) {
        session->recentrings++;
        const XrTime time = person->script_start + (XrTime)(time_s * 1e9 + 0.5);
        rt_session_push_recentred(session, time, &m_before_now);
    }
}

void rt_session_follow_script(struct rt_session *session)
{
    const struct rt_person *person = &session->object.instance->person;
    if (person->script == NULL || !session->running)
        return;
    follow_state(session);
    announce_recentrings(session);
    follow_mask(session);
    if (rt_person_is_present(person, rt_session_time(session)) != session->user_present)
        rt_session_push_presence(session);
}

void rt_session_follow_polling(struct rt_session *session)
{
    const XrTime start = session->object.instance->person.script_start;
    if (session->frames.displayed_at == 0 && start != 0 && us_time_now_ns() - start >= POLLING_NS)
        rt_session_follow_script(session);
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
            .lossTime = us_time_now_ns(),
        };
        rt_event_queue_push(&instance->events, &event, sizeof event);
        instance->object.loss = XR_ERROR_INSTANCE_LOST;
    }
}

/* LOCAL moves two frames later, so that the app gets the event before. */
static void recentre(struct rt_session *session)
{
    session->recentred_at = rt_session_time(session) + 2 * rt_session_period_ns(session);
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
