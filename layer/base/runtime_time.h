/* SPDX-License-Identifier: MIT */
/*
 * runtime_time: the current time as an XrTime.
 *
 * Core OpenXR has no function for the current time. If the runtime has
 * xrConvertTimespecTimeToTimeKHR, the layer uses it; the layer enables the extension
 * (XR_KHR_convert_timespec_time) by itself in instances that may have headless sessions. Otherwise
 * the layer measures the offset between CLOCK_MONOTONIC and XrTime from times that had just passed
 * when the runtime reported them, for example the time of a session state event.
 *
 * Any thread may call these functions. They take no lock and do not allocate.
 */
#ifndef US_RUNTIME_TIME_H
#define US_RUNTIME_TIME_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "openxr/xr.h"

struct us_runtime_time {
    _Atomic int64_t offset_ns; /* CLOCK_MONOTONIC minus XrTime; INT64_MAX: unknown */
};

void us_runtime_time_init(struct us_runtime_time *now);

/* Reports that `time` has just passed. The offset is the smallest one measured, because that time
 * came with the smallest delay. The function ignores a time that is not positive. */
void us_runtime_time_note(struct us_runtime_time *now, XrTime time);

/* Returns the current time, or 0 if it is unknown. `convert` is the runtime's function, or NULL. */
XrTime us_runtime_time(const struct us_runtime_time *now, XrInstance instance,
                       PFN_xrConvertTimespecTimeToTimeKHR convert);

/* Whether a time that an app asks for is no time of a frame, but one that it looks ahead to: more
 * than 0.2 s after `now`, where that is known (above 0). */
static inline bool us_runtime_time_is_ahead(XrTime time, XrTime now)
{
    return now > 0 && time - INT64_C(200000000) > now;
}

#endif
