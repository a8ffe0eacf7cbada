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

/* What the tool tells it, one byte each: the number of a signal, and whether the app has got that
 * already, from the terminal. The end of the pipe is the tool's death. */
enum { TOOL_SUPERVISE_HAS_IT = 0x80, TOOL_SUPERVISE_SIGNAL = 0x7f };

/* What it tells the tool before it exits. */
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
    int streams[2];       /* the app's standard output and error; -1: this process's */
};

/* Starts the app, waits for its end, and exits. Call it in a forked child with every signal
 * blocked. */
_Noreturn void tool_supervise(const struct tool_supervise *order);

#endif
