/* SPDX-License-Identifier: MIT */
/*
 * app_session: what the apps that draw with OpenGL share: a session that follows its states, and
 * calls that end the app where they fail.
 */
#ifndef US_APP_SESSION_H
#define US_APP_SESSION_H

#include <stdbool.h>

#include "openxr/xr.h"

/* Prints the call and exits with 1 if it failed. */
void app_check(XrResult result, const char *call);
#define OK(call) app_check(call, #call)

struct app_session {
    XrInstance instance;
    XrSystemId system;
    XrSession handle;
    bool running;
    bool done; /* the session has ended */
};

/* An instance of OpenXR 1.0 with these extensions, and the system of its head-mounted display. */
void app_session_create_instance(struct app_session *session, const char *name, uint32_t count,
                                 const char *const *extensions);
XrSpace app_session_create_space(const struct app_session *session, XrReferenceSpaceType type);
/* What the runtime recommends for an eye. */
XrExtent2Di app_session_eye_size(const struct app_session *session);
void app_session_locate(const struct app_session *session, XrSpace space, XrTime time,
                        XrView views[2]);

/* Reads all events. Begins the session when it is READY, and ends it when it is STOPPING. */
void app_session_poll(struct app_session *session);

/* Ends the begun frame at `time` without layers. */
void app_session_end_empty_frame(const struct app_session *session, XrTime time);

#endif
