/* SPDX-License-Identifier: MIT */
/* xrCreateSession, xrDestroySession, xrBeginSession, xrEndSession and xrRequestExitSession. */
#include <stdlib.h>

#include "runtime/instance/call.h"
#include "runtime/instance/instance.h"
#include "runtime/session/session.h"
#include "runtime/window/painter.h"

static void destroy(struct rt_object *object)
{
    struct rt_session *session = (struct rt_session *)object;
    rt_event_queue_drop_session(&object->instance->events, RT_HANDLE(XrSession, session));
    rt_painter_close(session->painter);
    if (session->graphics.api->finish != NULL)
        session->graphics.api->finish(&session->graphics);
    object->instance->automation = (struct rt_automation){.count = 0};
    free(session->attached);
    free(session->active_users);
    free(session);
}

struct rt_session *rt_session_of(const struct rt_instance *instance)
{
    for (struct rt_object *child = instance->object.first_child; child != NULL;
         child = child->next_sibling)
        if (child->type == XR_OBJECT_TYPE_SESSION)
            return (struct rt_session *)child;
    return NULL;
}

static XrResult create(struct rt_instance *instance, const XrSessionCreateInfo *info,
                       XrSession *out_session)
{
    if (info == NULL || info->type != XR_TYPE_SESSION_CREATE_INFO || out_session == NULL)
        return XR_ERROR_VALIDATION_FAILURE;
    if (info->systemId != RT_SYSTEM_ID)
        return XR_ERROR_SYSTEM_INVALID;
    if (rt_session_of(instance) != NULL)
        return XR_ERROR_LIMIT_REACHED;
    XrResult result;
    struct rt_session *session = rt_object_create(sizeof *session, XR_OBJECT_TYPE_SESSION,
                                                  &instance->object, destroy, &result);
    if (session == NULL)
        return result;
    session->rate_hz = instance->settings.rate_hz;
    result = rt_graphics_init(&session->graphics, instance, info->next);
    if (result != XR_SUCCESS) {
        rt_object_remove(&session->object);
        return result;
    }
    session->headless = session->graphics.api == &rt_graphics_none;
    rt_session_enter_state(session, XR_SESSION_STATE_IDLE);
    rt_session_enter_state(session, XR_SESSION_STATE_READY);
    *out_session = RT_HANDLE(XrSession, session);
    return XR_SUCCESS;
}

RT_CALL(xrCreateSession, INSTANCE,
        (XrInstance handle, const XrSessionCreateInfo *info, XrSession *session),
        create(object, info, session))

RT_DESTROY(xrDestroySession, XrSession, SESSION)

static XrResult enable_secondary(struct rt_session *session, const void *chain)
{
    const XrSecondaryViewConfigurationSessionBeginInfoMSFT *info =
        us_xr_find_input(chain, XR_TYPE_SECONDARY_VIEW_CONFIGURATION_SESSION_BEGIN_INFO_MSFT);
    session->observed = false;
    if (info == NULL || !session->object.instance->enabled[RT_EXTENSION_SECONDARY])
        return XR_SUCCESS;
    if (info->viewConfigurationCount == 0 || info->enabledViewConfigurationTypes == NULL)
        return XR_ERROR_VALIDATION_FAILURE;
    for (uint32_t i = 0; i < info->viewConfigurationCount; i++) {
        const XrViewConfigurationType type = info->enabledViewConfigurationTypes[i];
        if (rt_system_view_count(session->object.instance, type) == 0)
            return XR_ERROR_VIEW_CONFIGURATION_TYPE_UNSUPPORTED;
        if (type != RT_SYSTEM_OBSERVER || i > 0)
            return XR_ERROR_VALIDATION_FAILURE; /* a primary one, or the same one twice */
    }
    session->observed = true;
    return XR_SUCCESS;
}

static XrResult begin(struct rt_session *session, const XrSessionBeginInfo *info)
{
    if (info == NULL || info->type != XR_TYPE_SESSION_BEGIN_INFO)
        return XR_ERROR_VALIDATION_FAILURE;
    if (session->running)
        return XR_ERROR_SESSION_RUNNING;
    if (session->state != XR_SESSION_STATE_READY)
        return XR_ERROR_SESSION_NOT_READY;
    /* XR_MND_headless: the view configuration is ignored. */
    const XrViewConfigurationType type = info->primaryViewConfigurationType;
    if (!session->headless &&
        (type == RT_SYSTEM_OBSERVER || rt_system_view_count(session->object.instance, type) == 0))
        return XR_ERROR_VIEW_CONFIGURATION_TYPE_UNSUPPORTED;
    const XrResult result = enable_secondary(session, info->next);
    if (result != XR_SUCCESS)
        return result;
    session->view_type = type;
    session->running = true;
    session->frames = (struct rt_frames){0};
    /* The first frame begins the script. A session without graphics may never have one. */
    session->object.instance->person.script_start = session->headless ? us_time_now_ns() : 0;
    session->recentrings = 0;
    session->masked = true;
    rt_session_push_presence(session);
    if (session->headless)
        rt_session_gain_focus(session);
    return XR_SUCCESS;
}

RT_CALL(xrBeginSession, SESSION, (XrSession handle, const XrSessionBeginInfo *info),
        begin(object, info))

static XrResult end(struct rt_session *session)
{
    if (!session->running)
        return XR_ERROR_SESSION_NOT_RUNNING;
    if (session->state != XR_SESSION_STATE_STOPPING)
        return XR_ERROR_SESSION_NOT_STOPPING;
    /* Waits, so that the last frame succeeds in every run, or in none. */
    rt_drawing_thread_wait(session);
    if (!session->running)
        return XR_ERROR_SESSION_NOT_RUNNING;
    session->running = false;
    rt_session_enter_state(session, XR_SESSION_STATE_IDLE);
    rt_session_enter_state(session, XR_SESSION_STATE_EXITING);
    return XR_SUCCESS;
}

RT_CALL(xrEndSession, SESSION, (XrSession handle), end(object))

static XrResult request_exit(struct rt_session *session)
{
    if (!session->running)
        return XR_ERROR_SESSION_NOT_RUNNING;
    if (!session->exit_requested)
        rt_session_stop(session);
    return XR_SUCCESS;
}

RT_CALL(xrRequestExitSession, SESSION, (XrSession handle), request_exit(object))

static XrResult poll_event(struct rt_instance *instance, XrEventDataBuffer *out_event)
{
    struct rt_session *session = rt_session_of(instance);
    if (out_event == NULL)
        return XR_ERROR_VALIDATION_FAILURE;
    if (session != NULL)
        rt_session_follow_polling(session);
    if (rt_event_queue_pop(&instance->events, out_event))
        return XR_SUCCESS;
    return instance->object.loss != XR_SUCCESS ? instance->object.loss : XR_EVENT_UNAVAILABLE;
}

RT_CALL(xrPollEvent, INSTANCE, (XrInstance handle, XrEventDataBuffer *eventData),
        poll_event(object, eventData))
