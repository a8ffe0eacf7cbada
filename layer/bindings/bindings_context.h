/* SPDX-License-Identifier: MIT */
/*
 * bindings_context: what the modules of bindings/ need to know of the instance.
 *
 * It lives in the instance and points at the instance's own data. Immutable while the app has the
 * instance; what it points at may lock for itself.
 */
#ifndef US_BINDINGS_CONTEXT_H
#define US_BINDINGS_CONTEXT_H

#include <stdbool.h>

#include "core/playback/profile_choice.h"
#include "layer/base/handle_table.h"
#include "layer/bindings/user_path.h"
#include "layer/setup/create_request.h"
#include "layer/setup/extensions.h"
#include "openxr/xr.h"

struct us_instance;
struct us_suggestions;

/* Which recorded channels the layer plays. The others stay live. */
struct us_played_channels {
    bool any; /* there is a usable recording */
    bool head;
    bool hands; /* joints, and the poses derived from them */
    bool gaze;
    bool pinch; /* the actions that a hand's pinch drives */
};

struct us_bindings_context {
    struct us_instance *instance; /* opaque here */
    struct us_node *node;         /* the instance's: the parent of action sets */
    XrInstance handle;
    PFN_xrPathToString path_to_string; /* of the chain below; NULL if it has none */
    PFN_xrStringToPath string_to_path; /* the same */

    struct us_extensions extensions;
    struct us_played_channels plays;
    const struct us_create_request *request;
    const struct us_profile_choice_choice *profiles; /* which the person chose */
    struct us_suggestions *suggestions;
    XrPath user_paths[US_USER_PATH_COUNT]; /* XR_NULL_PATH if the app cannot use it */
};

/* A path's text; false if it has none. */
bool us_bindings_context_text(const struct us_bindings_context *context, XrPath path,
                              char out_text[XR_MAX_PATH_LENGTH]);
/* The path of a text; XR_NULL_PATH if the chain below refuses it. */
XrPath us_bindings_context_path(const struct us_bindings_context *context, const char *text);

/* Whether the chain below knows nothing of a top-level user path, because the layer stands in for
 * the extension that defines it. */
bool us_bindings_context_hides_path(const struct us_bindings_context *context, XrPath path);

#endif
