/* SPDX-License-Identifier: MIT */
/*
 * action: what the layer remembers of the app's action sets and actions.
 *
 * Both outlive their destruction for the spaces made of them and for the bindings of sessions that
 * they are attached to (OpenXR 1.0, 11.5), so they are counted. Immutable but for the atomics.
 */
#ifndef US_ACTION_H
#define US_ACTION_H

#include <stdatomic.h>
#include <stdbool.h>

#include "layer/base/handle_table.h"
#include "layer/bindings/bindings_context.h"
#include "openxr/xr.h"

struct us_log_state_action;

struct us_action_set {
    struct us_node node; /* its parent is the instance */
    const struct us_bindings_context *context;
    struct us_instance *instance;
    XrActionSet handle;
    uint32_t priority;
    atomic_bool attached; /* to a session: nothing of it changes any more */
    atomic_int references;
};

struct us_action {
    struct us_node node; /* its parent is the action set */
    const struct us_bindings_context *context;
    struct us_instance *instance;
    XrAction handle;
    struct us_action_set *set; /* counted */
    XrActionType type;
    atomic_int references;
    struct us_log_state_action
        *log_state;      /* from malloc, by the event log, before the app has the handle; or NULL */
    uint32_t path_count; /* the subaction paths that it was made with */
    XrPath paths[];
};

/* What xrCreateActionSet and xrCreateAction made, with one reference: the node's. NULL if memory
 * runs out. */
struct us_action_set *us_action_set_new(const struct us_bindings_context *context,
                                        XrActionSet handle, const XrActionSetCreateInfo *info);
struct us_action *us_action_new(struct us_action_set *set, XrAction handle,
                                const XrActionCreateInfo *info);

struct us_action_set *us_action_set_find(XrActionSet set);
struct us_action *us_action_find(XrAction action);

/* One reference more, or one less: the last one frees it. NULL is fine. */
struct us_action_set *us_action_set_ref(struct us_action_set *set);
void us_action_set_unref(struct us_action_set *set);
struct us_action *us_action_ref(struct us_action *action);
void us_action_unref(struct us_action *action);

/* Whether the action was made with this subaction path. */
bool us_action_has_subaction_path(const struct us_action *action, XrPath path);

/*
 * Whether a subaction path of this action is one that the chain below knows nothing of, because the
 * layer stands in for the extension that defines it. Such a path must not go down.
 */
bool us_action_hides_path(const struct us_action *action, XrPath path);

#endif
