/* SPDX-License-Identifier: MIT */
#include "platform/time.h"

#include <stdatomic.h>

#include "platform/windows/system.h"

#define SECOND_NS INT64_C(1000000000)
#define MS_NS INT64_C(1000000)
#ifndef CREATE_WAITABLE_TIMER_HIGH_RESOLUTION
#define CREATE_WAITABLE_TIMER_HIGH_RESOLUTION 2
#endif

static int64_t monotonic_ns(void)
{
    static _Atomic int64_t per_second; /* never changes while the system runs */
    LARGE_INTEGER now, frequency;
    int64_t hz = atomic_load_explicit(&per_second, memory_order_relaxed);
    if (hz == 0) {
        QueryPerformanceFrequency(&frequency);
        hz = frequency.QuadPart;
        atomic_store_explicit(&per_second, hz, memory_order_relaxed);
    }
    QueryPerformanceCounter(&now);
    return now.QuadPart / hz * SECOND_NS + now.QuadPart % hz * SECOND_NS / hz;
}

static int64_t wall_ns(void)
{
    FILETIME now;
    GetSystemTimePreciseAsFileTime(&now);
    return us_system_wall_ns(now);
}

int64_t us_time_ns(enum us_time_clock clock)
{
    FILETIME begin, end, kernel, user;
    if (clock == US_TIME_MONOTONIC)
        return monotonic_ns();
    if (clock == US_TIME_WALL)
        return wall_ns();
    BOOL is_known = clock == US_TIME_PROCESS
                        ? GetProcessTimes(GetCurrentProcess(), &begin, &end, &kernel, &user)
                        : GetThreadTimes(GetCurrentThread(), &begin, &end, &kernel, &user);
    return is_known ? us_system_ns(kernel) + us_system_ns(user) : 0;
}

/* Sleep() is only as fine as the system's tick, up to 16 ms. */
void us_time_sleep(int64_t ns)
{
    LARGE_INTEGER due = {.QuadPart = -((ns + 99) / 100)};
    if (ns <= 0)
        return;
    HANDLE timer = CreateWaitableTimerExW(NULL, NULL, CREATE_WAITABLE_TIMER_HIGH_RESOLUTION,
                                          TIMER_MODIFY_STATE | SYNCHRONIZE);
    if (timer != NULL && SetWaitableTimer(timer, &due, 0, NULL, NULL, FALSE))
        WaitForSingleObject(timer, INFINITE);
    else
        Sleep((DWORD)((ns + MS_NS - 1) / MS_NS));
    if (timer != NULL)
        CloseHandle(timer);
}

void us_time_sleep_until(int64_t until_ns)
{
    int64_t left_ns;
    while ((left_ns = until_ns - monotonic_ns()) > 0)
        us_time_sleep(left_ns);
}
