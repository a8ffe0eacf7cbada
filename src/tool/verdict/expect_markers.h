/* SPDX-License-Identifier: MIT */
/*
 * expect_markers: the markers that expectations name, looked up in a recording before an app
 * starts: of a misspelt one nobody would learn before the end of the run.
 */
#ifndef TOOL_EXPECT_MARKERS_H
#define TOOL_EXPECT_MARKERS_H

#include <stdbool.h>

#include "core/recording/recording.h"

/* Read the file of expectations. False, and said, if it is wrong, or if it names a marker that the
 * recording lacks. */
bool tool_expect_markers_check(const char *path, const struct us_recording *recording);

#endif
