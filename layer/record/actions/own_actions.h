/* SPDX-License-Identifier: MIT */
/*
 * own_actions: the recorder's own actions, which read every component of every interaction profile
 * that the app suggested, without the app noticing.
 *
 * The base set has priority 0 and an action for each source. It cannot suppress anything of the
 * app's. Where an action set of the app's has a priority above 0, it suppresses the base set on the
 * input sources that it binds; therefore it has a twin: a set of the same priority that binds the
 * same input sources in the same profiles, and is active whenever the app's set is. What a twin
 * suppresses, the app's set suppresses too. The value of a source is that of the set whose action
 * is active.
 *
 * Own actions are suggested together with the app's bindings, never for another profile: that could
 * change which profile a runtime chooses. If the runtime refuses some of them, those are left out;
 * if it refuses to attach the own sets, the app's are attached alone.
 *
 * Created in xrAttachSessionActionSets; immutable afterwards but for the atomics.
 */
#ifndef US_OWN_ACTIONS_H
#define US_OWN_ACTIONS_H

#include <stdatomic.h>

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
    XrPath users[US_SESSION_USERS];              /* XR_NULL_PATH: no suggestion is for this user */
    char (*profile_texts)[US_SESSION_PATH_SIZE]; /* by suggestion; from malloc */
    uint32_t set_count;                          /* the base set is the first */
    struct us_own_set sets[US_OWN_SETS_MAX];
    uint32_t attached_count; /* the app's sets that these were attached with; with references */
    struct us_action_set **attached;
    atomic_bool is_refused; /* xrSyncActions failed with them, or memory ran out */

    /* As of the last sync. */
    atomic_bool is_syncing; /* a thread is at it; another one leaves it out */
    _Atomic uint8_t active_set[US_LIVE_SOURCES_MAX]; /* 1 + the set whose action is active */
    _Atomic uint8_t profiles[US_SESSION_USERS];      /* as in struct us_session_input */
};

/* The recorder's own actions for an attachment of the app's; NULL if there is nothing to add, or it
 * cannot be created. They are not suggested yet. */
struct us_own_actions *us_own_actions_create(struct us_recorder *recorder, XrSession session,
                                             const XrSessionActionSetsAttachInfo *info);
/* Whether the own actions of a session that ended serve for an attachment in another one: the app
 * attaches sets that were attached with them, so that it cannot have suggested anything else for
 * these. They are as new then, and need not be suggested. */
bool us_own_actions_reuse(struct us_own_actions *own, XrSession session,
                          const XrSessionActionSetsAttachInfo *info);
/* Attach the app's sets with the own ones. On a failure nothing was attached. */
XrResult us_own_actions_attach(struct us_own_actions *own,
                               const XrSessionActionSetsAttachInfo *info);
/* Destroys the sets as well, unless their instance went. NULL is fine. */
void us_own_actions_destroy(struct us_own_actions *own, bool is_instance_there);

#endif
