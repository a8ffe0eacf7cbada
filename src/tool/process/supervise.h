/* SPDX-License-Identifier: MIT */
/*
 * supervise: the process between the tool and the app. It ends every process that the app started.
 *
 * It adopts every descendant (process_tree.h), so that it can end a daemon too. If the tool is
 * killed, it ends the app. It is in a process group of its own, so that
 * nothing that is sent to the tool's group ends it.
 */
#ifndef TOOL_SUPERVISE_H
#define TOOL_SUPERVISE_H

#include <signal.h>
#include <stdbool.h>

#include "tool/process/launch_types.h"

/* The tool's messages to the supervisor, one byte each: the number of a signal, and whether the app
 * has got it already, from the terminal. The pipe ends when the tool dies. */
enum { TOOL_SUPERVISE_HAS_IT = 0x80, TOOL_SUPERVISE_SIGNAL = 0x7f };

/* The supervisor's messages to the tool: the first when the app was started, or could not be
 * started, and the second before the supervisor exits. */
struct tool_supervise_result {
    int not_started; /* errno's number; 0: the app was started */
    struct tool_launch_end end;
};

struct tool_supervise {
    char **argv;
    const struct tool_launch_limits *limits;
    const sigset_t *mask; /* the app's */
    bool own_group;       /* the app gets a process group of its own */
    int control, result;  /* descriptors to read and to write */
    int streams[3];       /* the app's standard input, output and error; -1: this process's */
    int input;            /* the other end of the input that is held open for the app, or -1 */
};

/* Starts the app, waits for its end, and exits. Call it in a forked child with every signal
 * blocked. */
_Noreturn void tool_supervise(const struct tool_supervise *order);

#endif
