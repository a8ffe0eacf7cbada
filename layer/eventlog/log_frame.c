/* SPDX-License-Identifier: MIT */
/* Finds the frame that an event belongs to. In a pipelined app one thread waits for frame n + 1 and
 * locates spaces for it, before or after another thread submits frame n. */
#include <math.h>

#include "core/base/own_use.h"
#include "layer/answer/playback.h"
#include "layer/eventlog/event_log.h"
#include "platform/thread.h"
#include "platform/time.h"

/* A time further away than this belongs to the newest frame. */
enum { FRAMES_AROUND = 8 };

int64_t us_log_frame_at(const struct us_session *session, XrTime time)
{
    double position;
    int64_t newest = us_playback_frame(session); /* -1 before playback */
    int64_t first = atomic_load_explicit(&session->start_frame, memory_order_relaxed);
    if (newest < 0 || first < 0 ||
        !us_frame_history_position(&session->frame_history, time, &position))
        return newest;
    double frame = floor(position) - (double)first + (double)session->first_frame;
    if (fabs(frame - (double)newest) > FRAMES_AROUND)
        return newest;
    return frame >= 0.0 ? (int64_t)frame : -1;
}

int64_t us_log_frame(const struct us_session *session)
{
    const struct us_log_state_session *log_state = us_event_log_state(session);
    uint64_t begin_thread = atomic_load_explicit(&log_state->begin_thread, memory_order_relaxed);
    if (begin_thread != us_thread_self() ||
        begin_thread == atomic_load_explicit(&log_state->wait_thread, memory_order_relaxed))
        return us_playback_frame(session);
    return atomic_load_explicit(&log_state->begun, memory_order_relaxed);
}

void us_event_log_enter_wait_frame(struct us_session *session)
{
    atomic_store_explicit(&us_event_log_state(session)->wait_thread, us_thread_self(),
                          memory_order_relaxed);
}

void us_event_log_enter_begin_frame(struct us_session *session)
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

int64_t us_log_frame_now_ns(void)
{
    return us_time_ns(US_TIME_MONOTONIC);
}

struct us_log_frame_clocks us_log_frame_clocks(const struct us_event_log *log)
{
    struct us_log_frame_clocks clocks = {.wall_ns = us_log_frame_now_ns()};
    if (!log->instance->settings.events_processor)
        return clocks;
    clocks.app_ns = us_time_ns(US_TIME_PROCESS) - us_own_use_processor_ns();
    clocks.thread_ns = us_time_ns(US_TIME_THREAD);
    return clocks;
}
