/* SPDX-License-Identifier: MIT */
/*
 * suggested_bindings: the bindings that the app suggested, for each interaction profile the last
 * ones (OpenXR 1.0, 11.4), and what the layer has to say of those that the chain below does not
 * know.
 *
 * Any thread; a lock inside, none of it on a frame thread.
 */
#ifndef US_SUGGESTED_BINDINGS_H
#define US_SUGGESTED_BINDINGS_H

#include <pthread.h>
#include <stdbool.h>

#include "layer/profiles/bindings.h"
#include "layer/bindings/user_path.h"
#include "openxr/xr.h"

struct us_action;
struct us_bindings_context;

/* One suggested binding. */
struct us_suggested {
    struct us_action *action;             /* counted */
    enum us_user_path user_path;          /* US_USER_PATH_COUNT: nobody whom a recording plays */
    const struct us_component *component; /* NULL: unbound, or of a profile that is not known */
    size_t source_length;                 /* of `path`: what names the input source */
    char *path;                           /* text; from malloc */
};

struct us_suggestion {
    struct us_suggestion *next;
    XrPath profile_path;
    char *profile_text;               /* from malloc */
    const struct us_profile *profile; /* NULL: not in the layer's table */
    uint32_t count;
    struct us_suggested bindings[];
};

struct us_suggestions {
    pthread_mutex_t mutex;
    struct us_suggestion *first; /* under the mutex */
};

void us_suggested_bindings_init(struct us_suggestions *suggestions);
void us_suggested_bindings_finish(struct us_suggestions *suggestions);

/* The profile of the layer's table that a path names and the app may use; NULL if there is none. */
const struct us_profile *us_suggested_bindings_profile(const struct us_bindings_context *context,
                                                       XrPath path);

/* What a runtime that knows the profile says of a suggestion for it. */
XrResult us_suggested_bindings_check(const struct us_bindings_context *context,
                                     const struct us_profile *profile,
                                     const XrInteractionProfileSuggestedBinding *suggested);

/* Keep a suggestion that was accepted, in place of an earlier one for its profile. Without memory
 * it is as if it had not been made. */
void us_suggested_bindings_keep(const struct us_bindings_context *context,
                                const XrInteractionProfileSuggestedBinding *suggested);

#endif
