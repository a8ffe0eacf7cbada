/* SPDX-License-Identifier: MIT */
/*
 * line_history: the file of typed lines, understudy/drive_history in the user's state folder
 * (XDG_STATE_HOME, or ~/.local/state). Only the user can read it. Where it cannot be read or
 * written, there is no history, and nobody is told: the drive goes on.
 */
#ifndef TOOL_DRIVE_LINE_HISTORY_H
#define TOOL_DRIVE_LINE_HISTORY_H

/* Gives the newest lines of the file, the oldest first. Shortens a file that has become long. */
void tool_line_history_read(void (*take)(void *data, const char *line), void *data);

/* Adds a line to the file. */
void tool_line_history_add(const char *line);

#endif
