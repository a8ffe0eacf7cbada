/* SPDX-License-Identifier: MIT */
/* Systems, sessions and events. */
#include "layer/base/next_chain.h"

#include "layer/record/record_event.h"
#include "layer/record/record_session.h"
#include "layer/record/watched_call.h"

static XRAPI_ATTR XrResult XRAPI_CALL watch_xrGetSystem(XrInstance handle,
                                                        const XrSystemGetInfo *info,
                                                        XrSystemId *system)
{
    struct us_recorder *recorder = us_recorder_of_instance(handle);
    if (recorder == NULL)
        return XR_ERROR_HANDLE_INVALID;
    XrResult result = recorder->functions.xrGetSystem(handle, info, system);
    if (XR_SUCCEEDED(result))
        atomic_store(&recorder->form_factor, info->formFactor);
    return result;
}

/* What the layer enabled for itself is no news to the app: structs of extensions that the app did
 * not enable stay as they were. */
struct unasked {
    XrSystemHandTrackingPropertiesEXT *hands;
    XrSystemEyeGazeInteractionPropertiesEXT *eyes;
    XrBool32 had_hands, had_eyes;
};

static struct unasked find_unasked(const struct us_instance *instance, XrSystemProperties *chain)
{
    struct unasked found = {0};
    if (chain == NULL)
        return found;
    if (us_recorder_added(instance, US_EXTENSION_HAND_TRACKING))
        found.hands =
            us_next_chain_find_output(chain->next, XR_TYPE_SYSTEM_HAND_TRACKING_PROPERTIES_EXT);
    if (us_recorder_added(instance, US_EXTENSION_EYE_GAZE))
        found.eyes = us_next_chain_find_output(chain->next,
                                               XR_TYPE_SYSTEM_EYE_GAZE_INTERACTION_PROPERTIES_EXT);
    if (found.hands != NULL)
        found.had_hands = found.hands->supportsHandTracking;
    if (found.eyes != NULL)
        found.had_eyes = found.eyes->supportsEyeGazeInteraction;
    return found;
}

