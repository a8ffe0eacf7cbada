/* SPDX-License-Identifier: MIT */
/* Taps of system, session and event functions. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "layer/answer/playback.h"
#include "layer/eventlog/event_log.h"
#include "openxr/xr_names.h"
#include "platform/process.h"

/* Whether the properties differ from the last ones logged for the same chained structs. Some apps
 * call xrGetSystemProperties in every frame. */
static bool is_new_system(struct us_event_log *log, const XrSystemProperties *properties,
                          const XrSystemHandTrackingPropertiesEXT *hands,
                          const XrSystemEyeGazeInteractionPropertiesEXT *eyes)
{
    const unsigned char features[2] = {hands != NULL && hands->supportsHandTracking,
                                       eyes != NULL && eyes->supportsEyeGazeInteraction};
    size_t length = strnlen(properties->systemName, sizeof properties->systemName);
    uint64_t hash = us_event_log_hash(US_EVENT_LOG_HASH, properties->systemName, length);
    hash = us_event_log_hash(hash, &properties->vendorId, sizeof properties->vendorId);
    hash = us_event_log_hash(hash, features, sizeof features) | 1;
    int way = (hands != NULL ? 1 : 0) + (eyes != NULL ? 2 : 0);
    return atomic_exchange_explicit(&log->systems[way], hash, memory_order_relaxed) != hash;
}

static void write_system(struct us_event_log *log, const XrSystemProperties *properties)
{
    const XrSystemHandTrackingPropertiesEXT *hands =
        us_xr_find_input(properties->next, XR_TYPE_SYSTEM_HAND_TRACKING_PROPERTIES_EXT);
    const XrSystemEyeGazeInteractionPropertiesEXT *eyes =
        us_xr_find_input(properties->next, XR_TYPE_SYSTEM_EYE_GAZE_INTERACTION_PROPERTIES_EXT);
    struct us_event_log_line line;
    if (!is_new_system(log, properties, hands, eyes) ||
        !us_event_log_line_begin(&line, log, NULL, "system"))
        return;
    us_json_text_string(&line.text, "name", properties->systemName);
    us_json_text_integer(&line.text, "vendor", properties->vendorId);
    if (hands != NULL)
        us_json_text_bool(&line.text, "hands", hands->supportsHandTracking == XR_TRUE);
    if (eyes != NULL)
        us_json_text_bool(&line.text, "eyes", eyes->supportsEyeGazeInteraction == XR_TRUE);
    us_event_log_line_end(&line);
}

static XRAPI_ATTR XrResult XRAPI_CALL tap_xrGetSystemProperties(XrInstance handle,
                                                                XrSystemId system,
                                                                XrSystemProperties *properties)
{
    struct us_event_log *log = us_event_log_of_instance(handle);
    US_RETURN_IF_INVALID(log);
    XrResult result =
        US_EVENT_LOG_TAPPED(log, NULL, xrGetSystemProperties, (handle, system, properties));
    if (XR_SUCCEEDED(result))
        write_system(log, properties);
    return result;
}

/* Another thread may be destroying the session of the event, so the lock is held while the session
 * is read. Nothing waits while it is held. */
static bool begin_event(struct us_event_log_line *line, struct us_event_log *log, XrSession handle,
                        const char *name)
{
    us_handle_table_lock();
    bool begun = us_event_log_line_begin(line, log, us_session_find(handle), name);
    us_handle_table_unlock();
    return begun;
}

/* `ask` of other events: the frame from which on the space is there. */
static void write_space_change(struct us_event_log_line *line,
                               const XrEventDataReferenceSpaceChangePending *changed)
{
    XrPosef pose = changed->poseInPreviousSpace;
    const float numbers[] = {pose.position.x,    pose.position.y,    pose.position.z,
                             pose.orientation.x, pose.orientation.y, pose.orientation.z,
                             pose.orientation.w};
    us_handle_table_lock();
    const struct us_session *session = us_session_find(changed->session);
    double ask = session != NULL ? us_playback_ask(session, changed->changeTime) : (double)NAN;
    us_handle_table_unlock();
    us_json_text_string(&line->text, "type", us_xr_names_reference(changed->referenceSpaceType));
    if (!isnan(ask))
        us_json_text_number(&line->text, "ask", ask);
    if (changed->poseValid == XR_TRUE)
        us_json_text_numbers(&line->text, "pose", numbers, 7);
}

