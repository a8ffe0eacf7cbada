/* SPDX-License-Identifier: MIT */
/*
 * supervise: what the supervisor of an app does (platform/supervisor.h): it keeps the limits, and
 * ends every process that the app started.
 */
#ifndef TOOL_SUPERVISE_H
#define TOOL_SUPERVISE_H

#include <stdbool.h>

#include "tool/process/launch_types.h"

/* The supervisor's messages to the tool: the first when the app was started, or could not be
 * started, and the second at the end. */
struct tool_supervise_result {
    int not_started; /* the reason, by its number; 0: the app was started */
    struct tool_launch_end end;
};

/* Starts the app and waits for its end. `data` is the struct tool_launch_limits. If the tool is
 * killed, it ends the app. For us_supervisor_start. */
bool tool_supervise(void *data);

#endif
