/* SPDX-License-Identifier: MIT */
/*
 * line_editor: reads lines that somebody types on a terminal, with editing, completion and a
 * history that is kept across runs. It has the terminal's keys while a line is typed: Ctrl-C drops
 * the line, Ctrl-Z stops this process and the app, Ctrl-D ends the input. One thread.
 */
#ifndef TOOL_DRIVE_LINE_EDITOR_H
#define TOOL_DRIVE_LINE_EDITOR_H

#include <stdbool.h>

#include "tool/drive/prompt/prompt_complete.h"

struct tool_line_editor;

/* What the editor asks of its user. */
struct tool_line_editor_host {
    /* Waits until the terminal can be read. False: there shall be no more lines. */
    bool (*wait)(void *data);
    /* Gives all words that may stand at the end of the text. */
    void (*complete)(void *data, const char *before, const struct tool_prompt_taker *taker);
    void *data;
};

/* Whether this program was built with a line editor. */
extern const bool tool_line_editor_is_built;

/* NULL: there is no editor for this terminal. The host stays the caller's. */
struct tool_line_editor *tool_line_editor_open(int in, int out, const char *prompt,
                                               const struct tool_line_editor_host *host);
/* Leaves the terminal as it was. NULL is fine. */
void tool_line_editor_close(struct tool_line_editor *editor);

/* The next line, which lasts until the next call; "" where it was dropped. NULL: the end. */
const char *tool_line_editor_read(struct tool_line_editor *editor);

/* Removes the line that is being typed from the terminal, so that something else can be printed,
 * and shows it again below. For the host, while it waits. */
void tool_line_editor_hide(struct tool_line_editor *editor);
void tool_line_editor_show(struct tool_line_editor *editor);

#endif
