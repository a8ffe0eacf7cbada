/* SPDX-License-Identifier: MIT */
/*
 * now: what XrTime it is.
 *
 * OpenXR has no function for that in its core. The runtime's xrConvertTimespecTimeToTimeKHR says
 * it; the layer enables its extension in instances whose sessions may be headless. Otherwise it
 * goes by a time of the runtime's that had just passed when it came, such as a session event's, and
 * by what the monotonic clock has counted since.
 *
 * Any thread; no lock and no allocation.
 */
#ifndef US_NOW_H
#define US_NOW_H

#include <stdatomic.h>
#include <stdint.h>

#include "xr.h"

struct us_instance;

struct us_now {
    _Atomic int64_t behind_ns; /* what the monotonic clock is ahead of XrTime; INT64_MAX: unknown */
};

void us_now_init(struct us_now *now);

/* `time` has just passed. The time that came with the least delay is what counts. Not positive:
 * nothing is learnt. */
void us_now_note(struct us_now *now, XrTime time);

/* 0 if nothing is known. */
XrTime us_now(const struct us_now *now, const struct us_instance *instance);

/* CLOCK_MONOTONIC in nanoseconds. */
int64_t us_now_monotonic_ns(void);

#endif
