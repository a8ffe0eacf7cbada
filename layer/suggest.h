/* SPDX-License-Identifier: MIT */
/*
 * suggest: the bindings that the app suggested, for each interaction profile the last ones (OpenXR
 * 1.0, 11.4), and what the layer has to say of those that the chain below does not know.
 *
 * Any thread; a lock inside, none of it on a frame thread.
 */
#ifndef US_SUGGEST_H
#define US_SUGGEST_H

#include <pthread.h>
#include <stdbool.h>

#include "bindings.h"
#include "top.h"
#include "xr.h"

struct us_action;
struct us_instance;

/* One suggested binding. */
struct us_suggested {
    struct us_action *action;             /* counted */
    enum us_top top;                      /* US_TOP_COUNT: nobody whom a recording plays */
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

void us_suggest_init(struct us_suggestions *suggestions);
void us_suggest_finish(struct us_suggestions *suggestions);

/* A path's text; false if there is none. */
bool us_suggest_text(const struct us_instance *instance, XrPath path,
                     char out_text[XR_MAX_PATH_LENGTH]);

/* The profile of the layer's table that a path names and the app may use; NULL if there is none. */
const struct us_profile *us_suggest_profile(const struct us_instance *instance, XrPath path);

/* What a runtime that knows the profile says of a suggestion for it. */
XrResult us_suggest_check(const struct us_instance *instance, const struct us_profile *profile,
                          const XrInteractionProfileSuggestedBinding *suggested);

/* Keep a suggestion that was accepted, in place of an earlier one for its profile. Without memory
 * it is as if it had not been made. */
void us_suggest_keep(struct us_instance *instance,
                     const XrInteractionProfileSuggestedBinding *suggested);

#endif
