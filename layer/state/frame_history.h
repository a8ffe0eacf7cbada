/* SPDX-License-Identifier: MIT */
/*
 * frame_history: maps an XrTime to the number of the app's frame.
 *
 * The frames for which the app called xrWaitFrame are numbered from 0. The predicted display time
 * of a frame, and times close to it, map to its number exactly. The time one period later maps to
 * the next number, no matter when the app asks and when the next frame is displayed. So pipelined
 * apps and slow machines get the same numbers as fast ones. Other times map to fractions.
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
    _Atomic uint64_t count; /* the newest frame has the number count - 1 */
    struct {
        _Atomic uint64_t time_ns, period_ns; /* int64_t values */
    } kept[US_FRAME_HISTORY_KEPT];           /* frame n is in slot n % US_FRAME_HISTORY_KEPT */
};

/* Removes all frames; the next one has the number 0. */
void us_frame_history_reset(struct us_frame_history *frames);

/*
 * Adds a frame with its predictedDisplayTime and predictedDisplayPeriod, and returns its number. If
 * the period is not positive, the distance to the previous frame is used, or else 1/60 s.
 */
uint64_t us_frame_history_add(struct us_frame_history *frames, int64_t time_ns, int64_t period_ns);

/*
 * Returns the frame number of `time_ns` in `*out_frame`. It is an integer within a quarter of a
 * period of a frame's time. For a time before the oldest stored frame, it counts back in periods of
 * that frame, and may be negative. Returns false if there is no frame yet.
 */
bool us_frame_history_position(const struct us_frame_history *frames, int64_t time_ns,
                               double *out_frame);

#endif
