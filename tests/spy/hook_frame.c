/* SPDX-License-Identifier: MIT */
#include "spy.h"

#define VIEW_MAX 8

static XRAPI_ATTR XrResult XRAPI_CALL poll_event(XrInstance instance, XrEventDataBuffer *buffer)
{
    XrResult result = spy.next.PollEvent(instance, buffer);
    if (result == XR_SUCCESS && buffer->type == XR_TYPE_EVENT_DATA_SESSION_STATE_CHANGED) {
        const XrEventDataSessionStateChanged *event = (const void *)buffer;
        spy_lock();
        probe_report_session_state(&spy.log, event->state, event->time);
        spy_unlock();
    } else if (result == XR_SUCCESS) {
        spy_lock();
        us_json_text_integer(probe_report_begin(&spy.log, "told"), "type", buffer->type);
        probe_report_end(&spy.log);
        spy_unlock();
    }
    return result;
}

/* A VIEW space of the spy's own tells where the eyes are in the head. */
static XRAPI_ATTR XrResult XRAPI_CALL create_session(XrInstance instance,
                                                     const XrSessionCreateInfo *info,
                                                     XrSession *session)
{
    XrResult result = spy.next.CreateSession(instance, info, session);
    if (XR_FAILED(result))
        return result;
    struct spy_names_entry entry = {.kind = SPY_NAMES_SESSION, .handle = (uint64_t)*session};
    XrReferenceSpaceCreateInfo view = {.type = XR_TYPE_REFERENCE_SPACE_CREATE_INFO,
                                       .referenceSpaceType = XR_REFERENCE_SPACE_TYPE_VIEW,
                                       .poseInReferenceSpace = PROBE_POSE_IDENTITY};
    if (XR_FAILED(spy.next.CreateReferenceSpace(*session, &view, &entry.view)))
        entry.view = XR_NULL_HANDLE;
    spy_lock();
    probe_report_session_created(&spy.log);
    if (entry.view)
        entry.number =
            probe_report_reference_created(&spy.log, view.referenceSpaceType, &PROBE_POSE_IDENTITY);
    spy_names_set(&spy.names, &entry);
    spy_unlock();
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL wait_frame(XrSession session, const XrFrameWaitInfo *info,
                                                 XrFrameState *state)
{
    XrResult result = spy.next.WaitFrame(session, info, state);
    if (XR_SUCCEEDED(result)) {
        spy_lock();
        spy.time = state->predictedDisplayTime;
        probe_report_frame(&spy.log, spy.time, state->predictedDisplayPeriod, state->shouldRender);
        spy_unlock();
    }
    return result;
}

/* `user` holds the texts of the name. */
static struct probe_report_space name_space(void *user, XrSpace space)
{
    struct spy_names_entry *place = user;
    *place = spy_names_get(&spy.names, SPY_NAMES_SPACE, (uint64_t)space);
    return spy_names_space(place);
}

static XRAPI_ATTR XrResult XRAPI_CALL end_frame(XrSession session, const XrFrameEndInfo *info)
{
    struct spy_names_entry place;
    XrResult result = spy.next.EndFrame(session, info);
    spy_lock();
    probe_report_end_frame(&spy.log, result, info, name_space, &place);
    spy_unlock();
    return result;
}

static void locate_eyes(XrSession session, const struct spy_names_entry *own_space,
                        const XrViewLocateInfo *info)
{
    XrViewLocateInfo own = *info;
    XrViewState state = {.type = XR_TYPE_VIEW_STATE};
    XrView views[VIEW_MAX];
    uint32_t count = 0;
    for (int i = 0; i < VIEW_MAX; i++)
        views[i] = (XrView){.type = XR_TYPE_VIEW};
    own.next = NULL;
    own.space = own_space->view;
    XrResult result = spy.next.LocateViews(session, &own, &state, VIEW_MAX, &count, views);
    spy_lock();
    probe_report_locate_views(&spy.log, result, own.displayTime,
                              (struct probe_report_space){own_space->number, "VIEW"},
                              state.viewStateFlags, views, count);
    spy_unlock();
}

static XRAPI_ATTR XrResult XRAPI_CALL locate_views(XrSession session, const XrViewLocateInfo *info,
                                                   XrViewState *state, uint32_t capacity,
                                                   uint32_t *count, XrView *views)
{
    XrResult result = spy.next.LocateViews(session, info, state, capacity, count, views);
    if (capacity == 0)
        return result;
    spy_lock();
    struct spy_names_entry base = spy_names_get(&spy.names, SPY_NAMES_SPACE, (uint64_t)info->space);
    struct spy_names_entry own = spy_names_get(&spy.names, SPY_NAMES_SESSION, (uint64_t)session);
    struct probe_report_space base_name = spy_names_space(&base);
    probe_report_locate_views(&spy.log, result, info->displayTime, base_name,
                              XR_SUCCEEDED(result) ? state->viewStateFlags : 0, views,
                              XR_SUCCEEDED(result) ? *count : 0);
    spy_unlock();
    if (XR_SUCCEEDED(result) && own.view)
        locate_eyes(session, &own, info);
    return result;
}

PFN_xrPollEvent const spy_hook_PollEvent = poll_event;
PFN_xrCreateSession const spy_hook_CreateSession = create_session;
PFN_xrWaitFrame const spy_hook_WaitFrame = wait_frame;
PFN_xrEndFrame const spy_hook_EndFrame = end_frame;
PFN_xrLocateViews const spy_hook_LocateViews = locate_views;
