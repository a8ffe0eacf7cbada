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
    XrSession handle;
    bool running;
    bool done; /* the session has ended */
};

/* Reads all events. Begins the session when it is READY, and ends it when it is STOPPING. */
void app_session_poll(struct app_session *session);

/* Ends the begun frame at `time` without layers. */
void app_session_end_empty_frame(const struct app_session *session, XrTime time);

#endif
