/* SPDX-License-Identifier: MIT */
/*
 * input: what the app's actions are bound to in a session, and their state as of the last
 * xrSyncActions.
 *
 * The bindings are frozen when the app attaches its action sets (binding_plan.h); states are
 * computed once a sync, from the recording at the time that playback.h gives a sync, and read by
 * any number of threads without a lock (OpenXR 1.0, 11.6). Nothing is allocated after attaching.
 *
 * A truth value that follows the recorded pinch is TRUE if the pinch was anywhere since the last
 * sync, unless playback jumped in between. A number becomes a truth value above 0.7 and ceases to
 * be one below 0.5.
 */
#ifndef US_INPUT_H
#define US_INPUT_H

#include <stdbool.h>

#include "eventlog/log_event.h"
#include "layer/profiles/bindings.h"
#include "layer/pose/hand_pose.h"
#include "layer/bindings/binding_plan.h"
#include "layer/state/action_snapshot.h"
#include "openxr/xr.h"

struct us_session;
struct us_action;
struct us_input;

/* From the plan, which it takes over, also on failure. NULL if memory runs out. */
struct us_input *us_input_create(struct us_binding_plan *plan);
void us_input_destroy(struct us_input *input);

/* NULL before the app attached action sets to the session. */
const struct us_binding_plan *us_input_plan(const struct us_session *session);

/* The same plan, while anything of it is played: NULL from the first sync on that found the input
 * live again (us_playback_is_live). */
const struct us_binding_plan *us_input_plan_in_force(const struct us_session *session);

/* After xrSyncActions; `focused` is false if it said XR_SESSION_NOT_FOCUSED. Where two threads sync
 * at once, one of them counts. */
void us_input_sync(struct us_session *session, const XrActionsSyncInfo *info, bool focused);

/* Whether a sync with the focus has made the profiles of the plan the current ones. */
bool us_input_is_bound(const struct us_session *session);

/* The profile that the user has as of the last sync: the plan's, or while a session plays, what it
 * recorded. NULL: the hand had none then. The app must have attached its action sets. */
struct us_binding_plan_profile us_input_profile(const struct us_session *session,
                                                enum us_user_path user_path);

/* What an action is for the app, resolved once. */
struct us_input_answer {
    /* US_SOURCE_RUNTIME: the chain below; US_SOURCE_RECORDING; or US_SOURCE_BOTH, to be combined:
     * some of what the action is bound to is not played. */
    enum us_source from;
    /* With US_SOURCE_RUNTIME: the newest sync gave the action back to the chain below, and `state`
     * is the last that was played. */
    bool is_handed_over;
    struct us_input_state state; /* of the recording; all zero if it is not played */
};

/* `subaction` as the app gave it; XR_NULL_PATH: all of them. */
struct us_input_answer us_input_get(const struct us_session *session,
                                    const struct us_action *action, XrPath subaction);

/* The live value of an action that was just handed over: it changed if it is not what was played.
 */
struct us_input_state us_input_hand_over(struct us_input_state played, struct us_input_state live,
                                         XrTime time);

/* Two values for one action as OpenXR combines them (1.0, 11.6, "Multiple input sources"). */
struct us_input_state us_input_combine(XrActionType type, struct us_input_state a,
                                       struct us_input_state b);

/* What a space is fixed to. */
enum us_entity {
    US_ENTITY_RUNTIME, /* something that only the chain below knows; also for spaces that the
                          layer does not know */
    US_ENTITY_HEAD,
    US_ENTITY_HAND, /* a pose derived from a recorded hand */
    US_ENTITY_GAZE,
    US_ENTITY_VIRTUAL, /* one of the layer's virtual reference spaces */
    US_ENTITY_NOWHERE, /* an action space that cannot be located now: it is bound to something
                         played that is not there, or its set was not active at the last sync, or
                         the session is not FOCUSED */
};

/* What a space is fixed to in one call. */
struct us_resolved {
    enum us_entity entity;
    enum us_hand hand;      /* of US_ENTITY_HAND */
    enum us_hand_pose pose; /* of US_ENTITY_HAND */
};

/* `subaction` is the space's subaction path as the app gave it; XR_NULL_PATH: any, and then it
 * stays with one source as long as that is there. */
struct us_resolved us_input_pose(const struct us_session *session, const struct us_action *action,
                                 XrPath subaction);

#endif
