/* SPDX-License-Identifier: MIT */
/*
 * run_files: checks the files that `run` reads and writes, before it starts the app.
 */
#ifndef TOOL_RUN_FILES_H
#define TOOL_RUN_FILES_H

#include "tool/run/run_request.h"
#include "tool/run/verdict_run.h"

/* The file of a program, found as execvp finds it; NULL if there is none. */
const char *tool_run_files_find_program(const char *name, char out[PATH_MAX]);

/*
 * Returns false after a message if two of the files clash (file_roles.h), or if `run` could not
 * write a file at the end. `app` is the command line of the app. Leaves no file behind.
 */
bool tool_run_files_check(const struct tool_run_request *request,
                          const struct tool_verdict_run *verdict_run, char *const *app);

#endif
