/* SPDX-License-Identifier: MIT */
#include "core/base/monotonic.h"

#include <time.h>

int64_t us_monotonic_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

double us_monotonic_s(void)
{
    return 1e-9 * (double)us_monotonic_ns();
}
