/* SPDX-License-Identifier: MIT */
/*
 * sheet: one image of a recording. Moments of it are drawn from the front and from the side, and
 * curves over its whole length stand below them.
 */
#ifndef TOOL_SHEET_H
#define TOOL_SHEET_H

#include <stdbool.h>

#include "core/playback/loaded_recording.h"

/* Whether the name of a file asks for a sheet: it ends in .png or .svg. */
bool tool_sheet_is_name(const char *path);

/*
 * Draws a sheet of an open recording into `output`. `name` is the recording's name. `at` lists
 * moments (sheet/moments.h); NULL: the markers, or moments at equal distances. Prints what is wrong
 * with `command` in front, and returns an exit code (tool/cli/command.h).
 */
int tool_sheet_write(const struct us_loaded_recording *loaded, const char *name, const char *at,
                     const char *command, const char *output);

#endif
