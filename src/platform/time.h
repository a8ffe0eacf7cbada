/* SPDX-License-Identifier: MIT */
/*
 * time: clocks and sleep, in nanoseconds. Any thread; no lock, no allocation.
 */
#ifndef US_PLATFORM_TIME_H
#define US_PLATFORM_TIME_H

#include <stdint.h>

enum us_time_clock {
    /* Since a moment in the past; never set. All processes of a machine share it. POSIX:
     * CLOCK_MONOTONIC, on Linux without a system call. Windows: QueryPerformanceCounter. */
    US_TIME_MONOTONIC,
    US_TIME_WALL,    /* since the beginning of 1970, UTC; a person may set it */
    US_TIME_PROCESS, /* processor time of all threads of the process */
    US_TIME_THREAD,  /* processor time of the calling thread */
};
int64_t us_time_ns(enum us_time_clock clock);

/* Now, of US_TIME_MONOTONIC. */
static inline int64_t us_time_now_ns(void)
{
    return us_time_ns(US_TIME_MONOTONIC);
}

static inline double us_time_now_s(void)
{
    return 1e-9 * (double)us_time_now_ns();
}

/* Sleeps so long, or until a signal came. */
void us_time_sleep(int64_t ns);
/* Sleeps until this time of US_TIME_MONOTONIC, whatever signals come. */
void us_time_sleep_until(int64_t monotonic_ns);

#endif
