/* SPDX-License-Identifier: MIT */
#include "layer/base/runtime_time.h"

#include <time.h>

#define UNKNOWN INT64_MAX

int64_t us_runtime_time_monotonic_ns(void)
{
    struct timespec clock;
    clock_gettime(CLOCK_MONOTONIC, &clock);
    return (int64_t)clock.tv_sec * 1000000000 + clock.tv_nsec;
}

void us_runtime_time_init(struct us_runtime_time *now)
{
    atomic_init(&now->behind_ns, UNKNOWN);
}

void us_runtime_time_note(struct us_runtime_time *now, XrTime time)
{
    if (time <= 0)
        return;
    int64_t behind_ns = us_runtime_time_monotonic_ns() - time;
    int64_t known_ns = atomic_load_explicit(&now->behind_ns, memory_order_relaxed);
    while (behind_ns < known_ns &&
           !atomic_compare_exchange_weak(&now->behind_ns, &known_ns, behind_ns))
        ;
}

XrTime us_runtime_time(const struct us_runtime_time *now, XrInstance instance,
                       PFN_xrConvertTimespecTimeToTimeKHR convert)
{
    struct timespec clock;
    XrTime time = 0;
    clock_gettime(CLOCK_MONOTONIC, &clock);
    if (convert != NULL && XR_SUCCEEDED(convert(instance, &clock, &time)) && time > 0)
        return time;
    int64_t behind_ns = atomic_load_explicit(&now->behind_ns, memory_order_relaxed);
    if (behind_ns == UNKNOWN)
        return 0;
    time = (XrTime)clock.tv_sec * 1000000000 + clock.tv_nsec - behind_ns;
    return time > 0 ? time : 0;
}
