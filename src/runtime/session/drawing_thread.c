/* SPDX-License-Identifier: MIT */
#include "runtime/session/drawing_thread.h"

#include <time.h>

#include "runtime/instance/timing.h"

/* An app may give up a frame, or end it only after xrWaitFrame returns. Then its other threads
 * stand still: in a second they use less than this processor time. A frame that only takes long, as
 * on a busy machine, uses more. */
#define WINDOW_NS ((XrTime)1000000000)
#define LEAST_WORK_NS 50000000
#define LONGEST_WAIT_NS (30 * WINDOW_NS)

static int64_t clock_ns(clockid_t clock)
{
    struct timespec now = {0};
    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/* The processor time of all threads but the calling one. */
static int64_t others_ns(void)
{
    return clock_ns(CLOCK_PROCESS_CPUTIME_ID) - clock_ns(CLOCK_THREAD_CPUTIME_ID);
}

void rt_drawing_thread_set(struct rt_session *session)
{
    session->frames.has_drawing_thread = true;
    session->frames.drawing_thread = pthread_self();
}

/* Whether the calling thread has begun a frame of the running session last. */
static bool is_caller(const struct rt_session *session)
{
    const struct rt_frames *frames = &session->frames;
    return frames->has_drawing_thread && pthread_equal(frames->drawing_thread, pthread_self()) != 0;
}

void rt_drawing_thread_wait(const struct rt_session *session)
{
    const struct rt_frames *frames = &session->frames;
    const uint64_t submitted = frames->submitted;
    const XrTime limit = rt_timing_now() + LONGEST_WAIT_NS;
    XrTime window_end = rt_timing_now() + WINDOW_NS;
    int64_t used_ns = others_ns();
    while (frames->submitted == submitted && session->running && frames->has_drawing_thread &&
           !is_caller(session) && (frames->waited || frames->begun) && rt_timing_now() < limit) {
        rt_timing_sleep_until(rt_timing_now() + RT_TIMING_POLL_NS);
        if (rt_timing_now() < window_end)
            continue;
        if (others_ns() - used_ns < LEAST_WORK_NS)
            return;
        used_ns = others_ns();
        window_end = rt_timing_now() + WINDOW_NS;
    }
}
