/* SPDX-License-Identifier: MIT */
/*
 * sheet: one image of a recording. Moments of it are drawn from the front and from the side, and
 * curves over its whole length stand below them.
 */
#ifndef TOOL_SHEET_H
#define TOOL_SHEET_H

#include "core/playback/loaded_recording.h"

struct tool_sheet_request {
    const char *name;    /* the recording's name */
    const char *at;      /* a list of moments (sheet/moments.h); NULL: those of the pictures, the
                            markers, or moments at equal distances */
    const char *run;     /* the folder of a run whose pictures stand beside; NULL: none */
    const char *command; /* begins messages */
    const char *output;  /* the image */
};

/* Draws a sheet of an open recording. Prints what is wrong, and returns an exit code
 * (tool/cli/command.h). */
int tool_sheet_write(const struct us_loaded_recording *loaded,
                     const struct tool_sheet_request *request);

#endif
