/* SPDX-License-Identifier: MIT */
/*
 * profile_choice: the interaction profile that each hand plays, as the user wrote it.
 *
 * The user writes a list with commas between: a profile for both hands, or "left=" or "right=" and
 * a profile for that hand. A profile is its path with or without "/interaction_profiles/" in front,
 * such as "oculus/touch_controller". The module knows only profiles of hands and controllers. All
 * names are constant strings. Pure; any thread may call it.
 */
#ifndef US_PROFILE_CHOICE_H
#define US_PROFILE_CHOICE_H

#include <stdbool.h>
#include <stddef.h>

#define US_PROFILE_CHOICE_PREFIX "/interaction_profiles/"

/* The profiles that a hand can play, without the prefix, the preferred ones first. NULL ends the
 * list. */
extern const char *const us_profile_choice_names[];

/* Names without the prefix. NULL: the user chose none, so the layer chooses. */
struct us_profile_choice {
    const char *left, *right;
};

/* Why a text was refused, and the word that is wrong. `why` is constant; `text` points into the
 * parsed text, `length` characters. */
struct us_profile_choice_error {
    const char *why, *text;
    int length;
};

/* Parses a list. False if a word is wrong: `out` is then empty, and `*out_error` is set. */
bool us_profile_choice_parse(const char *text, struct us_profile_choice *out,
                             struct us_profile_choice_error *out_error);

#endif
