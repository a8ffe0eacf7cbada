/* SPDX-License-Identifier: MIT */
/*
 * prompt: reads commands that somebody types, or a script of them on standard input, and asks the
 * drive as every client does, through a connection of its own. It has a thread.
 *
 * On a terminal it goes on after an error. A script stops at the first one. At the end of the input
 * it stops the drive.
 */
#ifndef TOOL_DRIVE_PROMPT_H
#define TOOL_DRIVE_PROMPT_H

#include <stdbool.h>

struct tool_drive_prompt;

/* Takes the standard streams (prompt_terminal.h). The other ends of the connection, two pipes, are
 * the drive's. NULL after a message. */
struct tool_drive_prompt *tool_drive_prompt_begin(int *out_requests, int *out_answers);

/* Begins the thread, once. It reads the environment, which must not change while it lasts: the app
 * has got its own. False, with errno: there is none. NULL is fine. */
bool tool_drive_prompt_start(struct tool_drive_prompt *prompt);

/* The drive has closed the connection. Waits for the end of the thread, if it was begun, and gives
 * the standard streams back. Returns the exit code: of a script that was refused or not met
 * TOOL_EXIT_USAGE or TOOL_EXIT_UNMET, of one that the app did not wait for TOOL_EXIT_APP (also if
 * its input stays open, and no line comes for 2 s after the app's end), otherwise TOOL_EXIT_OK.
 * `ending` says how the app ended. NULL is fine. */
int tool_drive_prompt_end(struct tool_drive_prompt *prompt, const char *ending);

#endif
