/* SPDX-License-Identifier: MIT */
/*
 * top: the top-level user paths whose input a recording can play.
 *
 * XR_HTC_hand_interaction has hands of its own beside /user/hand/left and right: two paths, each
 * with its own interaction profile, for one recorded hand.
 */
#ifndef US_TOP_H
#define US_TOP_H

#include "bindings.h"
#include "xr.h"

enum us_top {
    US_TOP_LEFT,
    US_TOP_RIGHT,
    US_TOP_EYES,
    US_TOP_HTC_LEFT,
    US_TOP_HTC_RIGHT,
    US_TOP_COUNT
};

/* "/user/hand/left" */
const char *us_top_text(enum us_top top);
enum us_user us_top_user(enum us_top top);

/* Of a path's text that is one or begins with one; US_TOP_COUNT if there is none. */
enum us_top us_top_of_text(const char *path);
/* Of a path, given all of them; US_TOP_COUNT if it is none. XR_NULL_PATH is none. */
enum us_top us_top_find(const XrPath tops[US_TOP_COUNT], XrPath path);

#endif
