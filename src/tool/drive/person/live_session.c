/* SPDX-License-Identifier: MIT */
#include "tool/drive/person/live_session.h"

#include <stdio.h>
#include <string.h>

#include "core/playback/clock.h"
#include "person/scripted_person.h"

/* The lines about the session, and how many events each is. */
static const struct line {
    const char *name;
    enum us_session_event_kind kind;
    size_t events;
} lines[] = {{"presence", US_SESSION_EVENT_PRESENCE, 1},
             {"state", US_SESSION_EVENT_STATE, 1},
             {"mask", US_SESSION_EVENT_VISIBILITY, 1},
             {"recentre", US_SESSION_EVENT_REFERENCE_SPACE, 2}};
enum { LINES = sizeof lines / sizeof lines[0] };

static XrSessionState state_of(int state)
{
    switch (state) {
    case RT_SCRIPT_STATE_STOPPING:
        return XR_SESSION_STATE_STOPPING;
    case RT_SCRIPT_STATE_SYNCHRONIZED:
        return XR_SESSION_STATE_SYNCHRONIZED;
    case RT_SCRIPT_STATE_VISIBLE:
        return XR_SESSION_STATE_VISIBLE;
    default:
        return XR_SESSION_STATE_FOCUSED;
    }
}

static struct us_session_event *add_event(struct tool_live_session *session,
                                          enum us_session_event_kind kind, int64_t time_ns)
{
    struct us_session_event *event = &session->events[session->event_count++];
    *event = (struct us_session_event){
        .time_ns = time_ns, .kind = kind, .frame_time_ns = time_ns, .order = ++session->told};
    return event;
}

static void add_recentring(struct tool_live_session *session, int64_t time_ns, int64_t change_ns,
                           struct rt_motion m_before_now)
{
    static const XrReferenceSpaceType spaces[] = {XR_REFERENCE_SPACE_TYPE_LOCAL,
                                                  XR_REFERENCE_SPACE_TYPE_LOCAL_FLOOR};
    for (int i = 0; i < 2; i++) {
        struct us_session_event *event =
            add_event(session, US_SESSION_EVENT_REFERENCE_SPACE, time_ns);
        event->value = spaces[i];
        event->change_time_ns = change_ns;
        event->has_pose = true;
        event->pose = rt_motion_to_us_pose(&m_before_now);
    }
}

/* The key of the line that this frame begins with; NULL: none does. */
static const struct rt_track_key *key_at(const struct rt_script *script, const char *name,
                                         uint64_t frame, double hz)
{
    const struct rt_track *track = rt_script_find(script, RT_SCRIPT_SESSION, name);
    const struct rt_track_key *key =
        track != NULL ? rt_track_step(track, (double)frame / hz) : NULL;
    return key != NULL && frame > 0 && key->time_s > (double)(frame - 1) / hz ? key : NULL;
}

static void add_line(struct tool_live_session *session, const struct line *line,
                     const struct rt_track_key *key, uint64_t frame, double hz, int64_t time_ns)
{
    const int64_t change_ns = time_ns + us_clock_frame_ns((double)(frame + TOOL_LIVE_NOTICE), hz) -
                              us_clock_frame_ns((double)frame, hz);
    if (line->kind == US_SESSION_EVENT_REFERENCE_SPACE) {
        const struct rt_motion now = rt_track_key_pose(key);
        add_recentring(session, time_ns, change_ns,
                       rt_motion_relative(
                           &session->m_initial_local[(frame - 1) % (TOOL_LIVE_NOTICE + 1)], &now));
        return;
    }
    struct us_session_event *event = add_event(session, line->kind, time_ns);
    const int value = (int)key->values[0];
    if (line->kind == US_SESSION_EVENT_STATE)
        event->value = state_of(value);
    else if (line->kind == US_SESSION_EVENT_PRESENCE)
        event->value = value;
    else
        event->value = XR_VISIBILITY_MASK_TYPE_HIDDEN_TRIANGLE_MESH_KHR;
    event->number = line->kind == US_SESSION_EVENT_VISIBILITY ? (float)value : 0.0f;
}

/* A fault that ended before it began never is. */
static bool is_ever(const struct tool_live_fault *fault)
{
    return fault->end > fault->begin;
}

