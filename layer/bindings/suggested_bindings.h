/* SPDX-License-Identifier: MIT */
/*
 * suggested_bindings: stores the bindings that the app suggested, and validates suggestions for
 * profiles that the chain below does not know.
 *
 * A new suggestion for an interaction profile replaces the earlier one (OpenXR 1.0, 11.4). Any
 * thread may call these functions; they lock the mutex. No frame thread calls them.
 */
#ifndef US_SUGGESTED_BINDINGS_H
#define US_SUGGESTED_BINDINGS_H

#include <stdbool.h>

#include "layer/bindings/bindings_context.h"
#include "openxr/xr.h"
#include "platform/thread.h"
#include "profiles/bindings.h"

struct us_action;
struct us_bindings_context;

/* One suggested binding. */
struct us_suggested {
    struct us_action *action;    /* holds a reference */
    enum us_user_path user_path; /* US_USER_PATH_COUNT: a recording cannot play this user */
    const struct us_component *component; /* NULL: unbound, or the profile is unknown */
    size_t source_length;                 /* length of the part of `path` that names the source */
    char *path;                           /* the text; from malloc */
};

/* One call of xrSuggestInteractionProfileBindings. */
struct us_suggestion {
    struct us_suggestion *next;
    XrPath profile_path;
    char *profile_text;               /* the text of profile_path; from malloc */
    const struct us_profile *profile; /* NULL: the layer's table does not have it */
    bool is_whole; /* nothing was chained to the call, and all its bindings are here */
    uint32_t count;
    struct us_suggested bindings[];
};

struct us_suggestions {
    struct us_mutex mutex;
    struct us_suggestion *first; /* guarded by the mutex */
};

void us_suggested_bindings_init(struct us_suggestions *suggestions);
void us_suggested_bindings_finish(struct us_suggestions *suggestions);

/* Returns the profile that `path` names; NULL if the layer's table does not have it, or if the app
 * did not enable its extension or OpenXR version. */
const struct us_profile *us_suggested_bindings_profile(const struct us_bindings_context *context,
                                                       XrPath path);

/* Validates a suggestion. Returns what a runtime returns that knows the profile (OpenXR 1.0, 11.4).
 */
XrResult us_suggested_bindings_check(const struct us_bindings_context *context,
                                     const struct us_profile *profile,
                                     const XrInteractionProfileSuggestedBinding *suggested);

/* Stores an accepted suggestion and frees the earlier one for its profile. If memory runs out, the
 * suggestion is lost, and the earlier one stays. */
void us_suggested_bindings_keep(const struct us_bindings_context *context,
                                const XrInteractionProfileSuggestedBinding *suggested);

/*
 * binding_modification: validates the structs that an app chains to its suggested bindings
 * (XR_KHR_binding_modification), for profiles that the chain below does not know.
 *
 * It knows the directions of thumbsticks and trackpads (XR_EXT_dpad_binding) and the thresholds of
 * XR_VALVE_analog_threshold. A chain counts only if the app enabled XR_KHR_binding_modification.
 */

struct us_bindings_context;

/* In ascending order of severity. */
enum us_binding_modification {
    US_BINDING_MODIFICATION_FINE,        /* valid, or there is none */
    US_BINDING_MODIFICATION_UNKNOWN,     /* the layer does not know the type of a modification */
    US_BINDING_MODIFICATION_WRONG_PATH,  /* the profile does not have the input, or its type differs
                                          */
    US_BINDING_MODIFICATION_WRONG_VALUE, /* a value is out of range, or two modifications collide */
};

/* Returns the most severe result for the modifications in the chain `next`. */
enum us_binding_modification
us_binding_modification_check(const struct us_bindings_context *context,
                              const struct us_profile *profile, const void *next);

/* Returns the list of modifications in a chain; NULL if there is none. */
const XrBindingModificationsKHR *
us_binding_modification_list(const struct us_bindings_context *context, const void *next);

#endif
