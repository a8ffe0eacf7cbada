/* SPDX-License-Identifier: MIT */
/*
 * run_files: the files that `run` reads and writes, checked before it starts anything.
 */
#ifndef TOOL_RUN_FILES_H
#define TOOL_RUN_FILES_H

#include "tool/run/run_request.h"
#include "tool/run/verdict_run.h"

/*
 * False, and said, if two of the files clash (file_roles.h), or if one that is to be written at the
 * end of the run could not be. `app` is the app's command line. Nothing is left behind.
 */
bool tool_run_files_check(const struct tool_run_request *request,
                          const struct tool_verdict_run *verdict_run, char *const *app);

#endif