/* The same fault given once more is one fault, which lasts until the last of them ends. Returns
 * whether another one goes on in this frame; that one tells its end then. */
static bool goes_on(struct tool_live_faults *faults, const struct tool_live_fault *ended,
                    uint64_t frame)
{
    for (unsigned i = 0; i < faults->count; i++) {
        struct tool_live_fault *other = &faults->list[i];
        if (other->is_once || other->begin > frame || frame >= other->end ||
            strcmp(other->name, ended->name) != 0)
            continue;
        other->tells_end = true;
        return true;
    }
    return false;
}

static void add_faults(struct tool_live_session *session, uint64_t frame, int64_t time_ns)
{
    for (unsigned i = 0; i < session->faults.count; i++) {
        const struct tool_live_fault *fault = &session->faults.list[i];
        if (is_ever(fault) && fault->begin == frame)
            memcpy(add_event(session, US_SESSION_EVENT_FAULT, time_ns)->text, fault->text,
                   sizeof fault->text);
        if (is_ever(fault) && fault->tells_end && fault->end == frame &&
            !goes_on(&session->faults, fault, frame))
            snprintf(add_event(session, US_SESSION_EVENT_FAULT, time_ns)->text,
                     US_SESSION_TEXT_SIZE, US_FAULT_END "%.*s",
                     US_SESSION_TEXT_SIZE - (int)sizeof US_FAULT_END, fault->name);
    }
}

/* LOCAL is where the frame before the notice was told. */
static void place_spaces(struct tool_live_session *session, const struct rt_script *script,
                         uint64_t frame, double hz, struct us_session_frame *out)
{
    struct rt_motion *told = session->m_initial_local;
    if (frame == 0)
        for (int i = 0; i <= TOOL_LIVE_NOTICE; i++)
            told[i] = rt_motion_identity();
    told[frame % (TOOL_LIVE_NOTICE + 1)] = rt_scripted_person_local(script, (double)frame / hz);
    const struct rt_motion local = told[(frame + 1) % (TOOL_LIVE_NOTICE + 1)];
    const struct rt_motion m_local_floor = rt_geometry_floor();
    out->spaces[US_SESSION_SPACE_LOCAL].pose = rt_motion_to_us_pose(&local);
    const struct rt_motion floor = rt_motion_compose(&local, &m_local_floor);
    out->spaces[US_SESSION_SPACE_LOCAL_FLOOR].pose = rt_motion_to_us_pose(&floor);
}

void tool_live_session_compose(struct tool_live_session *session, const struct rt_script *script,
                               uint64_t frame, double hz, struct us_session_frame *out)
{
    const double time_s = (double)frame / hz;
    const int state = rt_scripted_person_step(script, RT_SCRIPT_SESSION, "state", time_s,
                                              RT_SCRIPT_STATE_FOCUSED);
    session->event_count = 0;
    for (int i = 0; i < LINES; i++) {
        const struct rt_track_key *key = key_at(script, lines[i].name, frame, hz);
        if (key != NULL)
            add_line(session, &lines[i], key, frame, hz, out->time_ns);
    }
    add_faults(session, frame, out->time_ns);
    place_spaces(session, script, frame, hz, out);
    out->session_state = state_of(state);
    out->should_render = state >= RT_SCRIPT_STATE_VISIBLE;
    if (rt_scripted_person_step(script, RT_SCRIPT_SESSION, "presence", time_s, 1) == 0)
        out->presence = US_SESSION_PRESENCE_ABSENT;
}

size_t tool_live_session_planned(const struct tool_live_session *session,
                                 const struct rt_script *script, uint64_t frame, double hz)
{
    size_t count = 0;
    for (int i = 0; i < LINES; i++) {
        const struct rt_track *track = rt_script_find(script, RT_SCRIPT_SESSION, lines[i].name);
        for (size_t k = track != NULL ? track->count : 0;
             k > 0 && track->keys[k - 1].time_s > (double)frame / hz; k--)
            count += lines[i].events;
    }
    for (unsigned i = 0; i < session->faults.count; i++) {
        const struct tool_live_fault *fault = &session->faults.list[i];
        count += fault->begin > frame;
        count += fault->tells_end && fault->end > frame;
    }
    return count;
}
