/* SPDX-License-Identifier: MIT */
/*
 * virtual_display: an X server without a screen (Xvfb) for one run.
 *
 * It is a child of this process with a process group of its own, so that a signal of the terminal
 * reaches the app first. If this process is killed, it ends too.
 */
#ifndef TOOL_VIRTUAL_DISPLAY_H
#define TOOL_VIRTUAL_DISPLAY_H

#include <stdbool.h>

struct tool_virtual_display {
    int server; /* its process; 0: there is none */
};

/* Returns one sentence that says why there can be no window (`window`), or no such server (`own`);
 * NULL: nothing is wrong. Reads DISPLAY, and connects to the X server of a window. Windows: there
 * can be neither. */
const char *tool_virtual_display_conflict(bool window, bool own);

/* Starts Xvfb, which chooses a free number, and sets DISPLAY to it for the app; unsets the
 * variables that lead to another display. Where `program` (NULL: not known) asks for video modes,
 * which Xvfb lacks, sets LD_PRELOAD so that it gets one (video_modes.c). False after a message:
 * Xvfb is not installed, or does not start.
 */
bool tool_virtual_display_begin(struct tool_virtual_display *display, const char *program);

/* Ends the server and waits for its end. */
void tool_virtual_display_end(struct tool_virtual_display *display);

#endif
