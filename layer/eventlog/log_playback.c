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
    struct us_log_event *event = begin_play(log, session, "start", us_playback_from_s(session));
    if (event == NULL)
        return;
    event->of.play.from_s = us_playback_from_s(session);
    event->of.play.to_s = clock->to_s;
    event->of.play.speed = clock->speed;
    event->of.play.frame_hz = clock->frame_hz;
    event->of.play.end = us_log_event_word(us_settings_end_name(clock->end_mode));
    event->of.play.anchor = us_log_event_word(us_settings_anchor_name(session->anchor_kind));
    us_event_journal_commit(event);
}

static void write_change(struct us_event_log *log, const struct us_session *session,
                         const char *what, double at_s)
{
    struct us_log_event *event = begin_play(log, session, what, at_s);
    if (event != NULL)
        us_event_journal_commit(event);
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
    us_event_journal_commit(event);
}

/* Writes the markers from `from_s` to `to_s` in the direction of playback; a marker at `from_s`
 * only if `first` is set. The file need not hold markers in the order of their times. */
static void pass_markers(struct us_event_log *log, const struct us_session *session, double from_s,
                         double to_s, bool first)
{
    uint32_t count;
    const struct us_marker *markers = us_driven_markers(&log->instance->driven, &count);
    double direction = to_s < from_s ? -1.0 : 1.0, done = 0.0, end = (to_s - from_s) * direction;
    bool inclusive = first;
    for (;;) {
        const struct us_marker *next = NULL;
        double distance = 0.0;
        for (uint32_t i = 0; i < count; i++) {
            double ahead = (markers[i].time_s - from_s) * direction;
            bool counts = ahead <= end && (ahead > done || (inclusive && ahead >= done));
            if (counts && (next == NULL || ahead < distance)) {
                next = &markers[i];
                distance = ahead;
            }
        }
        if (next == NULL)
            return;
        /* All markers of the nearest time. */
        for (uint32_t i = 0; i < count; i++) {
            if ((markers[i].time_s - from_s) * direction == distance)
                write_marker(log, session, &markers[i]);
        }
        done = distance;
        inclusive = false;
    }
}

/* A driver sets a marker when the app has had its frame: it is passed with the next one. A replay
 * that repeats the recording is compared with no drive. */
static bool lags(const struct us_instance *instance)
{
    return instance->is_driven && instance->clock.end_mode != US_END_LOOP &&
           instance->clock.end_mode != US_END_PINGPONG;
}

static double lag_s(const struct us_instance *instance)
{
    return lags(instance) ? 0.5 / instance->clock.frame_hz : 0.0;
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
    pass_markers(log, session, before.recording_s - lag_s(log->instance), clock->to_s, false);
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
        pass_markers(log, session, before.recording_s - lag_s(log->instance),
                     now.recording_s - lag_s(log->instance), false);
    write_pause(log, session, before, now);
}

/* Writes the start of playback, on the first thread that sees it. */
static void write_start_once(struct us_event_log *log, struct us_session *session, int64_t start_ns)
{
    if (atomic_exchange(&us_event_log_state(session)->start_written, start_ns) == start_ns)
        return;
    double from_s = us_playback_time(session, start_ns).recording_s;
    write_start(log, session);
    if (!lags(log->instance))
        pass_markers(log, session, from_s, from_s, true);
}

/* The frames that are dropped may be all in which the fault is in force. */
static void write_whole_drops(struct us_event_log *log, struct us_session *session,
                              const struct us_clock_time *before, const struct us_clock_time *now)
{
    const struct us_faults *faults = &log->instance->faults;
    for (unsigned i = 0; i < faults->count && before->pass == now->pass; i++) {
        const struct us_fault *fault = &faults->list[i];
        if (fault->kind != US_FAULT_FRAME_DROP || fault->from_s <= before->recording_s ||
            fault->to_s > now->recording_s)
            continue;
        us_event_log_fault(log, session, i, true, fault->from_s);
        us_event_log_fault(log, session, i, false, fault->to_s);
    }
}

/* Writes which faults began or ended since the last call. */
static void follow_faults(struct us_event_log *log, struct us_session *session,
                          const struct us_clock_time *now)
{
    const struct us_faults *faults = &log->instance->faults;
    bool is_live = now->phase == US_CLOCK_ENDED && log->instance->clock.end_mode == US_END_RELEASE;
    uint32_t before = us_event_log_state(session)->faults;
    uint32_t active = is_live ? 0 : us_faults_active(faults, now->recording_s);
    us_event_log_state(session)->faults = active;
    uint32_t changed = before ^ active;
    for (unsigned i = 0; changed != 0; i++, changed >>= 1) {
        if (changed & 1)
            us_event_log_fault(log, session, i, (active >> i & 1) != 0, now->recording_s);
    }
}

static void follow_to(struct us_event_log *log, struct us_session *session, int64_t start_ns,
                      XrTime time)
{
    struct us_log_state_session *log_state = us_event_log_state(session);
    if (log_state->start_ns != start_ns) {
        log_state->start_ns = start_ns;
        log_state->at = us_playback_time(session, start_ns);
        /* A session that goes on may have a marker of the one before. */
        if (session->first_frame > 0)
            log_state->at.recording_s -= 2.0 * lag_s(log->instance);
        log_state->at.rate = 1.0; /* so that a pause at the beginning is written */
        log_state->is_over = false;
        log_state->faults = session->carried_ns > 0 ? us_faults_over(&log->instance->faults,
                                                                     us_playback_from_s(session))
                                                    : 0;
    }
    if (log_state->is_over)
        return;
    struct us_clock_time before = log_state->at, now = us_playback_time(session, time);
    log_state->at = now;
    log_state->is_over = now.phase == US_CLOCK_ENDED;
    step(log, session, before, now);
    write_whole_drops(log, session, &before, &now);
    follow_faults(log, session, &now);
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
    if (atomic_flag_test_and_set_explicit(&us_event_log_state(session)->following,
                                          memory_order_acquire))
        return;
    follow_to(log, session, start_ns, us_session_latest_ns(session));
    atomic_flag_clear_explicit(&us_event_log_state(session)->following, memory_order_release);
}

/* What the frame before took. The time that the runtime spends in xrWaitFrame is none of the app's,
 * but other threads of the app may work meanwhile. */
struct frame_use {
    double spent_ms, processor_ms;
};

static struct frame_use end_frame_before(const struct us_event_log *log,
                                         struct us_log_state_session *log_state,
                                         struct us_log_frame_clocks called)
{
    struct frame_use use = {0.0, 0.0};
    struct us_log_frame_clocks now = us_log_frame_clocks(log);
    int64_t wall_ns =
        atomic_exchange_explicit(&log_state->waited_ns, now.wall_ns, memory_order_relaxed);
    int64_t app_ns =
        atomic_exchange_explicit(&log_state->waited_processor_ns, now.app_ns, memory_order_relaxed);
    if (wall_ns > 0)
        use.spent_ms = (double)(called.wall_ns - wall_ns) / 1e6;
    if (app_ns > 0)
        use.processor_ms = (double)(now.app_ns - app_ns - (now.thread_ns - called.thread_ns)) / 1e6;
    return use;
}

void us_event_log_wait(struct us_event_log *log, struct us_session *session,
                       struct us_log_frame_clocks called, const XrFrameState *state)
{
    struct us_log_state_session *log_state = us_event_log_state(session);
    struct frame_use use = end_frame_before(log, log_state, called);
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
    event->of.wait.spent_ms = use.spent_ms;
    event->of.wait.processor_ms = use.processor_ms;
    us_event_journal_commit(event);
}
