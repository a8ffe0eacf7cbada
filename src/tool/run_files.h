/* SPDX-License-Identifier: MIT */
/*
 * run_files: the files that `run` reads and writes, checked before it starts anything.
 */
#ifndef US_TOOL_RUN_FILES_H
#define US_TOOL_RUN_FILES_H

#include "request.h"
#include "trial.h"

/*
 * False, and said, if two of the files clash (file_roles.h), or if one that is to be written at the
 * end of the run could not be. `app` is the app's command line. Nothing is left behind.
 */
bool us_run_files_check(const struct us_request *request, const struct us_trial *trial,
                        char *const *app);

#endif
