/* SPDX-License-Identifier: MIT */
/*
 * binding_plan: what the actions of a session are bound to, frozen when the app attaches its action
 * sets.
 *
 * Each top-level path takes one of the profiles that the app suggested bindings for, the one that
 * the person chose (UNDERSTUDY_PROFILE) or else the table of bindings prefers, and what was
 * suggested for that profile is bound (OpenXR 1.0, 11.4). Immutable once made: any thread may read
 * it.
 */
#ifndef US_BINDING_PLAN_H
#define US_BINDING_PLAN_H

#include "layer/bindings/action.h"
#include "layer/profiles/bindings.h"
#include "layer/bindings/bindings_context.h"
#include "layer/bindings/suggested_bindings.h"
#include "layer/bindings/user_path.h"
#include "openxr/xr.h"

/* One input or output of a played user that an action is bound to. */
struct us_binding_plan_binding {
    enum us_user_path user_path;
    const struct us_component *component;
    uint32_t
        source;  /* which input source: priorities go by it; below us_binding_plan.source_count */
    XrPath path; /* with component */
};

struct us_binding_plan_action {
    struct us_action *action; /* counted */
    uint32_t set;             /* index */
    uint32_t first_binding, binding_count;
    bool has_played_binding; /* bound, by some suggestion, to what is played */
    bool has_live_binding;   /* bound, by some suggestion, to what stays live */
};

struct us_binding_plan_profile {
    const struct us_profile *profile; /* NULL: this user is not played */
    XrPath profile_path;
};

struct us_binding_plan {
    const struct us_bindings_context *context;
    struct us_action_set **sets; /* counted */
    uint32_t set_count;
    struct us_binding_plan_action *actions; /* by address of the action */
    uint32_t action_count;
    struct us_binding_plan_binding *bindings; /* by action */
    uint32_t binding_count, source_count;
    struct us_binding_plan_profile profiles[US_USER_PATH_COUNT];
};

#define US_BINDING_PLAN_NONE UINT32_MAX

/* `plays`: recorded input can be played in the session; otherwise nothing is bound to it. NULL if
 * memory runs out. */
struct us_binding_plan *us_binding_plan_create(const struct us_bindings_context *context,
                                               bool plays,
                                               const XrSessionActionSetsAttachInfo *info);
void us_binding_plan_destroy(struct us_binding_plan *plan);

/* The index of an action; US_BINDING_PLAN_NONE if its set is not attached. */
uint32_t us_binding_plan_find_action(const struct us_binding_plan *plan,
                                     const struct us_action *action);
/* The index of an action set; US_BINDING_PLAN_NONE if it is not attached. */
uint32_t us_binding_plan_find_set(const struct us_binding_plan *plan, XrActionSet set);

/* Whether any action of the set was made with this subaction path. */
bool us_binding_plan_has_subaction_path(const struct us_binding_plan *plan, uint32_t set,
                                        XrPath path);

/* Whether the recording decides what an action of this type gets from a user: poses and buttons can
 * be left live apart. */
bool us_binding_plan_plays(const struct us_binding_plan *plan, enum us_user_path user_path,
                           XrActionType type);

/* Of whom something that is played is bound to an action, for one of its subaction paths or all of
 * them (XR_NULL_PATH): a bit for each enum us_user. `plan` may be NULL. */
unsigned us_binding_plan_users(const struct us_binding_plan *plan, const struct us_action *action,
                               XrPath subaction);

/* The first binding of a path; NULL if nothing is bound to it. */
const struct us_binding_plan_binding *us_binding_plan_find_path(const struct us_binding_plan *plan,
                                                                XrPath path);

#endif
