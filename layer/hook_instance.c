/* SPDX-License-Identifier: MIT */
#include "hooks.h"

#include "chain.h"
#include "instance.h"
#include "session.h"

XRAPI_ATTR XrResult XRAPI_CALL us_hook_xrDestroyInstance(XrInstance handle)
{
    struct us_instance *instance = us_instance_find(handle);
    if (instance == NULL || instance->destroy_below == NULL)
        return XR_ERROR_HANDLE_INVALID;
    struct us_node *list = us_handles_detach(&instance->node);
    XrResult result = instance->destroy_below(handle);
    if (XR_FAILED(result)) {
        us_handles_restore(list);
        return result;
    }
    us_instance_log_summary(instance);
    us_handles_free(list);
    return result;
}

static void overlay_hand_tracking(const struct us_instance *instance, void *chain)
{
    XrSystemHandTrackingPropertiesEXT *hands =
        us_chain_find_output(chain, XR_TYPE_SYSTEM_HAND_TRACKING_PROPERTIES_EXT);
    if (hands == NULL ||
        !us_extensions_is_enabled(instance->extensions, US_EXTENSION_HAND_TRACKING))
        return;
    if (instance->plays_hands)
        hands->supportsHandTracking = XR_TRUE;
    else if (us_extensions_is_supplied(instance->extensions, US_EXTENSION_HAND_TRACKING))
        hands->supportsHandTracking = XR_FALSE;
}

static void overlay_eye_gaze(const struct us_instance *instance, void *chain)
{
    XrSystemEyeGazeInteractionPropertiesEXT *eyes =
        us_chain_find_output(chain, XR_TYPE_SYSTEM_EYE_GAZE_INTERACTION_PROPERTIES_EXT);
    if (eyes == NULL || !us_extensions_is_enabled(instance->extensions, US_EXTENSION_EYE_GAZE))
        return;
    if (instance->plays_gaze)
        eyes->supportsEyeGazeInteraction = XR_TRUE;
    else if (us_extensions_is_supplied(instance->extensions, US_EXTENSION_EYE_GAZE))
        eyes->supportsEyeGazeInteraction = XR_FALSE;
}

XRAPI_ATTR XrResult XRAPI_CALL us_hook_xrGetSystemProperties(XrInstance handle, XrSystemId system,
                                                             XrSystemProperties *properties)
{
    struct us_instance *instance = us_instance_find(handle);
    if (instance == NULL)
        return XR_ERROR_HANDLE_INVALID;
    XrResult result = instance->next.xrGetSystemProperties(handle, system, properties);
    if (XR_FAILED(result))
        return result;
    overlay_hand_tracking(instance, properties->next);
    overlay_eye_gaze(instance, properties->next);
    if (instance->plays_head) {
        properties->trackingProperties.orientationTracking = XR_TRUE;
        properties->trackingProperties.positionTracking = XR_TRUE;
    }
    return result;
}

static void observe_event(const struct us_instance *instance, const XrEventDataBuffer *event)
{
    if (event->type != XR_TYPE_EVENT_DATA_SESSION_STATE_CHANGED)
        return;
    const XrEventDataSessionStateChanged *changed = (const XrEventDataSessionStateChanged *)event;
    /* Another thread may be destroying that session. */
    us_handles_lock();
    struct us_session *session = us_session_find(changed->session);
    if (session != NULL)
        us_session_on_state(session, changed->state);
    us_handles_unlock();
    us_log(&instance->log, US_LOG_DEBUG, "session state %d", (int)changed->state);
}

/* An event of the layer's own, when the chain below has none: so the order of its state events
 * stays. */
static bool take_own_event(struct us_instance *instance, XrEventDataBuffer *event)
{
    XrSession session;
    while (us_instance_pop_event(instance, &session)) {
        us_handles_lock();
        const struct us_session *found = us_session_find(session);
        bool running = found != NULL && atomic_load(&found->running);
        us_handles_unlock();
        if (!running)
            continue;
        XrEventDataInteractionProfileChanged *changed =
            (XrEventDataInteractionProfileChanged *)event;
        changed->type = XR_TYPE_EVENT_DATA_INTERACTION_PROFILE_CHANGED;
        changed->next = NULL;
        changed->session = session;
        return true;
    }
    return false;
}

XRAPI_ATTR XrResult XRAPI_CALL us_hook_xrPollEvent(XrInstance handle, XrEventDataBuffer *event)
{
    struct us_instance *instance = us_instance_find(handle);
    if (instance == NULL)
        return XR_ERROR_HANDLE_INVALID;
    XrResult result = instance->next.xrPollEvent(handle, event);
    if (result == XR_EVENT_UNAVAILABLE)
        return take_own_event(instance, event) ? XR_SUCCESS : result;
    if (XR_SUCCEEDED(result))
        observe_event(instance, event);
    return result;
}
