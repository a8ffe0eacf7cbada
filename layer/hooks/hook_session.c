/* SPDX-License-Identifier: MIT */
#include "layer/state/session.h"
#include "layer/hooks/hooks.h"

#include <stdlib.h>

#include "layer/answer/current_profile.h"
#include "layer/answer/input.h"
#include "layer/answer/playback.h"
#include "layer/screenshots/screenshots.h"
#include "layer/answer/not_started.h"

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
    if (instance == NULL)
        return XR_ERROR_HANDLE_INVALID;
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
    struct us_session *session;
    struct us_instance *instance = us_session_find_instance(handle, &session);
    if (instance == NULL)
        return XR_ERROR_HANDLE_INVALID;
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
    struct us_session *session;
    struct us_instance *instance = us_session_find_instance(handle, &session);
    if (instance == NULL)
        return XR_ERROR_HANDLE_INVALID;
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
    struct us_session *session;
    struct us_instance *instance = us_session_find_instance(handle, &session);
    if (instance == NULL)
        return XR_ERROR_HANDLE_INVALID;
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
    US_HANDLERS_END,
};
