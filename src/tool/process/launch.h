/* SPDX-License-Identifier: MIT */
/*
 * launch: start an app, pass signals on to it, and wait for its end, or see to it.
 */
#ifndef TOOL_LAUNCH_H
#define TOOL_LAUNCH_H

#include "tool/process/launch_types.h"

/*
 * Start argv[0] as a shell would, with this process's environment and standard streams.
 *
 * SIGINT, SIGTERM, SIGHUP and SIGQUIT that this process gets are passed on to the app and end it:
 * what is there TOOL_LAUNCH_KILL_AFTER_S later, or when the app itself is gone, gets SIGTERM, then
 * SIGKILL. The same happens if this process is killed. SIGUSR1 and SIGUSR2 are only passed on.
 * Where there is a terminal, the app stays in this process's group: what the terminal sends reaches
 * it once, and a shell's job control goes on working. Elsewhere it has a group of its own.
 *
 * A process that the app leaves behind is waited for as long as it has the layer; if nothing has
 * loaded the layer, for ten seconds.
 *
 * Returns the app's exit code, 128 + n if signal n ended it, 127 if there is no such app, 126 if it
 * cannot be executed, 124 if it was ended because of `limits`; all but the first are said.
 * `out_end` tells the same apart; it may be NULL.
 */
int tool_launch(char **argv, const struct tool_launch_limits *limits,
                struct tool_launch_end *out_end);

#endif