static XRAPI_ATTR XrResult XRAPI_CALL watch_xrGetSystemProperties(XrInstance handle,
                                                                  XrSystemId system,
                                                                  XrSystemProperties *properties)
{
    const struct us_recorder *recorder = us_recorder_of_instance(handle);
    if (recorder == NULL)
        return XR_ERROR_HANDLE_INVALID;
    struct unasked unasked = find_unasked(recorder->instance, properties);
    XrResult result = recorder->functions.xrGetSystemProperties(handle, system, properties);
    if (unasked.hands != NULL)
        unasked.hands->supportsHandTracking = unasked.had_hands;
    if (unasked.eyes != NULL)
        unasked.eyes->supportsEyeGazeInteraction = unasked.had_eyes;
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL watch_xrCreateSession(XrInstance handle,
                                                            const XrSessionCreateInfo *info,
                                                            XrSession *session_handle)
{
    struct us_recorder *recorder = us_recorder_of_instance(handle);
    if (recorder == NULL)
        return XR_ERROR_HANDLE_INVALID;
    XrResult result = recorder->functions.xrCreateSession(handle, info, session_handle);
    struct us_session *session = XR_SUCCEEDED(result) ? us_session_find(*session_handle) : NULL;
    if (session == NULL)
        return result;
    if (recorder->is_over)
        return result;
    if (atomic_load(&recorder->session) != NULL)
        us_message_log(&recorder->instance->log, US_MESSAGE_LOG_WARN,
                       "another session begins while one is recorded; this one is not recorded");
    else
        atomic_store_explicit(&recorder->session, us_record_session_create(recorder, session, info),
                              memory_order_release);
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL watch_xrDestroySession(XrSession handle)
{
    const struct us_watched_call call = us_watched_call(handle);
    if (call.recorder == NULL)
        return XR_ERROR_HANDLE_INVALID;
    struct us_record_session *recorded = us_record_session_find(call.recorder, call.session);
    if (recorded != NULL)
        us_record_session_end(recorded);
    XrResult result = call.recorder->functions.xrDestroySession(handle);
    if (recorded != NULL)
        us_record_session_free(recorded, true);
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL watch_xrBeginSession(XrSession handle,
                                                           const XrSessionBeginInfo *info)
{
    const struct us_watched_call call = us_watched_call(handle);
    if (call.recorder == NULL)
        return XR_ERROR_HANDLE_INVALID;
    XrResult result = call.recorder->functions.xrBeginSession(handle, info);
    struct us_record_session *recorded = us_record_session_find(call.recorder, call.session);
    if (XR_FAILED(result) || recorded == NULL)
        return result;
    us_record_session_begin(recorded, info);
    return result;
}

/*
 * Whether an event says no more than that the eyes have another profile, because the layer
 * suggested bindings for them: the app would not get it. The first event may as well be about the
 * attachment, as some runtimes send it. Notes the profiles that the app knows of.
 */
static bool is_unasked(const struct us_recorder *recorder, const XrEventDataBuffer *event)
{
    const XrEventDataInteractionProfileChanged *changed = (const void *)event;
    struct us_record_session *recorded = us_record_session_find(
        recorder, event->type == XR_TYPE_EVENT_DATA_INTERACTION_PROFILE_CHANGED
                      ? us_session_find(changed->session)
                      : NULL);
    const struct us_own_actions *own = recorded != NULL ? atomic_load(&recorded->actions) : NULL;
    bool of_eyes = false, of_others = false;
    for (int user = 0; own != NULL && own->sources->gaze_source >= 0 && user < US_SESSION_USERS;
         user++) {
        XrInteractionProfileState state = {.type = XR_TYPE_INTERACTION_PROFILE_STATE};
        if (own->users[user] == XR_NULL_PATH ||
            XR_FAILED(recorder->functions.xrGetCurrentInteractionProfile(
                recorded->handle, own->users[user], &state)) ||
            atomic_exchange(&recorded->told_profiles[user], state.interactionProfile) ==
                state.interactionProfile)
            continue;
        of_eyes |= user == US_SESSION_USER_EYES;
        of_others |= user != US_SESSION_USER_EYES;
    }
    bool is_first = own != NULL && !atomic_exchange(&recorded->is_told_of_profiles, true);
    return of_eyes && !of_others && !is_first;
}

static XRAPI_ATTR XrResult XRAPI_CALL watch_xrPollEvent(XrInstance handle, XrEventDataBuffer *event)
{
    struct us_recorder *recorder = us_recorder_of_instance(handle);
    if (recorder == NULL)
        return XR_ERROR_HANDLE_INVALID;
    for (;;) {
        XrStructureType type = event != NULL ? event->type : XR_TYPE_UNKNOWN;
        XrResult result = recorder->functions.xrPollEvent(handle, event);
        if (result != XR_SUCCESS || event == NULL)
            return result;
        bool is_open = us_recorder_enter(recorder);
        bool is_hidden = is_open && is_unasked(recorder, event);
        if (is_open)
            us_recorder_leave(recorder);
        if (!is_hidden) {
            us_record_event(recorder, event);
            return result;
        }
        event->type = type;
    }
}

const PFN_xrGetSystem us_record_watch_xrGetSystem = watch_xrGetSystem;
const PFN_xrGetSystemProperties us_record_watch_xrGetSystemProperties = watch_xrGetSystemProperties;
const PFN_xrCreateSession us_record_watch_xrCreateSession = watch_xrCreateSession;
const PFN_xrDestroySession us_record_watch_xrDestroySession = watch_xrDestroySession;
const PFN_xrBeginSession us_record_watch_xrBeginSession = watch_xrBeginSession;
const PFN_xrPollEvent us_record_watch_xrPollEvent = watch_xrPollEvent;
