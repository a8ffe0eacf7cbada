// SPDX-License-Identifier: MIT
// Action sets and actions (OpenXR, "Input and Haptics"), and what an action is worth. Under the
// runtime's lock.
//
// What an app destroys is only retired: spaces and bindings may still mean it, so it lives as long
// as the instance.
#ifndef US_RUNTIME_ACTION_H
#define US_RUNTIME_ACTION_H

#include "instance.h"
#include "source.h"

struct us_action_state {
    const struct us_source *source; // what decides; NULL: inactive
    bool changed;
    XrVector2f value; // of a boolean or a float: x
    XrTime since;
};

struct us_action {
    struct us_object object;
    struct us_action_set *set;
    struct us_action *next; // in its set
    bool retired;
    char name[XR_MAX_ACTION_NAME_SIZE];
    char localized_name[XR_MAX_LOCALIZED_ACTION_NAME_SIZE];
    XrActionType type;
    bool declares[US_USER_COUNT]; // its subaction paths
    struct us_source *sources;    // bound since the sets were attached
    uint32_t source_count;
    struct us_action_state states[US_USER_COUNT]; // of the last sync
};

struct us_action_set {
    struct us_object object;
    struct us_action_set *next_retired;
    bool retired;
    bool attached;
    char name[XR_MAX_ACTION_SET_NAME_SIZE];
    char localized_name[XR_MAX_LOCALIZED_ACTION_SET_NAME_SIZE];
    uint32_t priority;
    struct us_action *actions;
};

struct us_action *us_action_find(XrAction action);

// The user of a top-level path; US_USER_COUNT for what is none, or is none in this instance.
enum us_user us_action_user_of(const struct us_instance *instance, XrPath path);

// The user that a subaction path means for that action: XR_ERROR_PATH_INVALID for no path,
// XR_ERROR_PATH_UNSUPPORTED for one that the action was not created with.
XrResult us_action_find_user(const struct us_action *action, XrPath path, enum us_user *out_user);

// Where a pose action is in what LOCAL was at first; false while it is inactive.
bool us_action_locate(const struct us_action *action, enum us_user user, XrTime time,
                      struct us_motion *out_motion);

// Whether the action is now driven by the eyes. False for NULL.
bool us_action_is_gaze(const struct us_action *action);

// Frees every retired set with its actions, when the instance goes.
void us_action_free_retired(struct us_instance *instance);

#endif
