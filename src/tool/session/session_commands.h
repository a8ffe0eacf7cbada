/* SPDX-License-Identifier: MIT */
/*
 * session_commands: `info` and `check` of a session recording. Each returns the command's exit
 * code.
 */
#ifndef TOOL_SESSION_COMMANDS_H
#define TOOL_SESSION_COMMANDS_H

#include <stdbool.h>

int tool_session_info(const char *path, bool json);
int tool_session_check(const char *path, bool json);

#endif
