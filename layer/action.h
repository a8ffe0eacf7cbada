/* SPDX-License-Identifier: MIT */
/*
 * action: what the layer remembers of the app's actions, so far what the gaze needs.
 *
 * An action outlives its destruction for the spaces made of it (OpenXR 1.0, 11.5), so it is
 * counted.
 */
#ifndef US_ACTION_H
#define US_ACTION_H

#include <stdatomic.h>
#include <stdbool.h>

#include "instance.h"
#include "xr.h"

struct us_action_set {
    struct us_node node; /* its parent is the instance */
    struct us_instance *instance;
};

struct us_action {
    struct us_node node; /* its parent is the action set */
    struct us_instance *instance;
    XrAction handle;
    XrActionSet set;
    XrActionType type;
    bool has_eyes;    /* the app declared /user/eyes_ext among its subaction paths */
    atomic_bool gaze; /* bound to the gaze pose by the last suggestion for the gaze's profile */
    atomic_bool elsewhere; /* some other profile binds it as well */
    atomic_int references;
};

struct us_action_set *us_action_set_find(XrActionSet set);
struct us_action *us_action_find(XrAction action);

/* One reference more, or one less: the last one frees it. NULL is fine. */
struct us_action *us_action_ref(struct us_action *action);
void us_action_unref(struct us_action *action);

/* The `free`s of the nodes. */
void us_action_set_free(struct us_node *node);
void us_action_free(struct us_node *node);

#endif
