/* SPDX-License-Identifier: MIT */
/*
 * runtime_time: what XrTime it is.
 *
 * OpenXR has no function for that in its core. The runtime's xrConvertTimespecTimeToTimeKHR says
 * it; the layer enables its extension in instances whose sessions may be headless. Otherwise it
 * goes by a time of the runtime's that had just passed when it came, such as a session event's, and
 * by what the monotonic clock has counted since.
 *
 * Any thread; no lock and no allocation.
 */
#ifndef US_RUNTIME_TIME_H
#define US_RUNTIME_TIME_H

#include <stdatomic.h>
#include <stdint.h>

#include "openxr/xr.h"

struct us_runtime_time {
    _Atomic int64_t offset_ns; /* what the monotonic clock is ahead of XrTime; INT64_MAX: unknown */
};

void us_runtime_time_init(struct us_runtime_time *now);

/* `time` has just passed. The time that came with the least delay is what counts. Not positive:
 * nothing is learnt. */
void us_runtime_time_note(struct us_runtime_time *now, XrTime time);

/* 0 if nothing is known. `convert` is the chain below's, or NULL. */
XrTime us_runtime_time(const struct us_runtime_time *now, XrInstance instance,
                       PFN_xrConvertTimespecTimeToTimeKHR convert);

/* CLOCK_MONOTONIC in nanoseconds. */
int64_t us_runtime_time_monotonic_ns(void);

#endif
