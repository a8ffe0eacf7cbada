// SPDX-License-Identifier: MIT
#include "session.h"

#include <stdlib.h>

#include "space.h"
#include "system.h"
#include "timing.h"
#include "two_call.h"

XrTime us_session_time(const struct us_session *session)
{
    return session->frames.displayed_at > 0 ? session->frames.displayed_at : us_timing_now();
}

bool us_session_is_visible(const struct us_session *session)
{
    return session->state == XR_SESSION_STATE_VISIBLE || session->state == XR_SESSION_STATE_FOCUSED;
}

static void climb(struct us_session *session)
{
    us_event_push_state(session, XR_SESSION_STATE_SYNCHRONIZED);
    const enum us_focus focus = session->object.instance->settings.focus;
    if (focus != US_FOCUS_SYNCHRONIZED)
        us_event_push_state(session, XR_SESSION_STATE_VISIBLE);
    if (focus == US_FOCUS_NORMAL)
        us_event_push_state(session, XR_SESSION_STATE_FOCUSED);
}

static void descend(struct us_session *session)
{
    session->exit_requested = true;
    if (session->state == XR_SESSION_STATE_FOCUSED)
        us_event_push_state(session, XR_SESSION_STATE_VISIBLE);
    if (session->state == XR_SESSION_STATE_VISIBLE)
        us_event_push_state(session, XR_SESSION_STATE_SYNCHRONIZED);
    us_event_push_state(session, XR_SESSION_STATE_STOPPING);
}

static void lose(struct us_session *session)
{
    struct us_instance *instance = session->object.instance;
    if (instance->settings.lose == US_LOSE_SESSION) {
        us_event_push_state(session, XR_SESSION_STATE_LOSS_PENDING);
        session->lost = true;
    } else {
        us_event_push_instance_loss(instance, us_timing_now());
        instance->lost = true;
    }
}

// The change comes two frames later, so that an app can be ready for it.
static void recentre(struct us_session *session)
{
    const struct us_instance *instance = session->object.instance;
    session->recentred_at = us_session_time(session) + 2 * instance->settings.period_ns;
    us_event_push_recentred(session, XR_REFERENCE_SPACE_TYPE_LOCAL);
    if (us_space_has_local_floor(instance))
        us_event_push_recentred(session, XR_REFERENCE_SPACE_TYPE_LOCAL_FLOOR);
}

void us_session_note_frame(struct us_session *session)
{
    const struct us_settings *settings = &session->object.instance->settings;
    if (session->state == XR_SESSION_STATE_READY)
        climb(session);
    if (settings->recentre_frame != 0 && session->recentred_at == 0 &&
        session->frames.submitted >= settings->recentre_frame)
        recentre(session);
    if (settings->frames != 0 && session->frames.submitted >= settings->frames &&
        !session->exit_requested)
        descend(session);
    if (settings->lose != US_LOSE_NOTHING && session->frames.submitted >= settings->lose_frame)
        lose(session);
}

static void destroy(struct us_object *object)
{
    struct us_session *session = (struct us_session *)object;
    us_event_drop_session(&object->instance->events, US_HANDLE(XrSession, session));
    us_vulkan_finish(&session->vulkan);
    free(session->attached);
    free(session->active_users);
    free(session);
}

static XrResult start_graphics(struct us_session *session, const XrSessionCreateInfo *info)
{
    const struct us_instance *instance = session->object.instance;
    const XrGraphicsBindingVulkanKHR *binding =
        us_chain_find(info->next, XR_TYPE_GRAPHICS_BINDING_VULKAN_KHR);
    const bool vulkan =
        instance->enabled[US_EXTENSION_VULKAN] || instance->enabled[US_EXTENSION_VULKAN2];
    if (binding != NULL && vulkan) {
        if (!instance->knows_vulkan_requirements)
            return XR_ERROR_GRAPHICS_REQUIREMENTS_CALL_MISSING;
        return us_vulkan_init(&session->vulkan, binding);
    }
    session->headless = true;
    return instance->enabled[US_EXTENSION_HEADLESS] ? XR_SUCCESS : XR_ERROR_GRAPHICS_DEVICE_INVALID;
}

static bool has_session(const struct us_instance *instance)
{
    for (const struct us_object *child = instance->object.first_child; child != NULL;
         child = child->next_sibling) {
        if (child->type == XR_OBJECT_TYPE_SESSION)
            return true;
    }
    return false;
}

static XrResult create(struct us_instance *instance, const XrSessionCreateInfo *info,
                       XrSession *out_session)
{
    if (info == NULL || info->type != XR_TYPE_SESSION_CREATE_INFO || out_session == NULL)
        return XR_ERROR_VALIDATION_FAILURE;
    if (info->systemId != US_SYSTEM_ID)
        return XR_ERROR_SYSTEM_INVALID;
    if (has_session(instance))
        return XR_ERROR_LIMIT_REACHED;
    struct us_session *session = calloc(1, sizeof(*session));
    if (session == NULL)
        return XR_ERROR_OUT_OF_MEMORY;
    session->object.instance = instance;
    XrResult result = start_graphics(session, info);
    if (result != XR_SUCCESS)
        goto fail_session;
    result = us_object_add(&session->object, XR_OBJECT_TYPE_SESSION, &instance->object, destroy);
    if (result != XR_SUCCESS)
        goto fail_graphics;
    us_event_push_state(session, XR_SESSION_STATE_IDLE);
    us_event_push_state(session, XR_SESSION_STATE_READY);
    *out_session = US_HANDLE(XrSession, session);
    return XR_SUCCESS;
fail_graphics:
    us_vulkan_finish(&session->vulkan);
fail_session:
    free(session);
    return result;
}

