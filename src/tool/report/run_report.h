/* SPDX-License-Identifier: MIT */
/*
 * run_report: writes the page of a run, or of two.
 */
#ifndef TOOL_RUN_REPORT_H
#define TOOL_RUN_REPORT_H

#include <stdbool.h>

/*
 * `command` names who asks. `other` is the folder of a second run to compare with, or NULL. Returns
 * an exit code (command.h) after a message if it fails.
 */
int tool_run_report_write(const char *command, const char *folder, const char *other,
                          const char *path);

#endif
