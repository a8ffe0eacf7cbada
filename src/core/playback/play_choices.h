/* SPDX-License-Identifier: MIT */
/*
 * play_choices: what the user chose of a recording: the part that plays, the pauses, the
 * interaction profiles, and the clock.
 */
#ifndef US_PLAY_CHOICES_H
#define US_PLAY_CHOICES_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/result.h"
#include "core/playback/clock.h"
#include "core/recording/recording.h"

/*
 * play_range: the part of a recording that plays and the pauses in it, as the user wrote them.
 *
 * A moment is a recording time in seconds ("2.5" or "2.5s", with a point in every locale) or the
 * name of a marker; the first marker of that name counts. "marker:NAME" is always a name.
 *
 * Pure: the functions allocate nothing, and any thread may call them.
 */

/* The user's options, borrowed; NULL: not given. */
struct us_play_range {
    const char *from, *to; /* moments */
    const char *pauses;    /* AT:SECONDS[,AT:SECONDS...], in any order; AT is a moment */
};

/* Parses a decimal number without an exponent. False if the text is anything else. */
bool us_play_range_number(const char *text, size_t length, double *out_number);

/* Parses a number of seconds, which may end with an "s". */
bool us_play_range_seconds(const char *text, size_t length, double *out_s);

/* Finds the recording time of a moment, inside or outside of the recording's length. A marker of a
 * session is inside: one that was set while the app loaded is at the beginning. Fails with
 * US_ERROR_USAGE if there is no such marker; the error's text lists the recording's markers. */
enum us_result us_play_range_moment(const struct us_recording *recording, const char *text,
                                    size_t length, double *out_s, struct us_error *error);

/*
 * Sets the clock's range and pauses from the options, and plays the whole recording where an option
 * is not given. Fails with US_ERROR_USAGE if a moment is outside of the recording, the end is
 * before the beginning, a marker does not exist, or there are more than US_CLOCK_PAUSES_MAX pauses.
 * The clock is then unchanged, and the error's text quotes the user.
 */
enum us_result us_play_range_apply(const struct us_recording *recording,
                                   const struct us_play_range *range, struct us_clock *clock,
                                   struct us_error *error);

/* The option that us_play_range_apply refuses: "from", "to" or "pause"; NULL if it accepts all. */
const char *us_play_range_wrong(const struct us_recording *recording,
                                const struct us_play_range *range);

/*
 * profile_choice: the interaction profile that each hand plays, as the user wrote it.
 *
 * The user writes a list with commas between: a profile for both hands, or "left=" or "right=" and
 * a profile for that hand. A profile is its path with or without "/interaction_profiles/" in front,
 * such as "oculus/touch_controller". The module knows only profiles of hands and controllers. All
 * names are constant strings. Pure; any thread may call it.
 */

/* The profiles that a hand can play, without US_PROFILE_PREFIX, the preferred ones first. NULL ends
 * the list. */
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

/* clock_choice: parses the clock that a user chose: "wall", "frame" (60 Hz) or "frame:HZ". */

/* Sets the kind and the rate of `clock`. Returns false and leaves `clock` unchanged if `text` is
 * none of these or HZ is outside [minimum_hz, maximum_hz]. Pure. */
bool us_clock_choice_parse(const char *text, double minimum_hz, double maximum_hz,
                           struct us_clock *clock);

#endif
