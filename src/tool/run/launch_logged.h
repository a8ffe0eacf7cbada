/* SPDX-License-Identifier: MIT */
/*
 * launch_logged: launching an app whose event log shall be whole, however the app ends.
 */
#ifndef TOOL_LAUNCH_LOGGED_H
#define TOOL_LAUNCH_LOGGED_H

#include "tool/process/launch.h"

/*
 * tool_launch; where there is a log (`log` is not NULL), the lines wait for the layer's writer in a
 * file in memory that this process keeps, and what is left there at the end is written.
 */
int tool_launch_logged(const char *log, char **argv, const struct tool_launch_limits *limits,
                       struct tool_launch_end *out_end);

#endif
