/* SPDX-License-Identifier: MIT */
#include "layer/base/next_chain.h"
#include "layer/record/record_session.h"

/* The recorded session of an event, under the lock of the handle table: another thread may destroy
 * it. */
static struct us_record_session *find_recorded(struct us_recorder *recorder, XrSession session)
{
    struct us_record_session *recorded =
        atomic_load_explicit(&recorder->session, memory_order_acquire);
    return recorded != NULL && recorded->handle == session ? recorded : NULL;
}

static void fill_state(const struct us_recorder *recorder, const XrEventDataBuffer *event,
                       struct us_session_event *out)
{
    const XrEventDataSessionStateChanged *changed = (const void *)event;
    out->kind = US_SESSION_EVENT_STATE;
    out->value = changed->state;
    if (changed->time > 0 && !us_recorder_counts_frames(recorder))
        out->time_ns = changed->time;
}

/* `bounds` of STAGE are those that the app is told when it asks now; NULL: not read. */
static void fill_space(struct us_record_session *recorded, const XrEventDataBuffer *event,
                       const struct us_record_bounds *bounds, struct us_session_event *out)
{
    const XrEventDataReferenceSpaceChangePending *changed = (const void *)event;
    us_record_reference_note(&recorded->reference, changed);
    out->kind = US_SESSION_EVENT_REFERENCE_SPACE;
    out->value = changed->referenceSpaceType;
    out->change_time_ns =
        us_session_time_add(changed->changeTime, us_recorder_ahead_ns(recorded->recorder));
    out->has_pose = changed->poseValid == XR_TRUE;
    out->pose = us_record_pose(changed->poseInPreviousSpace);
    if (bounds == NULL)
        return;
    atomic_store(&recorded->bounds_change_ns, changed->changeTime > 0 ? changed->changeTime : 1);
    out->number = bounds->are_known ? bounds->width_m : -1.0f;
    out->number2 = bounds->are_known ? bounds->depth_m : -1.0f;
}

static void fill_presence(struct us_record_session *recorded, const XrEventDataBuffer *event,
                          struct us_session_event *out)
{
    const XrEventDataUserPresenceChangedEXT *changed = (const void *)event;
    atomic_store(&recorded->presence, changed->isUserPresent == XR_TRUE
                                          ? (int)US_SESSION_PRESENCE_PRESENT
                                          : (int)US_SESSION_PRESENCE_ABSENT);
    out->kind = US_SESSION_EVENT_PRESENCE;
    out->value = changed->isUserPresent == XR_TRUE;
}

/* Its event names no session. */
static void fill_rate(struct us_record_session *recorded, const XrEventDataBuffer *event,
                      struct us_session_event *out)
{
    const XrEventDataDisplayRefreshRateChangedFB *changed = (const void *)event;
    atomic_store(&recorded->refresh_rate_hz, changed->toDisplayRefreshRate);
    out->kind = US_SESSION_EVENT_REFRESH_RATE;
    out->number = changed->toDisplayRefreshRate;
    out->number2 = changed->fromDisplayRefreshRate;
}

/* Which session an event is of, for the types whose first member behind `next` is a session. */
static bool is_of_session(XrStructureType type)
{
    return type == XR_TYPE_EVENT_DATA_SESSION_STATE_CHANGED ||
           type == XR_TYPE_EVENT_DATA_REFERENCE_SPACE_CHANGE_PENDING ||
           type == XR_TYPE_EVENT_DATA_INTERACTION_PROFILE_CHANGED ||
           type == XR_TYPE_EVENT_DATA_VISIBILITY_MASK_CHANGED_KHR ||
           type == XR_TYPE_EVENT_DATA_USER_PRESENCE_CHANGED_EXT;
}

