/* SPDX-License-Identifier: MIT */
/*
 * binding_plan: which recorded inputs the actions of a session are bound to. It is fixed when the
 * app attaches its action sets.
 *
 * Each user path gets one interaction profile: of those for which the app suggested bindings, the
 * one that the user of Understudy chose (UNDERSTUDY_PROFILE), or else the one that the table
 * prefers. The suggested bindings of this profile are then in effect (OpenXR 1.0, 11.4). Immutable
 * after creation; any thread may read it.
 */
#ifndef US_BINDING_PLAN_H
#define US_BINDING_PLAN_H

#include "layer/bindings/action.h"
#include "profiles/bindings.h"
#include "layer/bindings/bindings_context.h"
#include "layer/bindings/recorded_components.h"
#include "layer/bindings/suggested_bindings.h"
#include "openxr/xr.h"

/* A binding of an action to an input or output of a played user. */
struct us_binding_plan_binding {
    enum us_user_path user_path;
    const struct us_component *component;
    uint32_t source; /* number of the input source, below source_count; priorities apply to it */
    XrPath path;     /* the full path, with the component */
    const struct us_profile *profile;           /* whose binding it is */
    const struct us_recorded_sources *recorded; /* of a session; NULL: it has no controllers */
};

struct us_binding_plan_action {
    struct us_action *action; /* holds a reference */
    uint32_t set;             /* index in us_binding_plan.sets */
    uint32_t first_binding, binding_count;
    bool has_played_binding; /* the app suggested an input that the recording plays */
    bool has_live_binding;   /* the app suggested an input that stays live */
};

/* The profile of a user path. NULL: this user is not played. */
struct us_binding_plan_profile {
    const struct us_profile *profile;
    XrPath profile_path;
};

struct us_binding_plan {
    const struct us_bindings_context *context;
    struct us_action_set **sets; /* holds references */
    uint32_t set_count;
    struct us_binding_plan_action *actions; /* sorted by the address of the action */
    uint32_t action_count;
    struct us_binding_plan_binding *bindings; /* grouped by action */
    uint32_t binding_count, source_count;
    struct us_recorded_sources *recorded; /* one for each binding; NULL: none */
    struct us_binding_plan_profile profiles[US_USER_PATH_COUNT];
    /* The profile that a hand plays while its controller has no power: a profile of bare hands for
     * which the app suggested bindings. Its bindings are in the plan, too. NULL: there is no such
     * profile, no recorded hand is played, or the hand plays such a profile anyway. */
    struct us_binding_plan_profile bare[US_USER_PATH_COUNT];
    /* Only for a session recording: each recorded profile, by its index, if the app suggested
     * bindings for it. The plan has the bindings of all of them. NULL: no session recording plays.
     */
    struct us_binding_plan_profile *recorded_profiles;
};

#define US_BINDING_PLAN_NONE UINT32_MAX

/* Creates the plan for xrAttachSessionActionSets. If `plays` is false, no action has a binding.
 * NULL if memory runs out. */
struct us_binding_plan *us_binding_plan_create(const struct us_bindings_context *context,
                                               bool plays,
                                               const XrSessionActionSetsAttachInfo *info);
void us_binding_plan_destroy(struct us_binding_plan *plan);

/* Returns the index of an action; US_BINDING_PLAN_NONE if its set is not attached. */
uint32_t us_binding_plan_find_action(const struct us_binding_plan *plan,
                                     const struct us_action *action);
/* Returns the index of an action set; US_BINDING_PLAN_NONE if it is not attached. */
uint32_t us_binding_plan_find_set(const struct us_binding_plan *plan, XrActionSet set);

/* The profile that a user has while the session recording has the profile with this number (0:
 * none; otherwise 1 + its index): the same profile if the app suggested bindings for it, otherwise
 * the one that the plan chose. */
struct us_binding_plan_profile us_binding_plan_recorded_profile(const struct us_binding_plan *plan,
                                                                enum us_user_path user_path,
                                                                uint8_t number);

/* Whether the profile is one of hands without controllers. False for NULL. */
bool us_binding_plan_is_of_hands(const struct us_profile *profile);

/* Whether the app created any action of the set with this subaction path. */
bool us_binding_plan_has_subaction_path(const struct us_binding_plan *plan, uint32_t set,
                                        XrPath path);

/* Whether the recording drives actions of this type on this user path. Poses belong to the channel
 * "hands", other types to "pinch"; each channel can be played or live. */
bool us_binding_plan_plays(const struct us_binding_plan *plan, enum us_user_path user_path,
                           XrActionType type);

/* Returns the users whose recorded input the action is bound to, one bit (1 << enum us_user) each.
 * `subaction` limits the result to one subaction path; XR_NULL_PATH: all. `plan` may be NULL. */
unsigned us_binding_plan_users(const struct us_binding_plan *plan, const struct us_action *action,
                               XrPath subaction);

/* Returns the first binding to a full path; NULL if no action is bound to it. */
const struct us_binding_plan_binding *us_binding_plan_find_path(const struct us_binding_plan *plan,
                                                                XrPath path);

#endif
