/* SPDX-License-Identifier: MIT */
#include "spy.h"

#define VIEW_MAX 8

static XRAPI_ATTR XrResult XRAPI_CALL poll_event(XrInstance instance, XrEventDataBuffer *buffer)
{
    XrResult result = us_spy.next.PollEvent(instance, buffer);
    if (result == XR_SUCCESS && buffer->type == XR_TYPE_EVENT_DATA_SESSION_STATE_CHANGED) {
        const XrEventDataSessionStateChanged *event = (const void *)buffer;
        us_spy_lock();
        us_report_session_state(&us_spy.log, event->state, event->time);
        us_spy_unlock();
    }
    return result;
}

/* A VIEW space of the spy's own tells where the eyes are in the head. */
static XRAPI_ATTR XrResult XRAPI_CALL create_session(XrInstance instance,
                                                     const XrSessionCreateInfo *info,
                                                     XrSession *session)
{
    XrResult result = us_spy.next.CreateSession(instance, info, session);
    if (XR_FAILED(result))
        return result;
    struct us_names_entry entry = {.kind = US_NAMES_SESSION, .handle = (uint64_t)*session};
    XrReferenceSpaceCreateInfo view = {.type = XR_TYPE_REFERENCE_SPACE_CREATE_INFO,
                                       .referenceSpaceType = XR_REFERENCE_SPACE_TYPE_VIEW,
                                       .poseInReferenceSpace = US_POSE_IDENTITY};
    if (XR_FAILED(us_spy.next.CreateReferenceSpace(*session, &view, &entry.view)))
        entry.view = XR_NULL_HANDLE;
    us_spy_lock();
    us_names_set(&us_spy.names, &entry);
    us_spy_unlock();
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL wait_frame(XrSession session, const XrFrameWaitInfo *info,
                                                 XrFrameState *state)
{
    XrResult result = us_spy.next.WaitFrame(session, info, state);
    if (XR_SUCCEEDED(result)) {
        us_spy_lock();
        us_spy.time = state->predictedDisplayTime;
        us_report_frame(&us_spy.log, ++us_spy.frame, us_spy.time, state->predictedDisplayPeriod);
        us_spy_unlock();
    }
    return result;
}

/* `user` holds the texts of the name. */
static struct us_report_space name_space(void *user, XrSpace space)
{
    struct us_names_entry *place = user;
    *place = us_names_get(&us_spy.names, US_NAMES_SPACE, (uint64_t)space);
    return us_names_space(place);
}

static XRAPI_ATTR XrResult XRAPI_CALL end_frame(XrSession session, const XrFrameEndInfo *info)
{
    struct us_names_entry place;
    XrResult result = us_spy.next.EndFrame(session, info);
    us_spy_lock();
    us_report_end_frame(&us_spy.log, result, info, name_space, &place);
    us_spy_unlock();
    return result;
}

static void locate_eyes(XrSession session, XrSpace view, const XrViewLocateInfo *info)
{
    XrViewLocateInfo own = *info;
    XrViewState state = {.type = XR_TYPE_VIEW_STATE};
    XrView views[VIEW_MAX];
    uint32_t count = 0;
    for (int i = 0; i < VIEW_MAX; i++)
        views[i] = (XrView){.type = XR_TYPE_VIEW};
    own.next = NULL;
    own.space = view;
    XrResult result = us_spy.next.LocateViews(session, &own, &state, VIEW_MAX, &count, views);
    us_spy_lock();
    us_report_locate_views(&us_spy.log, result, own.displayTime,
                           &(struct us_report_space){"VIEW", NULL, US_POSE_IDENTITY},
                           state.viewStateFlags, views, count);
    us_spy_unlock();
}

static XRAPI_ATTR XrResult XRAPI_CALL locate_views(XrSession session, const XrViewLocateInfo *info,
                                                   XrViewState *state, uint32_t capacity,
                                                   uint32_t *count, XrView *views)
{
    XrResult result = us_spy.next.LocateViews(session, info, state, capacity, count, views);
    if (capacity == 0)
        return result;
    us_spy_lock();
    struct us_names_entry base = us_names_get(&us_spy.names, US_NAMES_SPACE, (uint64_t)info->space);
    struct us_names_entry own = us_names_get(&us_spy.names, US_NAMES_SESSION, (uint64_t)session);
    struct us_report_space base_name = us_names_space(&base);
    us_report_locate_views(&us_spy.log, result, info->displayTime, &base_name,
                           XR_SUCCEEDED(result) ? state->viewStateFlags : 0, views,
                           XR_SUCCEEDED(result) ? *count : 0);
    us_spy_unlock();
    if (XR_SUCCEEDED(result) && own.view)
        locate_eyes(session, own.view, info);
    return result;
}

PFN_xrPollEvent const us_hook_PollEvent = poll_event;
PFN_xrCreateSession const us_hook_CreateSession = create_session;
PFN_xrWaitFrame const us_hook_WaitFrame = wait_frame;
PFN_xrEndFrame const us_hook_EndFrame = end_frame;
PFN_xrLocateViews const us_hook_LocateViews = locate_views;
