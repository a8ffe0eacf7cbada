/* SPDX-License-Identifier: MIT */
/* Sessions, and the refresh rate of their display. */
#include <math.h>
#include <stdlib.h>

#include "layer/answer/current_profile.h"
#include "layer/answer/input.h"
#include "layer/answer/playback.h"
#include "layer/answer/scripted.h"
#include "layer/hooks/hooks.h"
#include "layer/screenshots/screenshots.h"
#include "layer/state/session.h"

/* XR_FB_display_refresh_rate: the runtime's, or one rate where the runtime lacks the extension. */

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
    US_RETURN_IF_INVALID(instance);
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
    US_RETURN_IF_INVALID(instance);
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
    US_RETURN_IF_INVALID(instance);
    if (!is_supplied(instance))
        return instance->next.xrRequestDisplayRefreshRateFB(handle, rate_hz);
    return rate_hz == 0.0f || rate_hz == find_rate_hz(session)
               ? XR_SUCCESS
               : XR_ERROR_DISPLAY_REFRESH_RATE_UNSUPPORTED_FB;
}

/* A session is headless if nothing is chained: any struct may be a graphics binding of an extension
 * that the layer does not know. */
static bool is_headless(const struct us_instance *instance, const XrSessionCreateInfo *info)
{
    return us_extensions_is_enabled(instance->bindings.extensions, US_EXTENSION_HEADLESS) &&
           info->next == NULL;
}

/* What scripts can tell the app, because it enabled the extension. */
static struct us_session_events_audience audience_of(const struct us_instance *instance)
{
    struct us_extensions extensions = instance->bindings.extensions;
    return (struct us_session_events_audience){
        .presence = us_extensions_is_enabled(extensions, US_EXTENSION_USER_PRESENCE),
        .refresh_rate = us_extensions_is_enabled(extensions, US_EXTENSION_REFRESH_RATE),
        .local_floor = us_instance_has_local_floor(instance),
        .masks = us_extensions_is_enabled(extensions, US_EXTENSION_VISIBILITY_MASK)};
}

static void free_session(struct us_node *node)
{
    struct us_session *session = (struct us_session *)node;
    us_screenshots_destroy(session->screenshots);
    us_input_destroy(atomic_load(&session->input));
    us_current_profiles_destroy(atomic_load(&session->profiles));
    us_session_free(session);
}

static XRAPI_ATTR XrResult XRAPI_CALL hook_xrCreateSession(XrInstance handle,
                                                           const XrSessionCreateInfo *info,
                                                           XrSession *session_handle)
{
    struct us_instance *instance = us_instance_find(handle);
    US_RETURN_IF_INVALID(instance);
    XrResult result = instance->next.xrCreateSession(handle, info, session_handle);
    if (XR_FAILED(result))
        return result;
    struct us_session *session = calloc(1, sizeof *session);
    if (session == NULL)
        return result;
    session->node = us_handle_table_node(US_HANDLE_SESSION, US_XR_VALUE(*session_handle),
                                         &instance->node, free_session);
    session->instance = instance;
    session->handle = *session_handle;
    session->number = atomic_fetch_add(&instance->session_count, 1) + 1;
    session->headless = is_headless(instance, info);
    us_runtime_time_init(&session->runtime_time);
    us_playback_reset(session);
    us_session_events_init(&session->events, &instance->scripts, audience_of(instance));
    us_session_init_spaces(session);
    session->screenshots = us_screenshots_create(session, info);
    if (!us_handle_table_add(&session->node))
        free_session(&session->node);
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL hook_xrDestroySession(XrSession handle)
{
    US_SESSION_OF_CALL(handle, session, instance);
    us_playback_stop_waiting(instance);
    if (session != NULL)
        us_screenshots_stop(session->screenshots);
    if (session != NULL && session->carries)
        us_playback_carry(session);
    struct us_node *list = us_handle_table_detach((struct us_node *)session);
    XrResult result = instance->next.xrDestroySession(handle);
    if (XR_FAILED(result)) {
        us_handle_table_restore(list);
        return result;
    }
    us_not_started_keep_list(list);
    us_handle_table_free(list);
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL hook_xrBeginSession(XrSession handle,
                                                          const XrSessionBeginInfo *info)
{
    US_SESSION_OF_CALL(handle, session, instance);
    XrResult result = instance->next.xrBeginSession(handle, info);
    if (XR_SUCCEEDED(result) && session != NULL) {
        us_playback_reset(session);
        us_handle_table_lock();
        us_session_events_begin(&session->events, us_playback_from_s(session));
        us_handle_table_unlock();
        atomic_store(&session->input_denied, false);
        atomic_store(&session->running, true);
        atomic_store(&session->was_running, true);
        us_not_started_begin(instance);
    }
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL hook_xrEndSession(XrSession handle)
{
    US_SESSION_OF_CALL(handle, session, instance);
    us_playback_stop_waiting(instance);
    XrResult result = instance->next.xrEndSession(handle);
    if (XR_SUCCEEDED(result) && session != NULL) {
        atomic_store(&session->running, false);
        if (session->carries)
            us_playback_carry(session);
        us_screenshots_wait(session->screenshots);
    }
    return result;
}

const struct us_handler us_hooks_session[] = {
    US_HANDLER(xrCreateSession, hook_xrCreateSession),
    US_HANDLER(xrDestroySession, hook_xrDestroySession),
    US_HANDLER(xrBeginSession, hook_xrBeginSession),
    US_HANDLER(xrEndSession, hook_xrEndSession),
    US_HANDLER(xrEnumerateDisplayRefreshRatesFB, hook_xrEnumerateDisplayRefreshRatesFB),
    US_HANDLER(xrGetDisplayRefreshRateFB, hook_xrGetDisplayRefreshRateFB),
    US_HANDLER(xrRequestDisplayRefreshRateFB, hook_xrRequestDisplayRefreshRateFB),
    US_HANDLERS_END,
};
