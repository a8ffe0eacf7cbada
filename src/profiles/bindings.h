/* SPDX-License-Identifier: MIT */
/*
 * bindings: maps an interaction profile and a binding path to the recorded input that drives it.
 *
 * The table lists the interaction profiles of OpenXR 1.0 and 1.1 ("Interaction Profile Paths") and
 * of extensions, each with its user paths and components. It consists of strings: this module does
 * not know an instance and its XrPath values. All data is constant; any thread may read it.
 */
#ifndef US_BINDINGS_H
#define US_BINDINGS_H

#include <stddef.h>

#include "profiles/interaction_profile.h"
#include "openxr/xr.h"

/* The users whose input a recording can play. */
enum us_user {
    US_USER_LEFT,
    US_USER_RIGHT,
    US_USER_EYES,
    US_USER_COUNT,
    US_USER_OTHER = US_USER_COUNT
};

/* Returns the user of a path that is a top-level user path or begins with one. /user/hand_htc/left
 * and right are the hands as well. US_USER_OTHER: a recording cannot play this user. */
enum us_user us_bindings_user(const char *path);

/* Finds a profile by its path. NULL if the table does not have it. */
const struct us_profile *us_bindings_profile(const char *path);
/* A hand takes the suggested profile with the smallest value, 0 to us_profile_table_count - 1. */
int us_bindings_preference(const struct us_profile *profile);

/* The component of a profile with a path such as "/input/select/click". NULL: it has none. `hand`
 * must have it: 0 for the left one, 1 for the right one; more: the user is no hand. */
const struct us_component *us_bindings_component(const struct us_profile *profile, unsigned hand,
                                                 const char *path);

/* The result of resolving a binding path for an action type. */
struct us_binding {
    enum us_user user;
    /* The component that the action reads or drives. NULL: the profile has the path, but no
     * component of it converts to the action's type; the binding is valid and unbound. */
    const struct us_component *component;
    /* The component that the path names, whatever the action's type. If the path names a parent,
     * it is a component of that parent, preferably one that needs no extension. Never NULL. */
    const struct us_component *named;
    /* The length of the part of the binding path that names the input source, without the
     * component, for example "/user/hand/left/input/trigger". Action set priorities apply to
     * input sources. */
    size_t source_length;
};

enum us_binding_result {
    US_BINDING_OK,
    US_BINDING_UNSUPPORTED, /* XR_ERROR_PATH_UNSUPPORTED: the profile has no such path */
};

/*
 * Resolves a binding path for an action of this type. The path names a component, for example
 * "/user/hand/left/input/trigger/value", or its parent, "/user/hand/left/input/trigger". A parent
 * stands for "click", or else "value", with a boolean action; for "value", or else "click", with a
 * float action; for "pose", "x" and "y", or "haptic" with the other types (OpenXR 1.0, 11.4.1).
 * The poses grip_surface, palm_ext, pinch_ext and poke_ext resolve on every profile with hands. The
 * caller checks, by `named->extension` and `named->core_since`, whether the app may use them.
 */
enum us_binding_result us_bindings_resolve(const struct us_profile *profile, const char *binding,
                                           XrActionType type, struct us_binding *out_binding);

#endif
