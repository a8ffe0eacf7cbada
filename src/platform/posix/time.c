/* SPDX-License-Identifier: MIT */
#include "platform/time.h"

#include <errno.h>
#include <time.h>

#define SECOND_NS INT64_C(1000000000)

int64_t us_time_ns(enum us_time_clock clock)
{
    static const clockid_t clocks[] = {[US_TIME_MONOTONIC] = CLOCK_MONOTONIC,
                                       [US_TIME_WALL] = CLOCK_REALTIME,
                                       [US_TIME_PROCESS] = CLOCK_PROCESS_CPUTIME_ID,
                                       [US_TIME_THREAD] = CLOCK_THREAD_CPUTIME_ID};
    struct timespec now = {0};
    clock_gettime(clocks[clock], &now);
    return (int64_t)now.tv_sec * SECOND_NS + now.tv_nsec;
}

static struct timespec time_of(int64_t ns)
{
    return (struct timespec){.tv_sec = (time_t)(ns / SECOND_NS), .tv_nsec = (long)(ns % SECOND_NS)};
}

void us_time_sleep(int64_t ns)
{
    const struct timespec pause = time_of(ns);
    nanosleep(&pause, NULL);
}

void us_time_sleep_until(int64_t monotonic_ns)
{
    const struct timespec until = time_of(monotonic_ns);
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL) == EINTR)
        ;
}
