/* SPDX-License-Identifier: MIT */
/*
 * monotonic: the time of CLOCK_MONOTONIC, which all processes of a machine share and which is never
 * set. Any thread; no lock, no allocation, and on Linux no system call (vDSO).
 */
#ifndef US_MONOTONIC_H
#define US_MONOTONIC_H

#include "platform/time.h"

static inline int64_t us_monotonic_ns(void)
{
    return us_time_ns(US_TIME_MONOTONIC);
}

static inline double us_monotonic_s(void)
{
    return 1e-9 * (double)us_monotonic_ns();
}

#endif
