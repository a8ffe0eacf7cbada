/* SPDX-License-Identifier: MIT */
/*
 * expect_markers: the markers that expectations name, looked up in a recording before an app
 * starts: of a misspelt one nobody would learn before the end of the run.
 */
#ifndef US_TOOL_EXPECT_MARKERS_H
#define US_TOOL_EXPECT_MARKERS_H

#include <stdbool.h>

#include "recording.h"

/* Read the file of expectations. False, and said, if it is wrong, or if it names a marker that the
 * recording lacks. */
bool us_expect_markers_check(const char *path, const struct us_recording *recording);

#endif
