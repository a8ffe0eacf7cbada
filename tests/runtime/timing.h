// SPDX-License-Identifier: MIT
// XrTime: nanoseconds of CLOCK_MONOTONIC. Any thread.
#ifndef US_RUNTIME_TIMING_H
#define US_RUNTIME_TIMING_H

#include "xr.h"

XrTime us_timing_now(void);

// Returns at that time or later; at once where it is past. Hold no lock.
void us_timing_sleep_until(XrTime deadline);

#endif
