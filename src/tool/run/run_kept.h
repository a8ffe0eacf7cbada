/* SPDX-License-Identifier: MIT */
/*
 * run_kept: a run that is kept as a whole in a folder: `run --out`, or a temporary folder if the
 * run is compared with a baseline.
 */
#ifndef TOOL_RUN_KEPT_H
#define TOOL_RUN_KEPT_H

#include <stdbool.h>

#include "tool/run/run_request.h"
#include "tool/run/verdict_run.h"

/*
 * Checks that the options agree with --out and --baseline, that the folder is free or a run's, and
 * that nothing in it is read by the run. Directs the log and the screenshots into the folder.
 * Returns false after a message. Makes nothing but a temporary folder.
 */
bool tool_run_kept_check(struct tool_run_request *request, struct tool_verdict_run *verdict_run,
                         char *const *app);

/* Makes the folder, or removes what an earlier run left there. Returns false after a message. */
bool tool_run_kept_claim(const struct tool_verdict_run *verdict_run);

/* Collects the facts of the run, for verdict_run->facts. Call it when the app's environment is set.
 * Returns an exit code after a message; TOOL_EXIT_USAGE if the run cannot be compared with
 * the baseline. */
int tool_run_kept_begin(const struct tool_run_request *request,
                        struct tool_verdict_run *verdict_run, char *const *app);

/* Writes the exit code of the run into the folder, and frees the facts. Returns the exit code. */
int tool_run_kept_end(struct tool_verdict_run *verdict_run, int code);

/* Removes the temporary folder, unless a run with this exit code differs from the baseline; then it
 * prints where it is. Closes the baseline. */
void tool_run_kept_finish(struct tool_verdict_run *verdict_run, int code);

#endif
