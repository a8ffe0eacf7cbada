/* SPDX-License-Identifier: MIT */
#include "runtime/instance/call.h"

#define NS_PER_S 1000000000

static XrResult from_timespec(const struct timespec *timespec, XrTime *out_time)
{
    if (timespec == NULL || out_time == NULL)
        return XR_ERROR_VALIDATION_FAILURE;
    const XrTime seconds = timespec->tv_sec;
    if (timespec->tv_nsec < 0 || timespec->tv_nsec >= NS_PER_S || seconds < 0 ||
        seconds >= INT64_MAX / NS_PER_S)
        return XR_ERROR_TIME_INVALID;
    *out_time = seconds * NS_PER_S + timespec->tv_nsec;
    return *out_time > 0 ? XR_SUCCESS : XR_ERROR_TIME_INVALID;
}

RT_CALL(xrConvertTimespecTimeToTimeKHR, INSTANCE,
        (XrInstance handle, const struct timespec *timespecTime, XrTime *time),
        from_timespec(timespecTime, time))

static XrResult to_timespec(XrTime time, struct timespec *out_timespec)
{
    if (out_timespec == NULL)
        return XR_ERROR_VALIDATION_FAILURE;
    const time_t seconds = (time_t)(time / NS_PER_S);
    /* i386 has 32 bits for seconds, which are 68 years. */
    if (time <= 0 || (XrTime)seconds != time / NS_PER_S)
        return XR_ERROR_TIME_INVALID;
    *out_timespec = (struct timespec){.tv_sec = seconds, .tv_nsec = (long)(time % NS_PER_S)};
    return XR_SUCCESS;
}

RT_CALL(xrConvertTimeToTimespecTimeKHR, INSTANCE,
        (XrInstance handle, XrTime time, struct timespec *timespecTime),
        to_timespec(time, timespecTime))
