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
    uint32_t view_count;                /* 0: two, in stereo */
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
#define CLIENT_LOAD(client, name) ((PFN_##name)client_load((client)->instance, #name))
XrPath client_path(const struct client *client, const char *string);
void client_create_instance(struct client *client);
XrSpace client_create_space(const struct client *client, XrReferenceSpaceType type);
void client_create_session(struct client *client);
/* The action set "play". */
void client_create_set(struct client *client);
void client_attach(const struct client *client);
XrAction client_create_action(const struct client *client, const char *name, XrActionType type);
XrSpace client_create_action_space(const struct client *client, XrAction action);
XrResult client_suggest(const struct client *client, const char *profile, uint32_t count,
                        const XrActionSuggestedBinding *bindings);
/* The set, with the actions and spaces grip, gaze and select of the left hand and the eyes, bound
 * and attached. */
void client_create_grip_gaze_select(struct client *client);
/* The present state of an action, for all hands. */
XrActionStateBoolean client_get_boolean(const struct client *client, XrAction action);
XrActionStateFloat client_get_float(const struct client *client, XrAction action);
XrActionStateVector2f client_get_vector(const struct client *client, XrAction action);
/* The present interaction profile of a top-level path. */
XrPath client_profile(const struct client *client, const char *user);
/* A space at the time of the newest frame. `velocity` may be NULL. */
XrSpaceLocation client_locate(const struct client *client, XrSpace space, XrSpace base,
                              XrSpaceVelocity *velocity);
XrHandTrackerEXT client_create_tracker(const struct client *client, XrHandEXT hand);
/* The joints of a hand in LOCAL then. `velocities` may be NULL. False: it is not active. */
bool client_locate_joints(const struct client *client, XrHandTrackerEXT tracker,
                          XrHandJointLocationEXT joints[XR_HAND_JOINT_COUNT_EXT],
                          XrHandJointVelocityEXT *velocities);
bool client_poll_state(const struct client *client, XrSessionState wanted);
/* Begins the session when it is READY; `client_begin` also waits for the focus. */
void client_begin_session(const struct client *client);
void client_begin(struct client *client);
/* xrEndFrame without layers. */
XrResult client_end_frame(XrSession session, XrTime time);
/* xrSyncActions for the sets. */
XrResult client_sync(const struct client *client, uint32_t count, const XrActiveActionSet *sets);
void client_run_frame(struct client *client);
bool client_is_near(XrVector3f a, struct rt_vector b);
bool client_is_pose(const XrPosef *pose, const struct rt_motion *motion);
/* Ends the session; `client_end` also destroys it and the instance. */
void client_end_session(const struct client *client);
void client_end(struct client *client);

#endif
