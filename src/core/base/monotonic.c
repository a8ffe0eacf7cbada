/* SPDX-License-Identifier: MIT */
#include "core/base/monotonic.h"

#include "platform/time.h"

int64_t us_monotonic_ns(void)
{
    return us_time_ns(US_TIME_MONOTONIC);
}

double us_monotonic_s(void)
{
    return 1e-9 * (double)us_monotonic_ns();
}