/* False for a profile: the profiles themselves are recorded, when they are asked for. */
static bool fill(struct us_record_session *recorded, const XrEventDataBuffer *event,
                 const struct us_record_bounds *bounds, struct us_session_event *out)
{
    const XrEventDataVisibilityMaskChangedKHR *mask = (const void *)event;
    switch ((int64_t)event->type) {
    case XR_TYPE_EVENT_DATA_SESSION_STATE_CHANGED:
        fill_state(recorded->recorder, event, out);
        break;
    case XR_TYPE_EVENT_DATA_REFERENCE_SPACE_CHANGE_PENDING:
        fill_space(recorded, event, bounds, out);
        break;
    case XR_TYPE_EVENT_DATA_VISIBILITY_MASK_CHANGED_KHR:
        out->kind = US_SESSION_EVENT_VISIBILITY;
        out->value = mask->viewConfigurationType;
        out->value2 = mask->viewIndex;
        break;
    case XR_TYPE_EVENT_DATA_DISPLAY_REFRESH_RATE_CHANGED_FB:
        fill_rate(recorded, event, out);
        break;
    case (int64_t)XR_TYPE_EVENT_DATA_USER_PRESENCE_CHANGED_EXT:
        fill_presence(recorded, event, out);
        break;
    default:
        out->kind = US_SESSION_EVENT_OTHER;
        out->value = (int64_t)event->type;
        break;
    }
    return event->type != XR_TYPE_EVENT_DATA_INTERACTION_PROFILE_CHANGED;
}

/* Any thread. Events of other sessions than the recorded one are left out. */
static void record_event(struct us_recorder *recorder, const XrEventDataBuffer *event,
                         const struct us_record_bounds *bounds)
{
    struct us_session_event out = {.time_ns = us_recorder_now(recorder)};
    const XrEventDataInteractionProfileChanged *of_session = (const void *)event;
    /* Another thread may be destroying the session. */
    us_handle_table_lock();
    struct us_record_session *recorded =
        is_of_session(event->type) ? find_recorded(recorder, of_session->session)
                                   : atomic_load_explicit(&recorder->session, memory_order_acquire);
    bool is_filled = recorded != NULL && fill(recorded, event, bounds, &out);
    us_handle_table_unlock();
    if (is_filled)
        us_recorder_put_event(recorder, &out);
}

/* Systems, sessions and events. */

static XRAPI_ATTR XrResult XRAPI_CALL watch_xrGetSystem(XrInstance handle,
                                                        const XrSystemGetInfo *info,
                                                        XrSystemId *system)
{
    struct us_recorder *recorder = us_recorder_of_instance(handle);
    US_RETURN_IF_INVALID(recorder);
    XrResult result = recorder->next.xrGetSystem(handle, info, system);
    if (XR_SUCCEEDED(result))
        atomic_store(&recorder->form_factor, info->formFactor);
    return result;
}

/* What the layer enabled for itself is no news to the app: structs of extensions that the app did
 * not enable stay as they were. NULL: there is no such struct. */
static XrBool32 *find_unasked(const struct us_instance *instance, XrSystemProperties *properties,
                              enum us_extension extension, XrStructureType type)
{
    return properties != NULL && us_recorder_added(instance, extension)
               ? us_next_chain_find_support(properties->next, type)
               : NULL;
}

static XRAPI_ATTR XrResult XRAPI_CALL watch_xrGetSystemProperties(XrInstance handle,
                                                                  XrSystemId system,
                                                                  XrSystemProperties *properties)
{
    const struct us_recorder *recorder = us_recorder_of_instance(handle);
    US_RETURN_IF_INVALID(recorder);
    XrBool32 *hands = find_unasked(recorder->instance, properties, US_EXTENSION_HAND_TRACKING,
                                   XR_TYPE_SYSTEM_HAND_TRACKING_PROPERTIES_EXT);
    XrBool32 *eyes = find_unasked(recorder->instance, properties, US_EXTENSION_EYE_GAZE,
                                  XR_TYPE_SYSTEM_EYE_GAZE_INTERACTION_PROPERTIES_EXT);
    const XrBool32 had_hands = hands != NULL ? *hands : XR_FALSE;
    const XrBool32 had_eyes = eyes != NULL ? *eyes : XR_FALSE;
    XrResult result = recorder->next.xrGetSystemProperties(handle, system, properties);
    if (hands != NULL)
        *hands = had_hands;
    if (eyes != NULL)
        *eyes = had_eyes;
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL watch_xrCreateSession(XrInstance handle,
                                                            const XrSessionCreateInfo *info,
                                                            XrSession *session_handle)
{
    struct us_recorder *recorder = us_recorder_of_instance(handle);
    US_RETURN_IF_INVALID(recorder);
    XrResult result = recorder->next.xrCreateSession(handle, info, session_handle);
    struct us_session *session = XR_SUCCEEDED(result) ? us_session_find(*session_handle) : NULL;
    if (session == NULL || recorder->is_over)
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
    US_RETURN_IF_INVALID(call.recorder);
    struct us_record_session *recorded = us_record_session_find(call.recorder, call.session);
    if (recorded != NULL)
        us_record_session_end(recorded);
    XrResult result = call.recorder->next.xrDestroySession(handle);
    if (recorded != NULL)
        us_record_session_free(recorded, true);
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL watch_xrBeginSession(XrSession handle,
                                                           const XrSessionBeginInfo *info)
{
    const struct us_watched_call call = us_watched_call(handle);
    US_RETURN_IF_INVALID(call.recorder);
    XrResult result = call.recorder->next.xrBeginSession(handle, info);
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
            XR_FAILED(recorder->next.xrGetCurrentInteractionProfile(recorded->handle,
                                                                    own->users[user], &state)) ||
            atomic_exchange(&recorded->told_profiles[user], state.interactionProfile) ==
                state.interactionProfile)
            continue;
        of_eyes |= user == US_SESSION_USER_EYES;
        of_others |= user != US_SESSION_USER_EYES;
    }
    bool is_first = own != NULL && !atomic_exchange(&recorded->is_told_of_profiles, true);
    return of_eyes && !of_others && !is_first;
}

