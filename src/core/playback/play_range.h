/* SPDX-License-Identifier: MIT */
/*
 * play_range: which part of a recording plays, and where it rests, from the words a person uses.
 *
 * A moment is a number of seconds on the recording's own clock ("2.5" or "2.5s", with a point in
 * every locale), or the name of a marker, of which the first counts; "marker:NAME" is always a
 * name.
 */
#ifndef US_PLAY_RANGE_H
#define US_PLAY_RANGE_H

#include <stdbool.h>
#include <stddef.h>

#include "core/playback/clock.h"
#include "core/recording/recording.h"
#include "core/base/result.h"

/* What was asked for; NULL: nothing. */
struct us_play_range {
    const char *from, *to; /* moments */
    const char *pauses;    /* AT:SECONDS[,AT:SECONDS...], AT a moment; no order is needed */
};

/* A decimal number without an exponent and nothing else; false if it is none. */
bool us_play_range_number(const char *text, size_t length, double *out_number);

/* The same for seconds, which may end with an s. */
bool us_play_range_seconds(const char *text, size_t length, double *out_s);

/* The moment that is meant, anywhere in or outside of what plays. The error names the markers that
 * there are. */
enum us_result us_play_range_moment(const struct us_recording *recording, const char *text,
                                    size_t length, double *out_s, struct us_error *error);

/*
 * Set the clock's span and pauses: the whole of what plays, but where `excerpt` says otherwise. On
 * an error (a moment outside of what plays, an end before the beginning, a marker that the
 * recording lacks, too many pauses) the clock stays as it was. The error says what was asked for in
 * its text.
 */
enum us_result us_play_range_apply(const struct us_recording *recording,
                                   const struct us_play_range *excerpt, struct us_clock *clock,
                                   struct us_error *error);

/* Which of the three us_play_range_apply refuses: "from", "to" or "pause"; NULL if none. */
const char *us_play_range_wrong(const struct us_recording *recording,
                                const struct us_play_range *excerpt);

#endif