static void write_event(struct us_event_log *log, const XrEventDataBuffer *event)
{
    struct us_event_log_line line;
    if (event->type == XR_TYPE_EVENT_DATA_SESSION_STATE_CHANGED) {
        const XrEventDataSessionStateChanged *changed = (const void *)event;
        if (!begin_event(&line, log, changed->session, "state"))
            return;
        us_json_text_string(&line.text, "state", us_xr_names_state(changed->state));
    } else if (event->type == XR_TYPE_EVENT_DATA_INTERACTION_PROFILE_CHANGED) {
        const XrEventDataInteractionProfileChanged *changed = (const void *)event;
        if (!begin_event(&line, log, changed->session, "profile_changed"))
            return;
    } else if (event->type == XR_TYPE_EVENT_DATA_REFERENCE_SPACE_CHANGE_PENDING) {
        const XrEventDataReferenceSpaceChangePending *changed = (const void *)event;
        if (!begin_event(&line, log, changed->session, "space_change"))
            return;
        write_space_change(&line, changed);
    } else if (event->type == XR_TYPE_EVENT_DATA_USER_PRESENCE_CHANGED_EXT) {
        const XrEventDataUserPresenceChangedEXT *changed = (const void *)event;
        if (!begin_event(&line, log, changed->session, "presence"))
            return;
        us_json_text_bool(&line.text, "present", changed->isUserPresent == XR_TRUE);
    } else if (event->type == XR_TYPE_EVENT_DATA_DISPLAY_REFRESH_RATE_CHANGED_FB) {
        const XrEventDataDisplayRefreshRateChangedFB *changed = (const void *)event;
        if (!us_event_log_line_begin(&line, log, NULL, "refresh_rate"))
            return;
        us_json_text_number(&line.text, "hz", (double)changed->toDisplayRefreshRate);
        us_json_text_number(&line.text, "before_hz", (double)changed->fromDisplayRefreshRate);
    } else if (event->type == XR_TYPE_EVENT_DATA_EVENTS_LOST) {
        if (!us_event_log_line_begin(&line, log, NULL, "odd"))
            return;
        us_json_text_string(&line.text, "what", "the runtime lost events");
    } else if (event->type == XR_TYPE_EVENT_DATA_INSTANCE_LOSS_PENDING) {
        if (!us_event_log_line_begin(&line, log, NULL, "odd"))
            return;
        us_json_text_string(&line.text, "what", "the runtime is about to end the instance");
    } else {
        return;
    }
    us_event_log_line_end(&line);
}

static XRAPI_ATTR XrResult XRAPI_CALL tap_xrPollEvent(XrInstance handle, XrEventDataBuffer *event)
{
    struct us_event_log *log = us_event_log_of_instance(handle);
    US_RETURN_IF_INVALID(log);
    XrResult result = US_EVENT_LOG_TAPPED(log, NULL, xrPollEvent, (handle, event));
    if (result == XR_SUCCESS)
        write_event(log, event);
    return result;
}

/* Finds the graphics API by the structure type of the binding: 1000025000 and 1000090000 are
 * Vulkan; 1000023000 to 1000023003, 1000024001 and 1000048004 are OpenGL, OpenGL ES and EGL;
 * 1000027000 and 1000028000 are Direct3D 11 and 12. */
static const char *graphics_of(const XrSessionCreateInfo *info)
{
    for (const XrBaseInStructure *at = info->next; at != NULL; at = at->next) {
        int64_t type = (int64_t)at->type;
        if (type == 1000025000 || type == 1000090000)
            return "vulkan";
        if ((type >= 1000023000 && type <= 1000023003) || type == 1000024001 || type == 1000048004)
            return "opengl";
        if (type == 1000027000 || type == 1000028000)
            return type == 1000027000 ? "d3d11" : "d3d12";
    }
    return info->next == NULL ? "none" : "other";
}

