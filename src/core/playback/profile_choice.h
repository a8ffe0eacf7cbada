/* SPDX-License-Identifier: MIT */
/*
 * profile_choice: which interaction profile each hand is played as, from the words a person uses.
 *
 * A list with commas between: a profile for both hands, or "left=" or "right=" and one for that
 * hand. A profile is its path, with or without "/interaction_profiles/" in front:
 * "oculus/touch_controller". Only profiles of hands are known. All names are constant.
 */
#ifndef US_PROFILE_CHOICE_H
#define US_PROFILE_CHOICE_H

#include <stdbool.h>
#include <stddef.h>

#define US_PROFILE_CHOICE_PREFIX "/interaction_profiles/"

/* The profiles that a hand can be played as, without the prefix, in the order in which they are
 * preferred; NULL ends them. */
extern const char *const us_profile_choice_names[];

/* Names without the prefix; NULL: no choice, so the one that is preferred. */
struct us_profile_choice {
    const char *left, *right;
};

/* Why not, and at which word, which is in the text that was parsed. */
struct us_profile_choice_error {
    const char *why, *text;
    int length;
};

/* On an error `out` is empty. */
bool us_profile_choice_parse(const char *text, struct us_profile_choice *out,
                             struct us_profile_choice_error *out_error);

#endif
