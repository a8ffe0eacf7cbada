/* SPDX-License-Identifier: MIT */
/*
 * own_actions: the recorder's own actions, which read every component of every interaction profile
 * that the app suggested, without the app noticing.
 *
 * The base set has priority 0 and an action for each source. It cannot suppress any input of the
 * app. An action set of the app with a priority above 0 suppresses the base set on the input
 * sources that it binds. The recorder therefore makes a twin of each such set: a set of the same
 * priority that binds the same input sources in the same profiles, and is active whenever the app's
 * set is. A twin suppresses nothing that the app's set does not suppress too. The value of a source
 * is the value in the set whose action is active.
 *
 * The recorder's own actions are suggested together with the app's bindings, and never for another
 * profile, because that could change which profile a runtime chooses. If the runtime refuses some
 * of them, those are left out. If it refuses to attach the recorder's sets, the app's sets are
 * attached alone.
 *
 * Created in xrAttachSessionActionSets; immutable afterwards but for the atomics.
 */
#ifndef US_OWN_ACTIONS_H
#define US_OWN_ACTIONS_H

#include <stdatomic.h>
#include <stdbool.h>

#include "layer/record/actions/live_sources.h"
#include "layer/record/base/recorder.h"

enum { US_OWN_SETS_MAX = 33 };

struct us_own_set {
    XrActionSet handle;
    const struct us_action_set *app_set; /* of a twin; holds a reference. NULL: the base set */
    XrAction *actions;                   /* by source; XR_NULL_HANDLE: the set has none */
    XrSpace *spaces;                     /* of poses, by source */
    bool *declares;                      /* by source: made with the user's subaction path */
    uint64_t *suggestions;               /* by source: the suggestions that bind it */
};

struct us_own_actions {
    struct us_recorder *recorder;
    XrSession session;
    struct us_live_sources *sources;
    XrPath users[US_SESSION_USERS];              /* XR_NULL_PATH: no suggestion has this user */
    char (*profile_texts)[US_SESSION_PATH_SIZE]; /* by suggestion; NULL: none yet, or no memory */
    uint32_t set_count;                          /* the base set is the first */
    struct us_own_set sets[US_OWN_SETS_MAX];
    uint32_t attached_count; /* the app's sets that were attached with these; holds references */
    struct us_action_set **attached;
    atomic_bool is_refused; /* xrSyncActions failed with them, or memory ran out */

    /* As of the last sync. */
    atomic_bool is_syncing; /* a thread reads the sources; other threads skip that */
    _Atomic uint8_t active_set[US_LIVE_SOURCES_MAX]; /* 1 + the set whose action is active */
    _Atomic uint8_t profiles[US_SESSION_USERS];      /* as in struct us_session_input */
};

/* The recorder's own actions for an attachment of the app's; NULL if there is nothing to add, or it
 * cannot be created. They are not suggested yet. */
struct us_own_actions *us_own_actions_create(struct us_recorder *recorder, XrSession session,
                                             const XrSessionActionSetsAttachInfo *info);
/* Whether the recorder's actions of a session that ended can be attached in another session. They
 * can if the app attaches sets that were attached with them before, because it cannot have
 * suggested other bindings for those sets. Their state is then reset, and they need not be
 * suggested again. */
bool us_own_actions_reuse(struct us_own_actions *own, XrSession session,
                          const XrSessionActionSetsAttachInfo *info);
/* Attach the app's sets with the own ones. On a failure nothing was attached. */
XrResult us_own_actions_attach(struct us_own_actions *own,
                               const XrSessionActionSetsAttachInfo *info);
/* Destroys the sets as well, unless their instance was destroyed. Accepts NULL. */
void us_own_actions_destroy(struct us_own_actions *own, bool is_instance_there);

/* own_suggestions: the recorder's actions among the bindings that the app suggested. Allocates. */

struct us_own_actions;

/* Suggest the app's bindings and the own ones together for each profile. What the runtime refuses
 * is left out. False if nothing is left, or memory runs out. */
bool us_own_suggestions_add(struct us_own_actions *own);

/* Suggest the app's bindings alone again. */
void us_own_suggestions_remove(struct us_own_actions *own);

/*
 * own_input: syncs the recorder's own actions in xrSyncActions, and reads them. Called on frame
 * threads; no allocation, lock or system call.
 */

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

/* The source to which the pose action of a space of the app is bound now; with `is_lost` the one
 * before its user lost its profile, if all profiles bind it to one pose. NULL: none, or more than
 * one. */
const struct us_live_source *us_own_input_app_source(const struct us_own_actions *own,
                                                     const struct us_action *action,
                                                     XrPath subaction, bool is_lost);

#endif
