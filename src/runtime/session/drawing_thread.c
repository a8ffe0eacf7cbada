/* SPDX-License-Identifier: MIT */
#include "runtime/session/session.h"

#include "platform/thread.h"
#include "platform/time.h"
#include "runtime/instance/call.h"

/* An app may give up a frame, or end it only after xrWaitFrame returns. Then its other threads
 * stand still: in a second they use less than this processor time. A frame that only takes long, as
 * on a busy machine, uses more. */
#define WINDOW_NS ((XrTime)1000000000)
#define LEAST_WORK_NS 50000000
#define LONGEST_WAIT_NS (30 * WINDOW_NS)

/* The processor time of all threads but the calling one. */
static int64_t others_ns(void)
{
    return us_time_ns(US_TIME_PROCESS) - us_time_ns(US_TIME_THREAD);
}

void rt_drawing_thread_wait(const struct rt_session *session)
{
    const struct rt_frames *frames = &session->frames;
    const uint64_t submitted = frames->submitted;
    const XrTime limit = us_time_now_ns() + LONGEST_WAIT_NS;
    XrTime window_end = us_time_now_ns() + WINDOW_NS;
    int64_t used_ns = others_ns();
    while (frames->submitted == submitted && session->running && frames->drawing_thread != 0 &&
           frames->drawing_thread != us_thread_self() && (frames->waited || frames->begun) &&
           us_time_now_ns() < limit) {
        rt_call_sleep_until(us_time_now_ns() + RT_TIMING_POLL_NS);
        if (us_time_now_ns() < window_end)
            continue;
        if (others_ns() - used_ns < LEAST_WORK_NS)
            return;
        used_ns = others_ns();
        window_end = us_time_now_ns() + WINDOW_NS;
    }
}
