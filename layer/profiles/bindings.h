/* SPDX-License-Identifier: MIT */
/*
 * bindings: interaction profile and path -> what of a recording drives it.
 *
 * One table of the interaction profiles of OpenXR 1.0 and 1.1 ("Interaction Profile Paths") and of
 * the extensions that define more, each with its user paths and input components. Strings only:
 * nothing here knows an instance. All of it is constant; any thread.
 */
#ifndef US_BINDINGS_H
#define US_BINDINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "layer/profiles/interaction_profile.h"
#include "openxr/xr.h"

/* Top-level user paths that a recording can play. */
enum us_user {
    US_USER_LEFT,
    US_USER_RIGHT,
    US_USER_EYES,
    US_USER_COUNT,
    US_USER_OTHER = US_USER_COUNT
};

/* Of a path that begins with a top-level user path, or is one; US_USER_OTHER for all that a
 * recording does not play. /user/hand_htc/left and right are the hands as well. */
enum us_user us_bindings_user(const char *path);

/* By its path; NULL if unknown. */
const struct us_profile *us_bindings_profile(const char *path);
/* All of them, for tests and for enumeration. */
size_t us_bindings_profile_count(void);
const struct us_profile *us_bindings_profile_at(size_t index);

/* A binding path resolved for an action type. */
struct us_binding {
    enum us_user user;
    const struct us_component
        *component; /* what the action reads or drives; NULL: accepted, but nothing of it
                       converts to the action's type, so it is unbound */
    const struct us_component
        *named; /* what makes the path one of the profile's, whatever the action's type: the
                   component of that path, or of a parent one below it, if possible one that no
                   extension adds. Never NULL */
    size_t
        source_length; /* the length of the binding path's part that names the input source, without
                          component: "/user/hand/left/input/trigger"; priorities go by it */
};

enum us_binding_result {
    US_BINDING_OK,
    US_BINDING_UNSUPPORTED, /* XR_ERROR_PATH_UNSUPPORTED: no such user or component in this profile
                             */
};

/*
 * Resolve "/user/hand/left/input/trigger/value", or the parent "/user/hand/left/input/trigger", for
 * an action of this type (OpenXR 1.0, 11.4.1: a parent means click before value for booleans, value
 * before click for floats, pose for poses, x and y for vectors, haptic for vibrations).
 * grip_surface, palm_ext, pinch_ext and poke_ext poses resolve on every hand profile: whether the
 * app may use them is the caller's matter, by the extension and the version of `named`.
 */
enum us_binding_result us_bindings_resolve(const struct us_profile *profile, const char *binding,
                                           XrActionType type, struct us_binding *out_binding);

#endif
