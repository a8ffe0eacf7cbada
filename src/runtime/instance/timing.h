// SPDX-License-Identifier: MIT
// XrTime: nanoseconds of CLOCK_MONOTONIC. Any thread.
#ifndef RT_RUNTIME_TIMING_H
#define RT_RUNTIME_TIMING_H

#include "runtime/base/xr.h"

XrTime rt_timing_now(void);

// Sleeps until that time; returns at once if the time is over. The caller must hold no lock.
void rt_timing_sleep_until(XrTime deadline);

#endif
