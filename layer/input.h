/* SPDX-License-Identifier: MIT */
/*
 * input: what the app's actions are bound to in a session, and their state as of the last
 * xrSyncActions.
 *
 * The bindings are frozen when the app attaches its action sets; states are computed once a sync,
 * from the recording at the newest frame's time, and read by any number of threads without a lock
 * (OpenXR 1.0, 11.6). Nothing is allocated after attaching.
 */
#ifndef US_INPUT_H
#define US_INPUT_H

#include <stdbool.h>

#include "bindings.h"
#include "hand_pose.h"
#include "xr.h"

struct us_session;
struct us_action;

/* Who says where an action space is. */
enum us_input_pose_source {
    US_INPUT_POSE_RUNTIME, /* the chain below: nothing recorded is bound */
    US_INPUT_POSE_HAND,    /* a played hand's derived pose */
    US_INPUT_POSE_GAZE,
    US_INPUT_POSE_NOWHERE, /* not locatable: bound to something played that is not there now, or
                              whose set was not active at the last sync, or the session is not
                              FOCUSED */
};

struct us_input_pose {
    enum us_input_pose_source source;
    enum us_hand hand;      /* of US_INPUT_POSE_HAND */
    enum us_hand_pose pose; /* of US_INPUT_POSE_HAND */
};

/* `subaction` is the space's subaction path as the app gave it; XR_NULL_PATH: any, and then it
 * stays with one source as long as that is there. */
struct us_input_pose us_input_pose(const struct us_session *session, const struct us_action *action,
                                   XrPath subaction);

#endif
