/* SPDX-License-Identifier: MIT */
/*
 * Action sets and actions (OpenXR, "Input and Haptics"), and the state of an action. Under the
 * runtime's lock.
 *
 * Spaces and bindings may refer to an action after the app destroyed it. The runtime therefore
 * retires destroyed actions and frees them together with the instance.
 */
#ifndef RT_RUNTIME_ACTION_H
#define RT_RUNTIME_ACTION_H

#include "runtime/instance/instance.h"
#include "runtime/input/source.h"

struct rt_action_state {
    const struct rt_source *source; /* the source of the value; NULL: inactive */
    bool changed;
    XrVector2f value; /* of a boolean or a float: x */
    XrTime since;
};

struct rt_action {
    struct rt_object object;
    struct rt_action_set *set;
    struct rt_action *next; /* in its set */
    bool retired;
    char name[XR_MAX_ACTION_NAME_SIZE];
    char localized_name[XR_MAX_LOCALIZED_ACTION_NAME_SIZE];
    XrActionType type;
    bool declares[RT_USER_COUNT]; /* the subaction paths of the action */
    struct rt_source *sources;    /* since xrAttachSessionActionSets */
    uint32_t source_count;
    struct rt_action_state states[RT_USER_COUNT]; /* of the last xrSyncActions */
    enum rt_user pose_user; /* that the pose of all users came from last; ANY: none yet */
};

struct rt_action_set {
    struct rt_object object;
    struct rt_action_set *next_retired;
    bool attached;
    char name[XR_MAX_ACTION_SET_NAME_SIZE];
    char localized_name[XR_MAX_LOCALIZED_ACTION_SET_NAME_SIZE];
    uint32_t priority;
    struct rt_action *actions;
};

/* The action of that handle that belongs to the instance, or NULL. */
struct rt_action *rt_action_find(const struct rt_instance *instance, XrAction action);

/* Finds the user of a subaction path. XR_ERROR_PATH_INVALID: the value is no path.
 * XR_ERROR_PATH_UNSUPPORTED: the action was not created with this path. */
XrResult rt_action_find_user(const struct rt_action *action, XrPath path, enum rt_user *out_user);

/* Whether the eye gaze drives the action. False for NULL. */
bool rt_action_is_gaze(const struct rt_action *action);

/* Frees every retired set and its actions. Called when the instance is destroyed. */
void rt_action_free_retired(struct rt_instance *instance);

#endif
