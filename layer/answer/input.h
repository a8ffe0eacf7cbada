/* SPDX-License-Identifier: MIT */
/*
 * input: the bindings of a session's actions, and the action states of the last xrSyncActions.
 *
 * The bindings are fixed when the app attaches its action sets (binding_plan.h). Each sync computes
 * the states from the recording, at the time of the sync (playback.h). Any number of threads may
 * read the states without a lock (OpenXR 1.0, 11.6). Nothing is allocated after the action sets are
 * attached.
 *
 * A boolean that follows the recorded pinch is TRUE if the hand pinched at any time since the last
 * sync; if playback jumped in between, only the time of the sync counts. A number becomes a TRUE
 * boolean at 0.7 or above, and FALSE again below 0.5.
 */
#ifndef US_INPUT_H
#define US_INPUT_H

#include <stdbool.h>

#include "eventlog/log_event.h"
#include "profiles/bindings.h"
#include "layer/pose/hand.h"
#include "layer/bindings/binding_plan.h"
#include "layer/state/action_snapshot.h"
#include "openxr/xr.h"

struct us_session;
struct us_action;
struct us_dispatch;
struct us_input;

/* Takes ownership of the plan, also on failure. Allocates; NULL if memory is short or the plan is
 * NULL. */
struct us_input *us_input_create(struct us_binding_plan *plan);
void us_input_destroy(struct us_input *input);

/* The binding plan of the session, which owns it. NULL until the app attaches action sets. */
const struct us_binding_plan *us_input_plan(const struct us_session *session);

/* The same plan while it is in effect. NULL from the first sync after input became live again
 * (us_playback_is_live). */
const struct us_binding_plan *us_input_plan_in_force(const struct us_session *session);

/* Call this after xrSyncActions. `focused` is false if it returned XR_SESSION_NOT_FOCUSED. If two
 * threads sync at the same time, only one of them computes the states. */
void us_input_sync(struct us_session *session, const XrActionsSyncInfo *info, bool focused);

/* Whether a sync with focus has made the profiles of the plan current. */
bool us_input_is_bound(const struct us_session *session);

/* The user's profile as of the last sync: the profile of the plan, or the recorded one if a session
 * recording plays. A NULL `profile` means that the hand had none at that time. The app must have
 * attached its action sets. */
struct us_binding_plan_profile us_input_profile(const struct us_session *session,
                                                enum us_user_path user_path);

/* The answer for one action, resolved once. */
struct us_input_answer {
    /* US_SOURCE_RUNTIME: the chain below answers. US_SOURCE_RECORDING: `state` is the answer.
     * US_SOURCE_BOTH: combine both, because the action also has bindings that are not played. */
    enum us_source from;
    /* Only with US_SOURCE_RUNTIME: the last sync gave the action back to the chain below, and
     * `state` is the last played state. */
    bool is_handed_over;
    struct us_input_state state; /* from the recording; all zero if the action is not played */
};

/* `subaction` is the app's path; XR_NULL_PATH means all subaction paths. Takes no lock; safe on any
 * thread. */
struct us_input_answer us_input_get(const struct us_session *session,
                                    const struct us_action *action, XrPath subaction);

/* The live state of an action that was just handed over. It has changed if it differs from the
 * played state. `time` is the time of the sync. */
struct us_input_state us_input_hand_over(struct us_input_state played, struct us_input_state live,
                                         XrTime time);

/* A struct of xrGetActionState*, for an action of any type. */
union us_input_any_state {
    XrActionStateBoolean boolean;
    XrActionStateFloat number;
    XrActionStateVector2f vector;
    XrActionStatePose pose;
};
union us_input_any_state us_input_any_state(XrActionType type);
/* Calls xrGetActionState* of `next` for an action of `type`. `state` is the struct of that call. */
XrResult us_input_ask_state(const struct us_dispatch *next, XrActionType type, XrSession session,
                            const XrActionStateGetInfo *info, void *state);
/* What such a struct says. */
struct us_input_state us_input_read_state(XrActionType type, const void *from);

/* Combines two states of one action as OpenXR does (1.0, 11.6, "Multiple input sources"). */
struct us_input_state us_input_combine(XrActionType type, struct us_input_state a,
                                       struct us_input_state b);

/* What the origin of a space is fixed to. */
enum us_entity {
    US_ENTITY_RUNTIME, /* an origin that only the chain below can locate, or a space that the layer
                          does not know */
    US_ENTITY_HEAD,
    US_ENTITY_HAND, /* a pose derived from a recorded hand */
    US_ENTITY_GAZE,
    US_ENTITY_VIRTUAL, /* a virtual reference space of the layer */
    US_ENTITY_MOVED,   /* a reference space of the chain below that a script moves */
    US_ENTITY_NOWHERE, /* an action space that cannot be located now: its input is played but not
                          present, its action set was not active at the last sync, or the session is
                          not FOCUSED */
};

/* What the origin of a space is fixed to during one call. */
struct us_resolved {
    enum us_entity entity;
    enum us_hand hand;      /* of US_ENTITY_HAND */
    enum us_hand_pose pose; /* of US_ENTITY_HAND */
};

/* The entity of an action space. `subaction` is the app's path for the space. With XR_NULL_PATH the
 * space stays with one source as long as that source is active. */
struct us_resolved us_input_pose(const struct us_session *session, const struct us_action *action,
                                 XrPath subaction);

#endif
