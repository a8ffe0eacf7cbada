/* SPDX-License-Identifier: MIT */
/*
 * live_sources: every component of every interaction profile that the app suggested bindings for,
 * and which of them the app's action sets bind. The list has each number twice: the second entry is
 * the truth value that the runtime makes of it.
 *
 * The list is made once, when the app attaches its action sets. Each suggestion has a bit, in the
 * order of the instance's list. Suggestions after the 64th are left out. Allocates.
 */
#ifndef US_LIVE_SOURCES_H
#define US_LIVE_SOURCES_H

#include <stdbool.h>
#include <stdint.h>

#include "layer/state/instance.h"
#include "openxr/xr.h"
#include "session/codec/session_message.h"

enum {
    US_LIVE_SOURCES_MAX = 2 * US_SESSION_COMPONENTS_MAX,
};

enum us_live_kind {
    US_LIVE_COMPONENT, /* a value */
    US_LIVE_TRUTH,     /* what a boolean action reads of a number */
    US_LIVE_HAND_POSE,
    US_LIVE_GAZE,
};

struct us_action;
struct us_action_set;

struct us_live_source {
    char path[US_SESSION_PATH_SIZE]; /* "/user/hand/left/input/trigger/value" */
    XrPath binding;
    XrPath user; /* the top level user path */
    XrActionType type;
    enum us_live_kind kind;
    uint32_t component;             /* of a component and a truth: its index in the message */
    enum us_session_hand hand;      /* of a hand's pose */
    enum us_session_hand_pose pose; /* of a hand's pose */
    uint64_t suggestions;           /* whose profiles have it */
};

/* What an app's pose action is bound to in one suggestion. */
struct us_live_app_pose {
    const struct us_action *action; /* holds a reference */
    uint32_t suggestion;
    uint32_t source;
};

struct us_live_sources {
    uint32_t count;
    struct us_live_source list[US_LIVE_SOURCES_MAX];
    uint32_t component_count;
    uint32_t suggestion_count;
    XrPath profiles[US_SESSION_PROFILES_MAX]; /* of the suggestions */
    int gaze_source; /* of the eyes, if the layer enabled them: their profile is the last one. -1:
                      * none
                      */
    uint32_t app_pose_count;
    struct us_live_app_pose *app_poses; /* from malloc */
};

/* The suggestions must not change while this runs. NULL if memory runs out. */
struct us_live_sources *us_live_sources_create(const struct us_instance *instance);
void us_live_sources_destroy(struct us_live_sources *sources);

/* The message that says what the components are. */
void us_live_sources_describe(const struct us_live_sources *sources,
                              const struct us_instance *instance,
                              struct us_session_components *out);

/*
 * For an action set of the app: fills in for each source in which suggestions an action of the set
 * is bound to its input source, and whether one of these actions was made with the user's subaction
 * path.
 */
void us_live_sources_bound_by(const struct us_live_sources *sources,
                              const struct us_instance *instance, const struct us_action_set *set,
                              uint64_t *out_suggestions, bool *out_declares);

#endif
