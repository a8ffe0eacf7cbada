/* SPDX-License-Identifier: MIT */
/*
 * summary_text: a summary (summary.h) in words for a person, a line a fact and a dozen at most:
 * how far playback came; for each part of the recording how often the app asked for it, or why it
 * never did; pinches and vibrations with their times on the recording's clock; late frames.
 *
 * May be called while others add to the summary. Includes nothing of OpenXR.
 */
#ifndef US_SUMMARY_TEXT_H
#define US_SUMMARY_TEXT_H

#include <stdbool.h>

#include "status/summary.h"

/* Called with each line, without an end of line. `is_warning`: something went wrong. */
typedef void us_summary_line_func_t(void *data, bool is_warning, const char *line);

void us_summary_describe(const struct us_summary *summary, us_summary_line_func_t *tell,
                         void *data);

#endif
