/* SPDX-License-Identifier: MIT */
/*
 * launch_logged: launches an app and completes its event log, however the app ends.
 */
#ifndef TOOL_LAUNCH_LOGGED_H
#define TOOL_LAUNCH_LOGGED_H

#include "tool/process/launch.h"

/*
 * Calls tool_launch. If `log` is not NULL, the layer keeps the lines that it has not written yet in
 * a file in memory, and this function writes them to the log when the app has ended.
 */
int tool_launch_logged(const char *log, char **argv, const struct tool_launch_limits *limits,
                       struct tool_launch_end *out_end);

#endif
