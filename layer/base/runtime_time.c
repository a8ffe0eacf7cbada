/* SPDX-License-Identifier: MIT */
#include "layer/base/runtime_time.h"

#include <time.h>

#include "platform/time.h"

#define UNKNOWN INT64_MAX

void us_runtime_time_init(struct us_runtime_time *now)
{
    atomic_init(&now->offset_ns, UNKNOWN);
}

void us_runtime_time_note(struct us_runtime_time *now, XrTime time)
{
    if (time <= 0)
        return;
    int64_t offset_ns = us_time_now_ns() - time;
    int64_t known_ns = atomic_load_explicit(&now->offset_ns, memory_order_relaxed);
    /* Of two threads at once one is enough: the next note makes up for the other. */
    if (offset_ns < known_ns)
        (void)atomic_compare_exchange_strong(&now->offset_ns, &known_ns, offset_ns);
}

XrTime us_runtime_time(const struct us_runtime_time *now, XrInstance instance,
                       PFN_xrConvertTimespecTimeToTimeKHR convert)
{
    const int64_t clock_ns = us_time_now_ns();
    const struct timespec clock = {.tv_sec = (time_t)(clock_ns / 1000000000),
                                   .tv_nsec = (long)(clock_ns % 1000000000)};
    XrTime time = 0;
    if (convert != NULL && XR_SUCCEEDED(convert(instance, &clock, &time)) && time > 0)
        return time;
    int64_t offset_ns = atomic_load_explicit(&now->offset_ns, memory_order_relaxed);
    if (offset_ns == UNKNOWN)
        return 0;
    time = clock_ns - offset_ns;
    return time > 0 ? time : 0;
}
