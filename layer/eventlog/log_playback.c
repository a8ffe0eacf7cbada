/* SPDX-License-Identifier: MIT */
/* Events about playback: start, markers, pauses, end. */
#include <math.h>
#include <stdio.h>

#include "layer/answer/playback.h"
#include "layer/eventlog/event_log.h"

static struct us_log_event *begin_play(struct us_event_log *log, const struct us_session *session,
                                       const char *what, double at_s)
{
    struct us_log_event *event =
        us_event_log_begin(log, session, US_LOG_EVENT_LEVEL_EVENTS, US_LOG_EVENT_PLAY);
    if (event != NULL) {
        event->of.play.what = us_log_event_word(what);
        event->of.play.at_s = at_s;
        event->of.play.resident_kb = 0;
    }
    return event;
}

static void write_start(struct us_event_log *log, const struct us_session *session)
{
    const struct us_clock *clock = &log->instance->clock;
    struct us_log_event *event = begin_play(log, session, "start", clock->from_s);
    if (event == NULL)
        return;
    event->of.play.from_s = clock->from_s;
    event->of.play.to_s = clock->to_s;
    event->of.play.speed = clock->speed;
    event->of.play.frame_hz = clock->frame_hz;
    event->of.play.end = us_log_event_word(us_settings_end_name(clock->end_mode));
    event->of.play.anchor = us_log_event_word(us_settings_anchor_name(session->anchor_kind));
    us_journal_commit(event);
}

static void write_change(struct us_event_log *log, const struct us_session *session,
                         const char *what, double at_s)
{
    struct us_log_event *event = begin_play(log, session, what, at_s);
    if (event != NULL)
        us_journal_commit(event);
}

static void write_marker(struct us_event_log *log, const struct us_session *session,
                         const struct us_marker *marker)
{
    struct us_log_event *event =
        us_event_log_begin(log, session, US_LOG_EVENT_LEVEL_EVENTS, US_LOG_EVENT_MARKER);
    if (event == NULL)
        return;
    snprintf(event->of.marker.name, sizeof event->of.marker.name, "%s", marker->name);
    event->of.marker.at_s = marker->time_s;
    event->of.marker.resident_kb = 0;
    us_journal_commit(event);
}

/* Writes the markers from `from_s` to `to_s` in the direction of playback; a marker at `from_s`
 * only if `first` is set. The file need not hold markers in the order of their times. */
static void pass_markers(struct us_event_log *log, const struct us_session *session, double from_s,
                         double to_s, bool first)
{
    const struct us_recording *recording = &log->instance->loaded.recording;
    double direction = to_s < from_s ? -1.0 : 1.0, done = 0.0, end = (to_s - from_s) * direction;
    bool inclusive = first;
    for (;;) {
        const struct us_marker *next = NULL;
        double distance = 0.0;
        for (uint32_t i = 0; i < recording->marker_count; i++) {
            double ahead = (recording->markers[i].time_s - from_s) * direction;
            bool counts = ahead <= end && (ahead > done || (inclusive && ahead >= done));
            if (counts && (next == NULL || ahead < distance)) {
                next = &recording->markers[i];
                distance = ahead;
            }
        }
        if (next == NULL)
            return;
        /* All markers of the nearest time. */
        for (uint32_t i = 0; i < recording->marker_count; i++) {
            if ((recording->markers[i].time_s - from_s) * direction == distance)
                write_marker(log, session, &recording->markers[i]);
        }
        done = distance;
        inclusive = false;
    }
}

static bool goes_back(const struct us_clock *clock, double pass)
{
    return clock->end_mode == US_END_PINGPONG && fmod(pass, 2.0) == 1.0;
}

/* Writes the markers and the loop event between two frames, if playback reversed or began again
 * between them. */
static void pass_end(struct us_event_log *log, const struct us_session *session,
                     struct us_clock_time before, struct us_clock_time now)
{
    const struct us_clock *clock = &log->instance->clock;
    bool turned = clock->end_mode == US_END_PINGPONG;
    double end_s = goes_back(clock, before.pass) ? clock->from_s : clock->to_s;
    double begin_s = goes_back(clock, now.pass) ? clock->to_s : clock->from_s;
    pass_markers(log, session, before.recording_s, end_s, false);
    write_change(log, session, "loop", begin_s);
    pass_markers(log, session, begin_s, now.recording_s, !turned);
}

