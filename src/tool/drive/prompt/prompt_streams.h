/* SPDX-License-Identifier: MIT */
/*
 * prompt_streams: the standard streams of a drive that has a prompt. The prompt gets standard input
 * and output; this program and the app get no input. On a terminal, what they print comes through a
 * terminal of its own (a pty), so that it does not destroy the line that is being typed; otherwise
 * it goes to standard error.
 */
#ifndef TOOL_DRIVE_PROMPT_STREAMS_H
#define TOOL_DRIVE_PROMPT_STREAMS_H

#include <stdbool.h>

struct tool_prompt_streams {
    int in, out;      /* of the prompt */
    int printed;      /* what app and program print; -1: it does not come here */
    int kept[2];      /* the standard output and error that were there; -1: still are */
    bool is_terminal; /* `in` is one */
    bool is_shown;    /* `in` and `out` are the same terminal */
};

/* Whether there is somebody or something to read from: a terminal whose foreground this program
 * has, a pipe or a file. */
bool tool_prompt_streams_are_wanted(void);

/* Returns false after a message; then give_back undoes it. */
bool tool_prompt_streams_take(struct tool_prompt_streams *streams);

/* Copies to `out` what was printed, as far as that goes without waiting. */
void tool_prompt_streams_copy(struct tool_prompt_streams *streams);

/* Restores standard output and error. Once is enough; more do nothing. */
void tool_prompt_streams_give_back(struct tool_prompt_streams *streams);

#endif
