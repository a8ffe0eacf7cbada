/* SPDX-License-Identifier: MIT */
/*
 * run_files: checks the files that `run` reads and writes, before it starts the app.
 */
#ifndef TOOL_RUN_FILES_H
#define TOOL_RUN_FILES_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#include "tool/cli/file_roles.h"
#include "tool/run/run_request.h"
#include "tool/run/verdict_run.h"
#include "tool/run_folder/run_folder.h"

/*
 * run_kept: a run that is kept as a whole in a folder: `run --out`, or a temporary folder if the
 * run is compared with a baseline.
 */

/*
 * Checks that the options agree with --out and --baseline, that the folder is free or a run's, and
 * that nothing in it is read by the run. Directs the log and the screenshots into the folder.
 * Returns false after a message. Makes nothing but a temporary folder.
 */
bool tool_run_kept_check(struct tool_verdict_run *run);

/* Makes the folder, or removes what an earlier run left there. Returns false after a message. */
bool tool_run_kept_claim(const struct tool_verdict_run *run);

/* Collects the facts of the run, for run->facts. Call it when the app's environment is set.
 * Returns an exit code after a message; TOOL_EXIT_USAGE if the run cannot be compared with
 * the baseline. */
int tool_run_kept_begin(struct tool_verdict_run *run);

/* Writes the exit code of the run into the folder, and frees the facts. Returns the exit code. */
int tool_run_kept_end(struct tool_verdict_run *run, int code);

/* Removes the temporary folder, unless a run with this exit code differs from the baseline; then it
 * prints where it is. Closes the baseline. */
void tool_run_kept_finish(struct tool_verdict_run *run, int code);

/* Every file that a run reads or writes, once. */
struct tool_run_files {
    struct tool_file_role roles[15 + TOOL_RUN_PICTURES];
    size_t count;
    char program[PATH_MAX], allow[PATH_MAX], parts[TOOL_RUN_PICTURES][PATH_MAX];
};

/* The files that the command line names. */
void tool_run_files_list(const struct tool_verdict_run *run, struct tool_run_files *out);
/* The parts of one run folder as well. Returns false after a message if a path is too long. */
bool tool_run_files_add_folder(struct tool_run_files *files, const char *option,
                               const char *folder);

/*
 * Returns false after a message if two of the files clash (file_roles.h), or if `run` could not
 * write a file at the end. Leaves no file behind.
 */
bool tool_run_files_check(const struct tool_verdict_run *run);

#endif
