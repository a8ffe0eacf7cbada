/* SPDX-License-Identifier: MIT */
#include "app_session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void app_check(XrResult result, const char *call)
{
    if (XR_SUCCEEDED(result))
        return;
    fprintf(stderr, "%s returns %d\n", call, (int)result);
    exit(1);
}

void app_session_create_instance(struct app_session *session, const char *name, uint32_t count,
                                 const char *const *extensions)
{
    XrInstanceCreateInfo info = {.type = XR_TYPE_INSTANCE_CREATE_INFO,
                                 .applicationInfo.apiVersion = XR_MAKE_VERSION(1, 0, 0),
                                 .enabledExtensionCount = count,
                                 .enabledExtensionNames = extensions};
    const XrSystemGetInfo system = {.type = XR_TYPE_SYSTEM_GET_INFO,
                                    .formFactor = XR_FORM_FACTOR_HEAD_MOUNTED_DISPLAY};
    strcpy(info.applicationInfo.applicationName, name);
    OK(xrCreateInstance(&info, &session->instance));
    OK(xrGetSystem(session->instance, &system, &session->system));
}

XrSpace app_session_create_space(const struct app_session *session, XrReferenceSpaceType type)
{
    const XrReferenceSpaceCreateInfo info = {.type = XR_TYPE_REFERENCE_SPACE_CREATE_INFO,
                                             .referenceSpaceType = type,
                                             .poseInReferenceSpace = {.orientation = {0, 0, 0, 1}}};
    XrSpace space;
    OK(xrCreateReferenceSpace(session->handle, &info, &space));
    return space;
}

XrExtent2Di app_session_eye_size(const struct app_session *session)
{
    XrViewConfigurationView views[2] = {{.type = XR_TYPE_VIEW_CONFIGURATION_VIEW},
                                        {.type = XR_TYPE_VIEW_CONFIGURATION_VIEW}};
    uint32_t count = 0;
    OK(xrEnumerateViewConfigurationViews(session->instance, session->system,
                                         XR_VIEW_CONFIGURATION_TYPE_PRIMARY_STEREO, 2, &count,
                                         views));
    return (XrExtent2Di){(int)views[0].recommendedImageRectWidth,
                         (int)views[0].recommendedImageRectHeight};
}

void app_session_locate(const struct app_session *session, XrSpace space, XrTime time,
                        XrView views[2])
{
    XrViewState state = {.type = XR_TYPE_VIEW_STATE};
    const XrViewLocateInfo locate = {XR_TYPE_VIEW_LOCATE_INFO, NULL,
                                     XR_VIEW_CONFIGURATION_TYPE_PRIMARY_STEREO, time, space};
    uint32_t count = 0;
    views[0] = views[1] = (XrView){.type = XR_TYPE_VIEW};
    OK(xrLocateViews(session->handle, &locate, &state, 2, &count, views));
}

static void follow(struct app_session *session, XrSessionState state)
{
    const XrSessionBeginInfo begin = {.type = XR_TYPE_SESSION_BEGIN_INFO,
                                      .primaryViewConfigurationType =
                                          XR_VIEW_CONFIGURATION_TYPE_PRIMARY_STEREO};
    if (state == XR_SESSION_STATE_READY) {
        OK(xrBeginSession(session->handle, &begin));
        session->running = true;
    } else if (state == XR_SESSION_STATE_STOPPING) {
        OK(xrEndSession(session->handle));
        session->running = false;
    }
    session->done = session->done || state == XR_SESSION_STATE_EXITING;
}

void app_session_poll(struct app_session *session)
{
    XrEventDataBuffer event = {.type = XR_TYPE_EVENT_DATA_BUFFER};
    while (xrPollEvent(session->instance, &event) == XR_SUCCESS) {
        XrEventDataSessionStateChanged changed;
        memcpy(&changed, &event, sizeof changed);
        if (event.type == XR_TYPE_EVENT_DATA_SESSION_STATE_CHANGED)
            follow(session, changed.state);
        event = (XrEventDataBuffer){.type = XR_TYPE_EVENT_DATA_BUFFER};
    }
}

void app_session_end_empty_frame(const struct app_session *session, XrTime time)
{
    const XrFrameEndInfo end = {.type = XR_TYPE_FRAME_END_INFO,
                                .displayTime = time,
                                .environmentBlendMode = XR_ENVIRONMENT_BLEND_MODE_OPAQUE};
    OK(xrEndFrame(session->handle, &end));
}
