/* SPDX-License-Identifier: MIT */
/*
 * verdict_run: a run with a verdict. It checks expectations, compares the run with further runs,
 * and with a baseline.
 */
#ifndef TOOL_VERDICT_RUN_H
#define TOOL_VERDICT_RUN_H

#include <stdbool.h>

#include "tool/compare/allow.h"
#include "tool/compare/baseline.h"
#include "tool/expect/expect.h"
#include "tool/process/app_end.h"
#include "tool/process/launch.h"
#include "tool/run_folder/run_place.h"

struct tool_run_request;

/* A run, with all that is asked of it. */
struct tool_verdict_run {
    struct tool_run_request *request; /* what is played, and how */
    char **app;                       /* the command line of the app */
    struct tool_run_place place; /* of the first run; where it has no log, the log is not kept */
    const char *out;             /* the run folder as it was given, or NULL */
    bool is_temporary;           /* the run folder of `place` goes away, unless something differs */
    cJSON *facts;                /* of the run folder; NULL: there is none */
    const char *expect;          /* a file of expectations, or NULL */
    struct tool_expect expected; /* what that file says */
    const char *faults;          /* all faults on purpose, of --fault and of that file; or NULL */
    const char *report, *junit;  /* the paths of the verdict as JSON and as JUnit XML, or NULL */
    double repeat;               /* play it this often, and compare; NaN: not given */
    const char *allow;           /* a file of what may differ, or NULL */
    const struct tool_allow *allowed;          /* what that file says, or the baseline's */
    struct tool_baseline_order baseline_order; /* as it was given */
    struct tool_baseline baseline;
    struct tool_app_end exit; /* how the app must end */
    const char *end;          /* what follows the recording's end: the value of --end */
    bool has_run;             /* the app was started, and the run folder is of its run */
};

/* Returns whether the options agree with each other. Prints what is wrong. */
bool tool_verdict_run_check(const struct tool_verdict_run *verdict_run);

/* How often the recording is played. */
unsigned tool_verdict_run_times(const struct tool_verdict_run *verdict_run);

/* Returns whether the options ask for a verdict. */
bool tool_verdict_run_is_wanted(const struct tool_verdict_run *verdict_run);

/*
 * Runs the app, once or more often, and prints the verdict on standard error. Before each start it
 * sets what the layer reads, and the variables of the event log and the screenshots. Returns an
 * exit code (command.h); TOOL_EXIT_RUNTIME if nothing was played, by `status`.
 */
int tool_verdict_run_run(struct tool_verdict_run *verdict_run,
                         const struct tool_launch_limits *limits, struct us_run_status *status);

#endif