static void write_end(struct us_event_log *log, const struct us_session *session,
                      struct us_clock_time before, struct us_clock_time now)
{
    const struct us_clock *clock = &log->instance->clock;
    pass_markers(log, session, before.recording_s, clock->to_s, false);
    write_change(log, session, "ended", now.recording_s);
    if (clock->end_mode == US_END_RELEASE)
        write_change(log, session, "released", now.recording_s);
    if (clock->end_mode == US_END_QUIT)
        write_change(log, session, "quit", now.recording_s);
}

/* Writes the begin or end of a pause. A pause between two frames has no effect on the app and is
 * not written. */
static void write_pause(struct us_event_log *log, const struct us_session *session,
                        struct us_clock_time before, struct us_clock_time now)
{
    bool was = before.rate == 0.0, is = now.rate == 0.0;
    if (was != is)
        write_change(log, session, is ? "pause" : "resume", now.recording_s);
}

static void step(struct us_event_log *log, const struct us_session *session,
                 struct us_clock_time before, struct us_clock_time now)
{
    if (now.phase == US_CLOCK_ENDED) {
        write_end(log, session, before, now);
        return;
    }
    if (now.pass > before.pass)
        pass_end(log, session, before, now);
    else
        pass_markers(log, session, before.recording_s, now.recording_s, false);
    write_pause(log, session, before, now);
}

/* Writes the start of playback, on the first thread that sees it. */
static void write_start_once(struct us_event_log *log, struct us_session *session, int64_t start_ns)
{
    if (atomic_exchange(&session->log_state.start_written, start_ns) == start_ns)
        return;
    double from_s = us_playback_time(session, start_ns).recording_s;
    write_start(log, session);
    pass_markers(log, session, from_s, from_s, true);
}

static void follow_to(struct us_event_log *log, struct us_session *session, int64_t start_ns,
                      XrTime time)
{
    struct us_log_state_session *log_state = &session->log_state;
    if (log_state->start_ns != start_ns) {
        log_state->start_ns = start_ns;
        log_state->at = us_playback_time(session, start_ns);
        log_state->at.rate = 1.0; /* so that a pause at the beginning is written */
        log_state->is_over = false;
        log_state->faults = 0;
    }
    if (log_state->is_over)
        return;
    struct us_clock_time before = log_state->at, now = us_playback_time(session, time);
    log_state->at = now;
    log_state->is_over = now.phase == US_CLOCK_ENDED;
    step(log, session, before, now);
    us_event_log_follow_faults(log, session, &now);
}

void us_event_log_follow(struct us_event_log *log, struct us_session *session)
{
    int64_t start_ns = atomic_load_explicit(&session->start_ns, memory_order_acquire);
    if (start_ns < 0)
        return;
    int64_t frame = us_playback_frame(session);
    if (frame >= 0)
        atomic_store_explicit(&log->frame, frame, memory_order_relaxed);
    write_start_once(log, session, start_ns);
    if (atomic_flag_test_and_set_explicit(&session->log_state.following, memory_order_acquire))
        return;
    follow_to(log, session, start_ns,
              atomic_load_explicit(&session->latest_ns, memory_order_relaxed));
    atomic_flag_clear_explicit(&session->log_state.following, memory_order_release);
}

double us_event_log_time_played(const struct us_session *session, XrTime time)
{
    int64_t start_ns = atomic_load_explicit(&session->start_ns, memory_order_acquire);
    bool plays = time > 0 && start_ns >= 0 && !us_playback_is_live(session);
    return plays ? us_playback_time(session, time).recording_s : (double)NAN;
}

void us_event_log_wait(struct us_event_log *log, struct us_session *session,
                       const XrFrameState *state)
{
    struct us_log_state_session *log_state = &session->log_state;
    atomic_store_explicit(&log_state->waited_ns, us_log_frame_now_ns(), memory_order_relaxed);
    atomic_store_explicit(&log_state->waited_processor_ns, us_log_frame_processor_ns(log),
                          memory_order_relaxed);
    atomic_store_explicit(&log_state->period_ns, state->predictedDisplayPeriod,
                          memory_order_relaxed);
    us_event_log_follow(log, session);
    us_event_log_write_late(log, session);
    uint64_t count = atomic_fetch_add_explicit(&log_state->waits, 1, memory_order_relaxed) + 1;
    struct us_log_event *event =
        us_event_log_begin(log, session, US_LOG_EVENT_LEVEL_FRAMES, US_LOG_EVENT_WAIT);
    if (event == NULL)
        return;
    event->of.wait.count = count;
    event->of.wait.render = state->shouldRender == XR_TRUE;
    event->of.wait.time_ns = state->predictedDisplayTime;
    event->of.wait.period_ns = state->predictedDisplayPeriod;
    event->of.wait.at_s = us_event_log_time_played(session, state->predictedDisplayTime);
    us_journal_commit(event);
}
