/* SPDX-License-Identifier: MIT */
/* XR_FB_display_refresh_rate: the runtime's, or one rate where the runtime lacks the extension. */
#include "layer/state/session.h"
#include "layer/hooks/hooks.h"

#include <math.h>

#include "layer/answer/scripted.h"

static bool is_supplied(const struct us_instance *instance)
{
    return us_extensions_is_supplied(instance->bindings.extensions, US_EXTENSION_REFRESH_RATE);
}

/* The instance of a session. NULL: there is none, or the layer, which is to answer, does not know
 * the session. */
static struct us_instance *find_instance(XrSession handle, struct us_session **out_session)
{
    struct us_instance *instance = us_session_find_instance(handle, out_session);
    bool can_answer = instance != NULL && (*out_session != NULL || !is_supplied(instance));
    return can_answer ? instance : NULL;
}

/* The recorded rate, or that of the newest frame, or a usual one before the first frame. Periods
 * are whole nanoseconds, so the rate is rounded to hundredths. */
static float find_rate_hz(const struct us_session *session)
{
    float recorded_hz = us_answer_scripted_recorded_rate_hz(session);
    int64_t period_ns = atomic_load_explicit(&session->period_ns, memory_order_relaxed);
    if (recorded_hz > 0.0f)
        return recorded_hz;
    return period_ns > 0 ? (float)(round(1e11 / (double)period_ns) / 100.0) : 60.0f;
}

static XRAPI_ATTR XrResult XRAPI_CALL hook_xrEnumerateDisplayRefreshRatesFB(XrSession handle,
                                                                            uint32_t capacity,
                                                                            uint32_t *out_count,
                                                                            float *rates_hz)
{
    struct us_session *session;
    struct us_instance *instance = find_instance(handle, &session);
    if (instance == NULL)
        return XR_ERROR_HANDLE_INVALID;
    if (!is_supplied(instance))
        return instance->next.xrEnumerateDisplayRefreshRatesFB(handle, capacity, out_count,
                                                               rates_hz);
    if (out_count == NULL || (capacity > 0 && rates_hz == NULL))
        return XR_ERROR_VALIDATION_FAILURE;
    *out_count = 1;
    if (capacity > 0)
        *rates_hz = find_rate_hz(session);
    return XR_SUCCESS;
}

static XRAPI_ATTR XrResult XRAPI_CALL hook_xrGetDisplayRefreshRateFB(XrSession handle,
                                                                     float *rate_hz)
{
    struct us_session *session;
    struct us_instance *instance = find_instance(handle, &session);
    if (instance == NULL)
        return XR_ERROR_HANDLE_INVALID;
    if (!is_supplied(instance))
        return instance->next.xrGetDisplayRefreshRateFB(handle, rate_hz);
    if (rate_hz == NULL)
        return XR_ERROR_VALIDATION_FAILURE;
    *rate_hz = find_rate_hz(session);
    return XR_SUCCESS;
}

/* 0 says that the app has no preference. */
static XRAPI_ATTR XrResult XRAPI_CALL hook_xrRequestDisplayRefreshRateFB(XrSession handle,
                                                                         float rate_hz)
{
    struct us_session *session;
    struct us_instance *instance = find_instance(handle, &session);
    if (instance == NULL)
        return XR_ERROR_HANDLE_INVALID;
    if (!is_supplied(instance))
        return instance->next.xrRequestDisplayRefreshRateFB(handle, rate_hz);
    return rate_hz == 0.0f || rate_hz == find_rate_hz(session)
               ? XR_SUCCESS
               : XR_ERROR_DISPLAY_REFRESH_RATE_UNSUPPORTED_FB;
}

const struct us_handler us_hooks_refresh_rate[] = {
    US_HANDLER(xrEnumerateDisplayRefreshRatesFB, hook_xrEnumerateDisplayRefreshRatesFB),
    US_HANDLER(xrGetDisplayRefreshRateFB, hook_xrGetDisplayRefreshRateFB),
    US_HANDLER(xrRequestDisplayRefreshRateFB, hook_xrRequestDisplayRefreshRateFB),
    US_HANDLERS_END,
};
