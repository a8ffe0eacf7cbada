/* SPDX-License-Identifier: MIT */
/* XrTime: nanoseconds of CLOCK_MONOTONIC. Any thread. */
#ifndef RT_RUNTIME_TIMING_H
#define RT_RUNTIME_TIMING_H

#include "runtime/base/xr.h"

XrTime rt_timing_now(void);

/* How often a call that waits for another thread of the app checks whether it may go on. */
#define RT_TIMING_POLL_NS 500000

/* Inside a call, releases the runtime's lock, sleeps until that time, and takes the lock again. If
 * the time is over, it does not sleep. */
void rt_timing_sleep_until(XrTime deadline);

#endif
