/* SPDX-License-Identifier: MIT */
/*
 * prompt_terminal: the standard streams of a drive that has a prompt, and the editor of the lines
 * that somebody types there. One thread.
 */
#ifndef TOOL_DRIVE_PROMPT_PROMPT_TERMINAL_H
#define TOOL_DRIVE_PROMPT_PROMPT_TERMINAL_H

#include <stdbool.h>

#include "tool/drive/prompt/prompt_words.h"

/*
 * prompt_streams.c: the standard streams. The prompt gets standard input and output; this program
 * and the app get no input. On a terminal, what they print comes through a terminal of its own (a
 * pty), so that it does not destroy the line that is being typed; otherwise it goes to standard
 * error.
 */

struct tool_prompt_streams {
    int in, out;      /* of the prompt */
    int printed;      /* what app and program print; -1: it does not come here */
    int kept[2];      /* the standard output and error that were there; -1: still are */
    bool is_terminal; /* `in` is one */
    bool is_shown;    /* `in` and `out` are the same terminal */
};

/* Whether there is somebody or something to read from: a terminal whose foreground this program
 * has, a pipe or a file. Windows: no console. */
bool tool_prompt_streams_are_wanted(void);

/* False, with errno; then give_back undoes it. */
bool tool_prompt_streams_take(struct tool_prompt_streams *streams);

/* Copies to `out` what was printed, as far as that goes without waiting. */
void tool_prompt_streams_copy(struct tool_prompt_streams *streams);

/* Restores standard output and error. Once is enough; more do nothing. */
void tool_prompt_streams_give_back(struct tool_prompt_streams *streams);

/*
 * prompt_pty.c: terminals. Windows: there are none.
 */

/* Whether this program has the foreground of the terminal that is its standard input. */
bool tool_prompt_pty_is_ours(void);
/* Makes a terminal as large as that of the descriptor, which changes nothing of what is written to
 * its other end. Its descriptor, which never waits; -1: there is none. */
int tool_prompt_pty_open(int like, int *out_other);

/*
 * line_editor.c: reads lines that somebody types on a terminal, with editing, completion and a
 * history that is kept across runs. It has the terminal's keys while a line is typed: Ctrl-C drops
 * the line, Ctrl-Z stops this process and the app, Ctrl-D ends the input.
 */

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