/* The bounds of a STAGE that moves, which the app may ask for as soon as it has the event; false:
 * the event says nothing of it. */
static bool read_changed_bounds(const struct us_recorder *recorder, const XrEventDataBuffer *event,
                                struct us_record_bounds *out)
{
    const XrEventDataReferenceSpaceChangePending *space = (const void *)event;
    if (event->type != XR_TYPE_EVENT_DATA_REFERENCE_SPACE_CHANGE_PENDING ||
        space->referenceSpaceType != XR_REFERENCE_SPACE_TYPE_STAGE)
        return false;
    const struct us_record_session *recorded =
        us_record_session_find(recorder, us_session_find(space->session));
    if (recorded != NULL)
        *out = us_record_session_read_bounds(recorded);
    return recorded != NULL;
}

static void record_changed_masks(const struct us_recorder *recorder, const XrEventDataBuffer *event)
{
    const XrEventDataVisibilityMaskChangedKHR *changed = (const void *)event;
    if (event->type != XR_TYPE_EVENT_DATA_VISIBILITY_MASK_CHANGED_KHR)
        return;
    struct us_record_session *recorded =
        us_record_session_find(recorder, us_session_find(changed->session));
    if (recorded != NULL && recorded->view_configuration == changed->viewConfigurationType &&
        us_record_session_has_masks(recorded))
        us_record_mesh_masks(recorded, changed->viewIndex);
}

static XRAPI_ATTR XrResult XRAPI_CALL watch_xrPollEvent(XrInstance handle, XrEventDataBuffer *event)
{
    struct us_recorder *recorder = us_recorder_of_instance(handle);
    US_RETURN_IF_INVALID(recorder);
    for (;;) {
        XrStructureType type = event != NULL ? event->type : XR_TYPE_UNKNOWN;
        XrResult result = recorder->next.xrPollEvent(handle, event);
        if (result != XR_SUCCESS || event == NULL)
            return result;
        struct us_record_bounds bounds;
        bool is_open = us_recorder_enter(recorder);
        bool is_hidden = is_open && is_unasked(recorder, event);
        bool has_bounds = false;
        if (is_open) {
            record_changed_masks(recorder, event);
            has_bounds = read_changed_bounds(recorder, event, &bounds);
            us_recorder_leave(recorder);
        }
        if (!is_hidden) {
            record_event(recorder, event, has_bounds ? &bounds : NULL);
            return result;
        }
        event->type = type;
    }
}

const struct us_handler us_record_watches_session[] = {
    US_HANDLER(xrGetSystem, watch_xrGetSystem),
    US_HANDLER(xrGetSystemProperties, watch_xrGetSystemProperties),
    US_HANDLER(xrCreateSession, watch_xrCreateSession),
    US_HANDLER(xrDestroySession, watch_xrDestroySession),
    US_HANDLER(xrBeginSession, watch_xrBeginSession),
    US_HANDLER(xrPollEvent, watch_xrPollEvent),
    US_HANDLERS_END,
};
