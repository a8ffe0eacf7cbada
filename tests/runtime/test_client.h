/* SPDX-License-Identifier: MIT */
/*
 * What the tests of the runtime share: a client with a session without graphics, through the real
 * loader. A failed check ends the test.
 */
#ifndef RT_TEST_CLIENT_H
#define RT_TEST_CLIENT_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "check.h"
#include "runtime/base/xr.h"
#include "runtime/person/moving_person.h"

#define OK(call) CHECK((call) == XR_SUCCESS)

struct client {
    XrViewConfigurationType view_type;
    uint32_t view_count;
    const char *extension, *extension2; /* more to enable, or NULL */
    const char *layer;                  /* an API layer to enable, or NULL */
    bool vulkan;                        /* with XR_KHR_vulkan_enable among them */
    bool all;       /* with every extension that the runtime offers, and no others */
    bool bare;      /* with `extension` alone */
    uint32_t minor; /* of OpenXR 1 */
    bool newer;     /* with the extensions that Debian 12's SDK does not know */
    XrInstance instance;
    XrSession session;
    XrSpace view, local, stage;
    XrActionSet set;
    XrAction grip, select, gaze;
    XrSpace grip_space, gaze_space;
    XrTime time; /* of the newest frame, and its period */
    XrDuration period;
};

PFN_xrVoidFunction client_load(XrInstance instance, const char *name);
XrPath client_path(const struct client *client, const char *string);
void client_create_instance(struct client *client);
XrSpace client_create_space(const struct client *client, XrReferenceSpaceType type);
void client_create_session(struct client *client);
/* The action set "play". */
void client_create_set(struct client *client);
XrAction client_create_action(const struct client *client, const char *name, XrActionType type);
XrSpace client_create_action_space(const struct client *client, XrAction action);
XrResult client_suggest(const struct client *client, const char *profile, uint32_t count,
                        const XrActionSuggestedBinding *bindings);
bool client_poll_state(const struct client *client, XrSessionState wanted);
void client_begin(struct client *client);
void client_run_frame(struct client *client);
bool client_is_near(XrVector3f a, struct rt_vector b);
bool client_is_pose(const XrPosef *pose, const struct rt_motion *motion);
void client_end(struct client *client);

#endif
