/* SPDX-License-Identifier: MIT */
/*
 * excerpt: which part of a recording plays, and where it rests, from the words a person uses.
 *
 * A moment is a number of seconds on the recording's own clock ("2.5" or "2.5s", with a point in
 * every locale), or the name of a marker, of which the first counts; "marker:NAME" is always a
 * name.
 */
#ifndef US_EXCERPT_H
#define US_EXCERPT_H

#include <stdbool.h>
#include <stddef.h>

#include "clock.h"
#include "recording.h"
#include "result.h"

/* What was asked for; NULL: nothing. */
struct us_excerpt {
    const char *from, *to; /* moments */
    const char *pauses;    /* AT:SECONDS[,AT:SECONDS...], AT a moment; no order is needed */
};

/* A decimal number without an exponent and nothing else; false if it is none. */
bool us_excerpt_number(const char *text, size_t length, double *out_number);

/* The same for seconds, which may end with an s. */
bool us_excerpt_seconds(const char *text, size_t length, double *out_s);

/* The moment that is meant, anywhere in or outside of what plays. The error names the markers that
 * there are. */
enum us_result us_excerpt_moment(const struct us_recording *recording, const char *text,
                                 size_t length, double *out_s, struct us_error *error);

/*
 * Set the clock's span and pauses: the whole of what plays, but where `excerpt` says otherwise. On
 * an error (a moment outside of what plays, an end before the beginning, a marker that the
 * recording lacks, too many pauses) the clock stays as it was. The error says what was asked for in
 * its text.
 */
enum us_result us_excerpt_apply(const struct us_recording *recording,
                                const struct us_excerpt *excerpt, struct us_clock *clock,
                                struct us_error *error);

/* Which of the three us_excerpt_apply refuses: "from", "to" or "pause"; NULL if none. */
const char *us_excerpt_wrong(const struct us_recording *recording,
                             const struct us_excerpt *excerpt);

#endif