XRAPI_ATTR XrResult XRAPI_CALL xrCreateSession(XrInstance instance,
                                               const XrSessionCreateInfo *createInfo,
                                               XrSession *session)
{
    struct us_call call;
    if (US_ENTER(&call, xrCreateSession, INSTANCE, instance))
        call.result = create((struct us_instance *)call.object, createInfo, session);
    return us_call_leave(&call);
}

XRAPI_ATTR XrResult XRAPI_CALL xrDestroySession(XrSession session)
{
    struct us_call call;
    if (US_ENTER(&call, xrDestroySession, SESSION, session))
        us_object_remove(call.object);
    return us_call_leave(&call);
}

static XrResult enable_secondary(struct us_session *session, const void *chain)
{
    const XrSecondaryViewConfigurationSessionBeginInfoMSFT *info =
        us_chain_find(chain, XR_TYPE_SECONDARY_VIEW_CONFIGURATION_SESSION_BEGIN_INFO_MSFT);
    session->observed = false;
    if (info == NULL || !session->object.instance->enabled[US_EXTENSION_SECONDARY])
        return XR_SUCCESS;
    if (info->viewConfigurationCount == 0 || info->enabledViewConfigurationTypes == NULL)
        return XR_ERROR_VALIDATION_FAILURE;
    for (uint32_t i = 0; i < info->viewConfigurationCount; i++) {
        const XrViewConfigurationType type = info->enabledViewConfigurationTypes[i];
        if (type != US_SYSTEM_OBSERVER || us_system_view_count(session->object.instance, type) == 0)
            return XR_ERROR_VIEW_CONFIGURATION_TYPE_UNSUPPORTED;
        if (i > 0)
            return XR_ERROR_VALIDATION_FAILURE; // the same one twice
    }
    session->observed = true;
    return XR_SUCCESS;
}

static XrResult begin(struct us_session *session, const XrSessionBeginInfo *info)
{
    if (info == NULL || info->type != XR_TYPE_SESSION_BEGIN_INFO)
        return XR_ERROR_VALIDATION_FAILURE;
    if (session->running)
        return XR_ERROR_SESSION_RUNNING;
    if (session->state != XR_SESSION_STATE_READY)
        return XR_ERROR_SESSION_NOT_READY;
    const bool no_views = session->headless && info->primaryViewConfigurationType == 0;
    if (info->primaryViewConfigurationType == US_SYSTEM_OBSERVER)
        return XR_ERROR_VIEW_CONFIGURATION_TYPE_UNSUPPORTED;
    if (!no_views &&
        us_system_view_count(session->object.instance, info->primaryViewConfigurationType) == 0)
        return XR_ERROR_VIEW_CONFIGURATION_TYPE_UNSUPPORTED;
    const XrResult result = enable_secondary(session, info->next);
    if (result != XR_SUCCESS)
        return result;
    session->view_type = info->primaryViewConfigurationType;
    session->running = true;
    session->frames = (struct us_frames){0};
    if (session->headless)
        climb(session);
    return XR_SUCCESS;
}

XRAPI_ATTR XrResult XRAPI_CALL xrBeginSession(XrSession session,
                                              const XrSessionBeginInfo *beginInfo)
{
    struct us_call call;
    if (US_ENTER(&call, xrBeginSession, SESSION, session))
        call.result = begin((struct us_session *)call.object, beginInfo);
    return us_call_leave(&call);
}

static XrResult end(struct us_session *session)
{
    if (!session->running)
        return XR_ERROR_SESSION_NOT_RUNNING;
    if (session->state != XR_SESSION_STATE_STOPPING)
        return XR_ERROR_SESSION_NOT_STOPPING;
    session->running = false;
    us_event_push_state(session, XR_SESSION_STATE_IDLE);
    us_event_push_state(session, XR_SESSION_STATE_EXITING);
    return XR_SUCCESS;
}

XRAPI_ATTR XrResult XRAPI_CALL xrEndSession(XrSession session)
{
    struct us_call call;
    if (US_ENTER(&call, xrEndSession, SESSION, session))
        call.result = end((struct us_session *)call.object);
    return us_call_leave(&call);
}

static XrResult request_exit(struct us_session *session)
{
    if (!session->running)
        return XR_ERROR_SESSION_NOT_RUNNING;
    // Without a first frame the session is not SYNCHRONIZED yet, and only that state leads to
    // STOPPING.
    if (session->state == XR_SESSION_STATE_READY)
        us_event_push_state(session, XR_SESSION_STATE_SYNCHRONIZED);
    if (!session->exit_requested)
        descend(session);
    return XR_SUCCESS;
}

XRAPI_ATTR XrResult XRAPI_CALL xrRequestExitSession(XrSession session)
{
    struct us_call call;
    if (US_ENTER(&call, xrRequestExitSession, SESSION, session))
        call.result = request_exit((struct us_session *)call.object);
    return us_call_leave(&call);
}
