// SPDX-License-Identifier: MIT
// XrTime: nanoseconds of CLOCK_MONOTONIC. Any thread.
#ifndef RT_RUNTIME_TIMING_H
#define RT_RUNTIME_TIMING_H

#include "runtime/base/xr.h"

XrTime rt_timing_now(void);

// Returns at that time or later; at once where it is past. Hold no lock.
void rt_timing_sleep_until(XrTime deadline);

#endif
