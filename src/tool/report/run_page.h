/* SPDX-License-Identifier: MIT */
/*
 * run_page: writes the page of a run, or of two.
 */
#ifndef TOOL_RUN_PAGE_H
#define TOOL_RUN_PAGE_H

#include <stdbool.h>

/*
 * `command` names who asks. `other` is the folder of a second run to compare with, or NULL. Returns
 * an exit code (command.h) after a message if it fails.
 */
int tool_run_page_write(const char *command, const char *folder, const char *other,
                        const char *path);

#endif
