/* SPDX-License-Identifier: MIT */
/*
 * user_path: the top-level user paths whose input a recording can play.
 *
 * XR_HTC_hand_interaction has hands of its own beside /user/hand/left and right: two paths, each
 * with its own interaction profile, for one recorded hand.
 */
#ifndef US_USER_PATH_H
#define US_USER_PATH_H

#include "layer/profiles/bindings.h"
#include "openxr/xr.h"

enum us_user_path {
    US_USER_PATH_LEFT,
    US_USER_PATH_RIGHT,
    US_USER_PATH_EYES,
    US_USER_PATH_HTC_LEFT,
    US_USER_PATH_HTC_RIGHT,
    US_USER_PATH_COUNT
};

/* "/user/hand/left" */
const char *us_user_path_text(enum us_user_path user_path);
enum us_user us_user_path_user(enum us_user_path user_path);

/* Of a path's text that is one or begins with one; US_USER_PATH_COUNT if there is none. */
enum us_user_path us_user_path_of_text(const char *path);
/* Of a path, given all of them; US_USER_PATH_COUNT if it is none. XR_NULL_PATH is none. */
enum us_user_path us_user_path_find(const XrPath user_paths[US_USER_PATH_COUNT], XrPath path);

#endif
