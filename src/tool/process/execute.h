/* SPDX-License-Identifier: MIT */
/*
 * execute: says why an app cannot be executed.
 */
#ifndef TOOL_EXECUTE_H
#define TOOL_EXECUTE_H

/* `reason` is that of us_execute or us_supervisor_start_app. Returns the exit code that a shell
 * would give: 127 if there is no such app, otherwise 126. */
int tool_execute_explain(const char *app, int reason);

#endif
