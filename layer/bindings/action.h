/* SPDX-License-Identifier: MIT */
/*
 * action: the app's action sets and actions.
 *
 * An action stays in use after the app destroyed it: by action spaces, and by the bindings of
 * sessions to which it is attached (OpenXR 1.0, 11.5). Both structs are therefore
 * reference-counted. Everything except the atomics is immutable; any thread may read it.
 */
#ifndef US_ACTION_H
#define US_ACTION_H

#include <stdatomic.h>
#include <stdbool.h>

#include "layer/base/handle_table.h"
#include "layer/bindings/bindings_context.h"
#include "openxr/xr.h"

struct us_action_set {
    struct us_node node; /* the parent is the instance */
    const struct us_bindings_context *context;
    XrActionSet handle;
    uint32_t priority;
    atomic_bool attached; /* to a session; the app can no longer suggest bindings for its actions */
    atomic_int references;
    char name[XR_MAX_ACTION_SET_NAME_SIZE];
};

struct us_action {
    struct us_node node; /* the parent is the action set */
    XrAction handle;
    struct us_action_set *set; /* holds a reference */
    XrActionType type;
    atomic_int references;
    char name[XR_MAX_ACTION_NAME_SIZE];
    uint32_t path_count; /* the number of subaction paths */
    XrPath paths[];      /* the subaction paths of XrActionCreateInfo */
};

/* Create the struct for an object that the chain below created. It has one reference, which the
 * handle table releases through node.free. NULL if memory runs out. */
struct us_action_set *us_action_set_new(const struct us_bindings_context *context,
                                        XrActionSet handle, const XrActionSetCreateInfo *info);
struct us_action *us_action_new(struct us_action_set *set, XrAction handle,
                                const XrActionCreateInfo *info);

/* Return NULL if the layer does not know the handle. */
struct us_action_set *us_action_set_find(XrActionSet set);
struct us_action *us_action_find(XrAction action);

/* Add or release a reference. Releasing the last one frees the struct. They accept NULL. */
struct us_action_set *us_action_set_ref(struct us_action_set *set);
void us_action_set_unref(struct us_action_set *set);
struct us_action *us_action_ref(struct us_action *action);
void us_action_unref(struct us_action *action);

/* Whether the app created the action with this subaction path. */
bool us_action_has_subaction_path(const struct us_action *action, XrPath path);

/*
 * Whether `path` is a subaction path of the action that must not be passed to the chain below,
 * because the layer supplies the extension that defines it.
 */
bool us_action_hides_path(const struct us_action *action, XrPath path);

#endif