static void write_session(struct us_event_log *log, const struct us_session *session,
                          const char *what, const XrSessionCreateInfo *info)
{
    struct us_event_log_line line;
    if (session == NULL || !us_event_log_line_begin(&line, log, session, "session"))
        return;
    us_json_text_string(&line.text, "what", what);
    if (info != NULL) {
        us_json_text_bool(&line.text, "headless", session->headless);
        us_json_text_string(&line.text, "graphics", graphics_of(info));
        us_json_text_integer(&line.text, "wall_process", us_process_id());
    }
    us_event_log_line_end(&line);
}

/* A session for which memory runs out is not logged. */
static void keep_session(struct us_event_log *log, struct us_session *session)
{
    struct us_log_state_session *state = calloc(1, sizeof *state);
    if (state == NULL)
        return;
    struct us_run_status *status = log->journal != NULL ? log->instance->run_status : NULL;
    state->number = us_run_status_number_session(status);
    if (state->number == 0)
        state->number = us_event_journal_number(log->journal, US_NUMBERED_SESSION);
    us_handle_table_keep(&session->node, US_STAGE_EVENT_LOG, state);
}

static XRAPI_ATTR XrResult XRAPI_CALL tap_xrCreateSession(XrInstance handle,
                                                          const XrSessionCreateInfo *info,
                                                          XrSession *session_handle)
{
    struct us_event_log *log = us_event_log_of_instance(handle);
    US_RETURN_IF_INVALID(log);
    XrResult result =
        US_EVENT_LOG_TAPPED(log, NULL, xrCreateSession, (handle, info, session_handle));
    if (XR_FAILED(result))
        return result;
    struct us_session *session = us_session_find(*session_handle);
    if (session != NULL)
        keep_session(log, session);
    write_session(log, session, "created", info);
    return result;
}

/* The event is written after the session is destroyed, so its number is read before. */
static XRAPI_ATTR XrResult XRAPI_CALL tap_xrDestroySession(XrSession handle)
{
    US_EVENT_LOG_OF_CALL(handle, session, log);
    uint32_t number = session != NULL ? us_event_log_state(session)->number : 0;
    XrResult result = US_EVENT_LOG_TAPPED(log, session, xrDestroySession, (handle));
    if (XR_FAILED(result))
        return result;
    struct us_event_log_line line;
    if (number == 0 || !us_event_log_line_begin(&line, log, NULL, "session"))
        return result;
    us_json_text_integer(&line.text, "session", number);
    us_json_text_string(&line.text, "what", "destroyed");
    us_event_log_line_end(&line);
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL tap_xrBeginSession(XrSession handle,
                                                         const XrSessionBeginInfo *info)
{
    US_EVENT_LOG_OF_CALL(handle, session, log);
    if (session != NULL && !atomic_load(&session->running))
        us_event_log_enter_begin_session(session);
    XrResult result = US_EVENT_LOG_TAPPED(log, session, xrBeginSession, (handle, info));
    if (XR_FAILED(result))
        return result;
    /* Playback of this session has not started. */
    atomic_store_explicit(&log->frame, -1, memory_order_relaxed);
    write_session(log, session, "begun", NULL);
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL tap_xrEndSession(XrSession handle)
{
    US_EVENT_LOG_OF_CALL(handle, session, log);
    XrResult result = US_EVENT_LOG_TAPPED(log, session, xrEndSession, (handle));
    if (XR_SUCCEEDED(result))
        write_session(log, session, "ended", NULL);
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL tap_xrRequestExitSession(XrSession handle)
{
    US_EVENT_LOG_OF_CALL(handle, session, log);
    XrResult result = US_EVENT_LOG_TAPPED(log, session, xrRequestExitSession, (handle));
    if (XR_SUCCEEDED(result))
        write_session(log, session, "exit requested", NULL);
    return result;
}

const struct us_handler us_taps_session[] = {
    US_HANDLER(xrGetSystemProperties, tap_xrGetSystemProperties),
    US_HANDLER(xrPollEvent, tap_xrPollEvent),
    US_HANDLER(xrCreateSession, tap_xrCreateSession),
    US_HANDLER(xrDestroySession, tap_xrDestroySession),
    US_HANDLER(xrBeginSession, tap_xrBeginSession),
    US_HANDLER(xrEndSession, tap_xrEndSession),
    US_HANDLER(xrRequestExitSession, tap_xrRequestExitSession),
    US_HANDLERS_END,
};
