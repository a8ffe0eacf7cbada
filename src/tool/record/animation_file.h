/* SPDX-License-Identifier: MIT */
/*
 * animation_file: the input animation file that `convert` and `record --also` make of a session
 * recording.
 */
#ifndef TOOL_ANIMATION_FILE_H
#define TOOL_ANIMATION_FILE_H

#include <stdbool.h>

#include "tool/record/animation_order.h"

/* Whether the file may be made, before anything runs. False, and said, if not. `option` names it in
 * messages. */
bool tool_animation_file_check(const char *command, const char *option,
                               const struct tool_animation_order *order);

/* Makes the file from a session recording, and says what it holds: `convert` on standard output,
 * `record` on standard error. On a terminal it shows how far it is. Returns the exit code. */
int tool_animation_file_write(const char *command, const char *session,
                              const struct tool_animation_order *order);

#endif
