/* SPDX-License-Identifier: MIT */
/*
 * frame_history: XrTime -> the app's frame number, for times around the newest frames.
 *
 * The frames that an app waits for are numbered from 0. A time near a frame's predicted display
 * time is that frame's, exactly; so is the time one period later the next frame's, whenever that is
 * asked and whenever the next frame will really be shown, so that pipelined apps and slow machines
 * get the same numbers as fast ones. Other times are fractions of a frame.
 *
 * One thread at a time adds frames (xrWaitFrame is externally synchronised); any number of threads
 * ask meanwhile, without a lock.
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
    _Atomic uint64_t count; /* frames so far; the newest is number count - 1 */
    struct {
        _Atomic uint64_t time_ns, period_ns; /* of an int64_t each */
    } kept[US_FRAME_HISTORY_KEPT];           /* number n is at n % US_FRAME_HISTORY_KEPT */
};

void us_frame_history_reset(struct us_frame_history *frames);

/*
 * Add a frame: its predictedDisplayTime and predictedDisplayPeriod. Returns its number. A period
 * that is not positive counts as the distance to the frame before, or 1/60 s.
 */
uint64_t us_frame_history_add(struct us_frame_history *frames, int64_t time_ns, int64_t period_ns);

/*
 * Which frame `time_ns` is: whole within a quarter of a period of a frame's time. Times before the
 * oldest frame that is kept count back in its period. False if there is no frame yet.
 */
bool us_frame_history_position(const struct us_frame_history *frames, int64_t time_ns,
                               double *out_frame);

#endif
