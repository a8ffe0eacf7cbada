/* SPDX-License-Identifier: MIT */
/*
 * platform: sets up what an app runs on, by --headless, --window, --rate, --person and
 * --virtual-display: the OpenXR runtime, the layer, and an X server. Changes the environment of
 * this process, which the app inherits.
 */
#ifndef TOOL_PLATFORM_H
#define TOOL_PLATFORM_H

#include <stdbool.h>

#include "tool/display/virtual_display.h"

/* The options as they were given. */
struct tool_platform {
    bool headless, window, virtual_display;
    bool is_paced;      /* whoever plays lets the frames come in real time, not the display */
    const char *rate;   /* frames in a second, or "max"; NULL: not given */
    const char *person; /* "nobody", "moving" or a script; NULL: not given */
};

/* Returns one sentence that says what is wrong with the options; NULL: nothing. Reads DISPLAY. */
const char *tool_platform_conflict(const struct tool_platform *platform);

/*
 * Makes the app's OpenXR loader find a runtime and the layer, and sets up the headless runtime.
 * With the frame clock, `clock_hz` above 0, its display has that rate and does not wait, unless the
 * options, the window or the environment say otherwise; where `is_paced`, the window says nothing.
 * Prints messages unless `quiet`. False after a message: the runtime or the layer is missing.
 */
bool tool_platform_prepare(const struct tool_platform *platform, double clock_hz, bool quiet);

/* Whether the display that was prepared waits between frames, as the clock of the machine does. */
bool tool_platform_waits(const struct tool_platform *platform);

/*
 * Gives the app its window and its X server. Call it right before the app starts, and
 * tool_virtual_display_end when it has ended, also if this returns false. False after a message:
 * the X server does not start. `program` is the app's file; NULL: it is not known.
 */
bool tool_platform_show(const struct tool_platform *platform, const char *program,
                        struct tool_virtual_display *out);

#endif
