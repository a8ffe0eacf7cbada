/* SPDX-License-Identifier: MIT */
/*
 * XR_FB_display_refresh_rate: the rates of the display, and a change between them. A change takes
 * effect at once: the next frame is displayed one period of the new rate after the last one.
 */
#include "runtime/base/two_call.h"
#include "runtime/instance/call.h"
#include "runtime/session/session.h"

/* The rates of common headsets, and with them the rate of UNDERSTUDY_HEADLESS_RATE_HZ. */
static const uint32_t common_hz[] = {60, 72, 80, 90, 120};
#define COMMON_RATES (sizeof common_hz / sizeof common_hz[0])

/* Writes the rates, the lowest first, as the extension demands. Returns how many. */
static uint32_t list_rates(const struct rt_session *session, uint32_t out_hz[COMMON_RATES + 1])
{
    const uint32_t own_hz = session->object.instance->settings.rate_hz;
    uint32_t count = 0;
    for (size_t i = 0; i < COMMON_RATES; i++) {
        if (own_hz < common_hz[i] && (count == 0 || own_hz > out_hz[count - 1]))
            out_hz[count++] = own_hz;
        out_hz[count++] = common_hz[i];
    }
    if (own_hz > out_hz[count - 1])
        out_hz[count++] = own_hz;
    return count;
}

static XrResult enumerate(const struct rt_session *session, uint32_t capacity, uint32_t *out_count,
                          float *out_rates)
{
    uint32_t hz[COMMON_RATES + 1];
    const uint32_t count = list_rates(session, hz);
    const XrResult result = rt_two_call(capacity, out_count, out_rates, count);
    for (uint32_t i = 0; result == XR_SUCCESS && capacity != 0 && i < count; i++)
        out_rates[i] = (float)hz[i];
    return result;
}

RT_CALL(xrEnumerateDisplayRefreshRatesFB, SESSION,
        (XrSession handle, uint32_t capacity, uint32_t *out_count, float *displayRefreshRates),
        enumerate(object, capacity, out_count, displayRefreshRates))

static XrResult get(const struct rt_session *session, float *out_rate)
{
    if (out_rate == NULL)
        return XR_ERROR_VALIDATION_FAILURE;
    *out_rate = (float)session->rate_hz;
    return XR_SUCCESS;
}

RT_CALL(xrGetDisplayRefreshRateFB, SESSION, (XrSession handle, float *displayRefreshRate),
        get(object, displayRefreshRate))

static void change(struct rt_session *session, uint32_t hz)
{
    if (hz == session->rate_hz)
        return;
    const XrEventDataDisplayRefreshRateChangedFB event = {
        .type = XR_TYPE_EVENT_DATA_DISPLAY_REFRESH_RATE_CHANGED_FB,
        .fromDisplayRefreshRate = (float)session->rate_hz,
        .toDisplayRefreshRate = (float)hz,
    };
    session->rate_hz = hz;
    rt_event_queue_push(&session->object.instance->events, &event, sizeof event);
}

/* 0 says that the app has no preference: the display returns to its own rate. */
static XrResult request(struct rt_session *session, float rate)
{
    uint32_t hz[COMMON_RATES + 1];
    const uint32_t count = list_rates(session, hz);
    if (rate == 0.0f) {
        change(session, session->object.instance->settings.rate_hz);
        return XR_SUCCESS;
    }
    for (uint32_t i = 0; i < count; i++) {
        if ((float)hz[i] == rate) {
            change(session, hz[i]);
            return XR_SUCCESS;
        }
    }
    return XR_ERROR_DISPLAY_REFRESH_RATE_UNSUPPORTED_FB;
}

RT_CALL(xrRequestDisplayRefreshRateFB, SESSION, (XrSession handle, float displayRefreshRate),
        request(object, displayRefreshRate))
