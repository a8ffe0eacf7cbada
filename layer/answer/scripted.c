/* SPDX-License-Identifier: MIT */
#include "layer/answer/scripted.h"

#include <string.h>

static bool has_scripts(const struct us_session *session)
{
    return us_session_scripts_any(&session->instance->scripts);
}

/* Where playback is at the newest frame. */
static struct us_clock_time newest(const struct us_session *session)
{
    return us_playback_time(session, us_session_latest_ns(session));
}

/* Whether scripts apply: playback has started, and the input was not released. */
static bool is_playing(const struct us_session *session, const struct us_clock_time *at)
{
    return at->phase != US_CLOCK_WAITING && !us_playback_is_live(session);
}

/* How many nanoseconds of the app's time a second of the recording takes. */
static double ns_per_second(const struct us_session *session, double rate)
{
    const struct us_clock *clock = &session->instance->clock;
    int64_t period_ns = atomic_load_explicit(&session->period_ns, memory_order_relaxed);
    if (rate == 0.0)
        return 0.0;
    return clock->kind == US_CLOCK_FRAME && period_ns > 0
               ? (double)period_ns * clock->frame_hz / rate
               : 1e9 / rate;
}

const struct us_fault *us_answer_scripted_fault(const struct us_session *session,
                                                enum us_fault_kind kind)
{
    const struct us_faults *faults = &session->instance->faults;
    if (!us_faults_has(faults, kind))
        return NULL;
    struct us_clock_time at = newest(session);
    return is_playing(session, &at) ? us_faults_find(faults, kind, at.recording_s) : NULL;
}

bool us_answer_scripted_has_mask(const struct us_session *session)
{
    struct us_clock_time at = newest(session);
    return us_answer_scripted_fault(session, US_FAULT_MASK) == NULL &&
           (!is_playing(session, &at) ||
            us_session_scripts_is(&session->instance->scripts, US_SCRIPT_LEVEL_MASK,
                                  at.recording_s));
}

float us_answer_scripted_recorded_rate_hz(const struct us_session *session)
{
    const struct us_session_script *script = session->instance->scripts.of[US_SCRIPT_RECORDED];
    if (script == NULL || us_playback_is_live(session))
        return 0.0f;
    return us_session_script_number(script, US_SCRIPT_LEVEL_RATE, newest(session).recording_s);
}

/* The rate of the chain below: what it said, or what its frames say. */
static float own_rate_hz(const struct us_session *session)
{
    float said_hz = atomic_load_explicit(&session->display_rate_hz, memory_order_relaxed);
    int64_t period_ns = atomic_load_explicit(&session->period_ns, memory_order_relaxed);
    if (said_hz > 0.0f)
        return said_hz;
    return period_ns > 0 ? (float)(1e9 / (double)period_ns) : 0.0f;
}

struct us_script_now us_answer_scripted_now(const struct us_session *session)
{
    XrTime time = us_session_latest_ns(session);
    struct us_clock_time at = us_playback_time(session, time);
    return (struct us_script_now){
        .is_playing = is_playing(session, &at),
        .time = time > 0 ? time : 1,
        .recording_s = at.recording_s,
        .ns_per_second = ns_per_second(session, at.rate),
        .pass = at.pass,
        .rate_hz = own_rate_hz(session),
    };
}

bool us_answer_scripted_gives_input(const struct us_session *session,
                                    const struct us_playback_moment *moment)
{
    return !has_scripts(session) || !is_playing(session, &moment->at) ||
           us_session_scripts_is(&session->instance->scripts, US_SCRIPT_LEVEL_INPUT,
                                 moment->at.recording_s);
}

bool us_answer_scripted_has_focus(const struct us_session *session,
                                  const struct us_playback_moment *moment)
{
    return atomic_load_explicit(&session->focused, memory_order_acquire) &&
           us_answer_scripted_gives_input(session, moment);
}

bool us_answer_scripted_renders(const struct us_session *session, XrTime time)
{
    struct us_clock_time at = us_playback_time(session, time);
    return !is_playing(session, &at) ||
           us_session_scripts_is(&session->instance->scripts, US_SCRIPT_LEVEL_RENDER,
                                 at.recording_s);
}

bool us_answer_scripted_has_device(const struct us_session *session, enum us_hand hand,
                                   double recording_s)
{
    return us_session_scripts_is(
        &session->instance->scripts,
        hand == US_HAND_LEFT ? US_SCRIPT_LEVEL_LEFT : US_SCRIPT_LEVEL_RIGHT, recording_s);
}

bool us_answer_scripted_moves(const struct us_session *session, XrReferenceSpaceType type)
{
    enum us_script_space space;
    if (!session->has_spaces || !us_script_space_of_type(type, &space) || !has_scripts(session))
        return false;
    return us_session_scripts_move(&session->instance->scripts, space, newest(session).recording_s);
}

bool us_answer_scripted_place(const struct us_session *session, XrReferenceSpaceType type,
                              const struct us_playback_moment *moment, struct us_pose *out_place)
{
    enum us_script_space space;
    if (!us_answer_scripted_moves(session, type) || !us_script_space_of_type(type, &space))
        return false;
    *out_place =
        us_session_scripts_space(&session->instance->scripts, space, moment->at.recording_s);
    return memcmp(out_place, &us_pose_identity, sizeof us_pose_identity) != 0;
}
