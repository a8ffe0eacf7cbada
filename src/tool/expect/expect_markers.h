/* SPDX-License-Identifier: MIT */
/*
 * expect_markers: looks the markers of the expectations up in the recording before the app starts,
 * so that a misspelt name is reported at once and not at the end of the run.
 */
#ifndef TOOL_EXPECT_MARKERS_H
#define TOOL_EXPECT_MARKERS_H

#include <stdbool.h>

#include "core/recording/recording.h"

/* Reads the file of expectations. Returns false after a message if the file is wrong, or if it
 * names a marker that the recording lacks. */
bool tool_expect_markers_check(const char *path, const struct us_recording *recording);

#endif
