/* SPDX-License-Identifier: MIT */
/*
 * user_path: the top-level user paths whose input a recording can play.
 *
 * XR_HTC_hand_interaction has its own hands, /user/hand_htc/left and right, in addition to
 * /user/hand/left and right. One recorded hand drives both paths, and each path has its own
 * interaction profile.
 */
#ifndef US_USER_PATH_H
#define US_USER_PATH_H

#include "profiles/bindings.h"
#include "openxr/xr.h"

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

#endif
