/* SPDX-License-Identifier: MIT */
#include "layer/state/frame_history.h"

#include <math.h>

#define DEFAULT_PERIOD_NS INT64_C(16666667)
/* A time within this fraction of a period belongs to the frame. */
#define SNAP 0.25

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
    us_seqlock_store(&frames->count, number + 1);
    us_seqlock_write_end(&frames->lock);
    return number;
}

static double snap(double frame)
{
    double whole = round(frame);
    return fabs(frame - whole) < SNAP ? whole : frame;
}

/* Finds the newest frame that begins at most SNAP of its period after `time_ns`; if there is none,
 * the oldest frame. */
static uint64_t find(const struct us_frame_history *frames, int64_t time_ns, uint64_t oldest,
                     uint64_t newest)
{
    uint64_t number = newest;
    while (number > oldest) {
        int64_t early_ns = (int64_t)(SNAP * (double)period_of(frames, number));
        if (time_ns > time_of(frames, number) - early_ns)
            break;
        number--;
    }
    return number;
}

static double position(const struct us_frame_history *frames, int64_t time_ns, uint64_t count)
{
    uint64_t newest = count - 1,
             oldest = count > US_FRAME_HISTORY_KEPT ? count - US_FRAME_HISTORY_KEPT : 0;
    uint64_t number = find(frames, time_ns, oldest, newest);
    double off =
        snap((double)(time_ns - time_of(frames, number)) / (double)period_of(frames, number));
    /* If the next frame was late, the gap before it still counts as one frame. */
    if (number < newest && off > 1.0)
        off = 1.0;
    return (double)number + off;
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
