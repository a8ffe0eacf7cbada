/* SPDX-License-Identifier: MIT */
/*
 * platform: what an app runs on, by --headless, --gpu, --window and --virtual-display: the OpenXR
 * runtime, the layer, and an X server. Changes the environment of this process, which the app
 * inherits.
 */
#ifndef TOOL_PLATFORM_H
#define TOOL_PLATFORM_H

#include <stdbool.h>

#include "tool/display/virtual_display.h"

/* The options as they were given. */
struct tool_platform {
    bool headless, gpu, window, virtual_display;
};

/* What is wrong with the options, as one sentence; NULL: nothing. Reads DISPLAY. */
const char *tool_platform_conflict(const struct tool_platform *platform);

/* Makes the app's OpenXR loader find a runtime and the layer. Prints messages unless `quiet`. False
 * (and said): one of them is missing. */
bool tool_platform_prepare(const struct tool_platform *platform, bool quiet);

/*
 * Gives the app its window and its X server. Call it right before the app starts, and
 * tool_virtual_display_end when it has ended, also if this returns false. False (and said): the X
 * server does not start.
 */
bool tool_platform_show(const struct tool_platform *platform, struct tool_virtual_display *out);

#endif
