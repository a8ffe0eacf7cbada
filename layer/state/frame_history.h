/* SPDX-License-Identifier: MIT */
/*
 * frame_history: maps an XrTime to the number of the app's frame.
 *
 * The frames for which the app called xrWaitFrame are numbered from 0. A time that the app asks for
 * is counted from the display times that the app got, so that slow machines give the same numbers
 * as fast ones, however late a frame was:
 *  - The predicted display time of a frame is its number exactly.
 *  - The thread that waited for the newest frame asks relative to that frame: n periods before its
 *    time are n frames before it.
 *  - Other threads may still work on an earlier frame. Up to one period after its time counts from
 *    there: that period is the next number, no matter when the app asks and when the next frame is
 *    displayed, so that apps may work ahead. What lies between that and a late frame counts back
 *    from the late one.
 *  - One period after a frame's time is the next frame, if that is at most a quarter of a period
 *    later: displays jitter.
 * A difference below a hundredth of a period does not count. Other times map to fractions.
 *
 * One thread at a time adds frames, because OpenXR synchronizes xrWaitFrame externally. Any number
 * of threads ask meanwhile, without a lock (seqlock.h).
 */
#ifndef US_FRAME_HISTORY_H
#define US_FRAME_HISTORY_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "layer/base/seqlock.h"

enum { US_FRAME_HISTORY_KEPT = 128 };

struct us_frame_history {
    struct us_seqlock lock;
    _Atomic uint64_t count;  /* the newest frame has the number count - 1 */
    _Atomic uint64_t waiter; /* the thread that added it */
    struct {
        _Atomic uint64_t time_ns, period_ns; /* int64_t values */
    } kept[US_FRAME_HISTORY_KEPT];           /* frame n is in slot n % US_FRAME_HISTORY_KEPT */
};

/* Removes all frames; the next one has the number 0. */
void us_frame_history_reset(struct us_frame_history *frames);

/*
 * Adds a frame with its predictedDisplayTime and predictedDisplayPeriod, and returns its number.
 * The calling thread is the one that waited for it. If the period is not positive, the distance to
 * the previous frame is used, or else 1/60 s.
 */
uint64_t us_frame_history_add(struct us_frame_history *frames, int64_t time_ns, int64_t period_ns);

/* No frame was added since the last reset. */
static inline bool us_frame_history_is_empty(const struct us_frame_history *frames)
{
    return us_seqlock_load(&frames->count) == 0;
}

/*
 * Returns the frame number of `time_ns` for the calling thread in `*out_frame`. For a time before
 * the oldest stored frame, it counts back in periods and may be negative. Returns false if there is
 * no frame yet.
 */
bool us_frame_history_position(const struct us_frame_history *frames, int64_t time_ns,
                               double *out_frame);

#endif
