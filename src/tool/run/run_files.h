/* SPDX-License-Identifier: MIT */
/*
 * run_files: checks the files that `run` reads and writes, before it starts the app.
 */
#ifndef TOOL_RUN_FILES_H
#define TOOL_RUN_FILES_H

#include <limits.h>
#include <stddef.h>

#include "tool/cli/file_roles.h"
#include "tool/run/run_request.h"
#include "tool/run/verdict_run.h"
#include "tool/run_folder/run_folder.h"

/* The file of a program, found as execvp finds it; NULL if there is none. */
const char *tool_run_files_find_program(const char *name, char out[PATH_MAX]);

/* Every file that a run reads or writes, once. */
struct tool_run_files {
    struct tool_file_role roles[15 + TOOL_RUN_PICTURES];
    size_t count;
    char program[PATH_MAX], allow[PATH_MAX], parts[TOOL_RUN_PICTURES][PATH_MAX];
};

/* The files that the command line names. */
void tool_run_files_list(const struct tool_run_request *request,
                         const struct tool_verdict_run *verdict_run, char *const *app,
                         struct tool_run_files *out);
/* The parts of one run folder as well. Returns false after a message if a path is too long. */
bool tool_run_files_add_folder(struct tool_run_files *files, const char *option,
                               const char *folder);

/*
 * Returns false after a message if two of the files clash (file_roles.h), or if `run` could not
 * write a file at the end. `app` is the command line of the app. Leaves no file behind.
 */
bool tool_run_files_check(const struct tool_run_request *request,
                          const struct tool_verdict_run *verdict_run, char *const *app);

#endif
