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
