/* SPDX-License-Identifier: MIT */
/*
 * bindings_context: the data of an instance that the modules of bindings/ use.
 *
 * The instance contains it, and its pointers refer to data of the instance. Immutable while the app
 * has the instance. `suggestions` has its own lock.
 */
#ifndef US_BINDINGS_CONTEXT_H
#define US_BINDINGS_CONTEXT_H

#include <stdbool.h>

#include "core/playback/play_choices.h"
#include "layer/base/handle_table.h"
#include "layer/setup/extensions.h"
#include "openxr/xr.h"
#include "profiles/bindings.h"

/*
 * user_path: the top-level user paths whose input a recording can play.
 *
 * XR_HTC_hand_interaction has its own hands, /user/hand_htc/left and right, in addition to
 * /user/hand/left and right. One recorded hand drives both paths, and each path has its own
 * interaction profile.
 */
enum us_user_path {
    US_USER_PATH_LEFT,
    US_USER_PATH_RIGHT,
    US_USER_PATH_EYES,
    US_USER_PATH_HTC_LEFT,
    US_USER_PATH_HTC_RIGHT,
    US_USER_PATH_COUNT
};

/* Returns the text, for example "/user/hand/left". */
const char *us_user_path_text(enum us_user_path user_path);
/* Returns the user whose recorded input drives the path. */
enum us_user us_user_path_user(enum us_user_path user_path);

/* Returns the user path that a text is or begins with; US_USER_PATH_COUNT if there is none. */
enum us_user_path us_user_path_of_text(const char *path);
/* Finds `path` in `user_paths`; US_USER_PATH_COUNT if it is not there, or is XR_NULL_PATH. */
enum us_user_path us_user_path_find(const XrPath user_paths[US_USER_PATH_COUNT], XrPath path);

struct us_instance;
struct us_session_components;
struct us_suggestions;

/* Which channels of the recording are played. The others stay live. */
struct us_played_channels {
    bool any; /* at least one of the following */
    bool head;
    bool hands; /* joints, and the poses derived from them */
    bool gaze;
    bool pinch;       /* actions other than poses on hands: triggers, buttons */
    bool controllers; /* of a session: poses and components of controllers */
};

/* Whether anything of the hands' actions is played. */
static inline bool us_played_channels_has_actions(const struct us_played_channels *plays)
{
    return plays->hands || plays->pinch || plays->controllers;
}

struct us_bindings_context {
    struct us_instance *instance; /* opaque here */
    struct us_node *node;         /* the node of the instance, which is the parent of action sets */
    XrInstance handle;
    PFN_xrPathToString path_to_string; /* of the chain below; NULL if it lacks the function */
    PFN_xrStringToPath string_to_path; /* of the chain below; NULL if it lacks the function */

    struct us_extensions extensions;
    struct us_played_channels plays;
    const struct us_create_request *request;
    const struct us_profile_choice *profiles; /* UNDERSTUDY_PROFILE */
    struct us_suggestions *suggestions;
    const struct us_session_components *recorded; /* of a session; NULL: the recording has none */
    bool is_driven; /* by `understudy drive`: `recorded` are all components that the app can have */
    /* The hands whose controller loses its power at some time (US_FAULT_BATTERY): 1 << enum us_hand
     * each. */
    unsigned losing_hands;
    /* The profiles that a session begins with, left and right; NULL: none. */
    const char *recorded_profiles[2];
    XrPath user_paths[US_USER_PATH_COUNT]; /* XR_NULL_PATH if the app must not use it */
};

/* xrPathToString. Returns false if it fails. */
bool us_bindings_context_text(const struct us_bindings_context *context, XrPath path,
                              char out_text[XR_MAX_PATH_LENGTH]);
/* xrStringToPath. Returns XR_NULL_PATH if it fails. */
XrPath us_bindings_context_path(const struct us_bindings_context *context, const char *text);

/* Whether a user path must not be passed to the chain below, because the layer supplies the
 * extension that defines it. */
bool us_bindings_context_hides_path(const struct us_bindings_context *context, XrPath path);

#endif
