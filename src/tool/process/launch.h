/* SPDX-License-Identifier: MIT */
/*
 * launch: starts an app, passes signals on to it, and waits for its end or terminates it.
 */
#ifndef TOOL_LAUNCH_H
#define TOOL_LAUNCH_H

#include <stdbool.h>

#include "tool/process/launch_types.h"

/*
 * Starts argv[0] as a shell would, with the environment and the standard streams of this process.
 *
 * This process passes SIGINT, SIGTERM, SIGHUP and SIGQUIT on to the app, which should end then. The
 * processes that are still there TOOL_LAUNCH_KILL_AFTER_S later, or when the app itself has ended,
 * get SIGTERM, then SIGKILL. The same happens if this process is killed. SIGUSR1 and SIGUSR2 are
 * only passed on. On a terminal, the app stays in the process group of this process, so that a
 * signal of the terminal reaches it once, and job control works. Otherwise the app has a group of
 * its own.
 *
 * If the standard input is /dev/null or closed, the app gets one that stays open, because some apps
 * leave at its end. It ends when the runtime asks the app to exit (run_status.h), when the app is
 * terminated, or when it gets a signal that this process passes on; some apps wait for that.
 *
 * If the app leaves a process behind, this function waits as long as that process has the layer, or
 * for ten seconds if no process has loaded the layer.
 *
 * Returns the app's exit code, 128 + n if signal n ended it, 127 if there is no such app, 126 if it
 * cannot be executed, 124 if it was ended because of `limits`; it prints a
 * message for each but the first. `out_end` tells them apart.
 */
int tool_launch(char **argv, const struct tool_launch_limits *limits,
                struct tool_launch_end *out_end);

/*
 * The same, and completes the event log, however the app ends: if `log` is not NULL, the layer
 * keeps the lines that it has not written yet in a file in memory, and this function writes them to
 * the log when the app has ended.
 */
int tool_launch_logged(const char *log, char **argv, const struct tool_launch_limits *limits,
                       struct tool_launch_end *out_end);

/* Why the app could not be executed, for the `number` of its end, in a sentence. */
enum { TOOL_LAUNCH_FAULT_SIZE = 1024 };
void tool_launch_describe_fault(const char *app, int number, char out[TOOL_LAUNCH_FAULT_SIZE]);

/* While tool_launch runs, for other threads: the copy of the app's standard output or error
 * (stream_copy.h), 0 or 1, which stays until the app has ended; NULL: there is none. */
const char *tool_launch_output(int stream);
/* Whether the app has written what its copies lack. */
bool tool_launch_has_output(void);

/* Ends the app that tool_launch runs now as a signal to this process would, but counts as none. Any
 * thread. */
void tool_launch_end_app(void);

/* The same for an app that hangs: it counts as ended because of `stall_s`. */
void tool_launch_end_stalled_app(void);

#endif
