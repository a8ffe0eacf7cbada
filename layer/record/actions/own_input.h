/* SPDX-License-Identifier: MIT */
/*
 * own_input: syncs the recorder's own actions in xrSyncActions, and reads them. Called on frame
 * threads; no allocation, lock or system call.
 */
#ifndef US_OWN_INPUT_H
#define US_OWN_INPUT_H

#include "layer/record/actions/own_actions.h"

/* Calls xrSyncActions with the app's sets and the recorder's. If that fails, it calls again with
 * the app's sets alone, so that the app gets the result that it would get without the recorder. */
XrResult us_own_input_sync(struct us_own_actions *own, const XrActionsSyncInfo *info);

/* Call this after us_own_input_sync: reads every source, and puts an input message. */
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

/* The source to which the pose action of a space of the app is bound now. NULL: none, or more than
 * one.
 */
const struct us_live_source *us_own_input_app_source(const struct us_own_actions *own,
                                                     const struct us_action *action,
                                                     XrPath subaction);
/* The source to which it was bound before its user lost its profile, if all profiles bind it to one
 * pose. */
const struct us_live_source *us_own_input_lost_source(const struct us_own_actions *own,
                                                      const struct us_action *action,
                                                      XrPath subaction);

#endif
