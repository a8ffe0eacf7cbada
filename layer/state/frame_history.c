/* SPDX-License-Identifier: MIT */
#include "layer/state/frame_history.h"

#include <math.h>

#include "platform/thread.h"

#define DEFAULT_PERIOD_NS INT64_C(16666667)
/* In periods. Apps compute times with the rounded period, or with numbers of seconds. */
#define SAME 0.01
/* A prediction came true if the next frame is at most so many periods off: displays jitter. */
#define CAME_TRUE 0.25

void us_frame_history_reset(struct us_frame_history *frames)
{
    us_seqlock_write_begin(&frames->lock);
    us_seqlock_store(&frames->count, 0);
    us_seqlock_write_end(&frames->lock);
}

static int64_t time_of(const struct us_frame_history *frames, uint64_t number)
{
    return (int64_t)us_seqlock_load(&frames->kept[number % US_FRAME_HISTORY_KEPT].time_ns);
}

static int64_t period_of(const struct us_frame_history *frames, uint64_t number)
{
    return (int64_t)us_seqlock_load(&frames->kept[number % US_FRAME_HISTORY_KEPT].period_ns);
}

uint64_t us_frame_history_add(struct us_frame_history *frames, int64_t time_ns, int64_t period_ns)
{
    uint64_t number = atomic_load_explicit(&frames->count, memory_order_relaxed);
    if (period_ns <= 0 && number > 0)
        period_ns = time_ns - time_of(frames, number - 1);
    if (period_ns <= 0)
        period_ns = DEFAULT_PERIOD_NS;
    us_seqlock_write_begin(&frames->lock);
    us_seqlock_store(&frames->kept[number % US_FRAME_HISTORY_KEPT].time_ns, (uint64_t)time_ns);
    us_seqlock_store(&frames->kept[number % US_FRAME_HISTORY_KEPT].period_ns, (uint64_t)period_ns);
    us_seqlock_store(&frames->waiter, us_thread_self());
    us_seqlock_store(&frames->count, number + 1);
    us_seqlock_write_end(&frames->lock);
    return number;
}

/* The periods from a frame's time to `time_ns`: a whole number of them where it is the same. */
static double periods_after(const struct us_frame_history *frames, uint64_t number, int64_t time_ns)
{
    double off = (double)(time_ns - time_of(frames, number)) / (double)period_of(frames, number);
    double whole = round(off);
    return fabs(off - whole) < SAME ? whole : off;
}

/* Finds the newest frame that is not after `time_ns`; if there is none, the oldest frame. */
static uint64_t find(const struct us_frame_history *frames, int64_t time_ns, uint64_t oldest,
                     uint64_t newest)
{
    uint64_t number = newest;
    while (number > oldest && periods_after(frames, number, time_ns) < 0.0)
        number--;
    return number;
}

/*
 * The frame after `number` may have come late. What lies between the two was asked for ahead of the
 * one, by a thread that did not know the other yet, or is in the past of the other. The thread that
 * waited knows the newest frame.
 */
static double position_between(const struct us_frame_history *frames, int64_t time_ns,
                               uint64_t number, uint64_t newest)
{
    bool knows_newest = us_seqlock_load(&frames->waiter) == us_thread_self();
    double after = periods_after(frames, number, time_ns);
    bool is_next = after == 1.0 && fabs(periods_after(frames, number + 1, time_ns)) < CAME_TRUE;
    if (is_next || (!knows_newest && after <= 1.0))
        return (double)number + after;
    uint64_t told = knows_newest ? newest : number + 1;
    return (double)told + periods_after(frames, told, time_ns);
}

static double position(const struct us_frame_history *frames, int64_t time_ns, uint64_t count)
{
    uint64_t newest = count - 1,
             oldest = count > US_FRAME_HISTORY_KEPT ? count - US_FRAME_HISTORY_KEPT : 0;
    uint64_t number = find(frames, time_ns, oldest, newest);
    double after = periods_after(frames, number, time_ns);
    /* This frame came early: the app may have predicted it. */
    if (number > oldest && periods_after(frames, number - 1, time_ns) == 1.0)
        return (double)number;
    return after != 0.0 && number < newest ? position_between(frames, time_ns, number, newest)
                                           : (double)number + after;
}

bool us_frame_history_position(const struct us_frame_history *frames, int64_t time_ns,
                               double *out_frame)
{
    /* A valid XrTime is not negative. Some runtimes accept one; it must not cause an overflow. */
    if (time_ns < 0)
        time_ns = 0;
    for (;;) {
        uint64_t version = us_seqlock_read_begin(&frames->lock);
        uint64_t count = us_seqlock_load(&frames->count);
        double frame = count > 0 ? position(frames, time_ns, count) : 0.0;
        if (us_seqlock_is_whole(&frames->lock, version)) {
            *out_frame = frame;
            return count > 0;
        }
    }
}
