// SPDX-License-Identifier: MIT
#include "runtime/session/drawing_thread.h"

#include "runtime/instance/timing.h"

// An app may give up a frame.
#define LONGEST_WAIT_NS 1000000000

void rt_drawing_thread_set(struct rt_session *session)
{
    session->frames.has_drawing_thread = true;
    session->frames.drawing_thread = pthread_self();
}

bool rt_drawing_thread_is_caller(const struct rt_session *session)
{
    const struct rt_frames *frames = &session->frames;
    return frames->has_drawing_thread && pthread_equal(frames->drawing_thread, pthread_self()) != 0;
}

void rt_drawing_thread_wait(const struct rt_session *session)
{
    const struct rt_frames *frames = &session->frames;
    const uint64_t submitted = frames->submitted;
    const XrTime limit = rt_timing_now() + LONGEST_WAIT_NS;
    while (frames->submitted == submitted && session->running && frames->has_drawing_thread &&
           !rt_drawing_thread_is_caller(session) && (frames->waited || frames->begun) &&
           rt_timing_now() < limit)
        rt_timing_sleep_until(rt_timing_now() + RT_TIMING_POLL_NS);
}
