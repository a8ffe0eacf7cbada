/* SPDX-License-Identifier: MIT */
/*
 * own_input: the own actions in xrSyncActions, and what they read. Called on frame threads; no
 * allocation, lock or system call.
 */
#ifndef US_OWN_INPUT_H
#define US_OWN_INPUT_H

#include "layer/record/actions/own_actions.h"

/* xrSyncActions with the app's sets and the own ones. What fails with both is done again with the
 * app's alone, so that the app gets what it would get without the recorder. */
XrResult us_own_input_sync(struct us_own_actions *own, const XrActionsSyncInfo *info);

/* After that: read every source, and put an input message. */
void us_own_input_read(struct us_own_actions *own, XrResult result);

/* Where to locate a pose of a hand, or the gaze, as of the last sync. */
struct us_own_pose {
    bool is_bound; /* some suggestion binds it */
    XrSpace space; /* XR_NULL_HANDLE: inactive */
};
struct us_own_pose us_own_input_hand_pose(const struct us_own_actions *own,
                                          enum us_session_hand hand,
                                          enum us_session_hand_pose pose);
struct us_own_pose us_own_input_gaze(const struct us_own_actions *own);

/* What the pose action of an app's space is bound to now; NULL: nothing, or more than one source.
 */
const struct us_live_source *us_own_input_app_source(const struct us_own_actions *own,
                                                     const struct us_action *action,
                                                     XrPath subaction);

#endif
