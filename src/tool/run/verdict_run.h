/* SPDX-License-Identifier: MIT */
/*
 * verdict_run: a run that ends with a verdict: expectations, and whether a second run is the same.
 */
#ifndef TOOL_VERDICT_RUN_H
#define TOOL_VERDICT_RUN_H

#include <stdbool.h>

#include "tool/process/app_end.h"
#include "tool/process/launch.h"

struct tool_verdict_run {
    const char *log;            /* where the event log goes; NULL: nowhere that is kept */
    const char *expect;         /* a file of expectations, or NULL */
    const char *report, *junit; /* where the verdict goes as well, or NULL */
    bool twice;                 /* play it two times, and compare */
    struct tool_app_end exit;   /* how the app is to end */
};

/* Whether its parts go together; says what is wrong. */
bool tool_verdict_run_check(const struct tool_verdict_run *verdict_run);

/* Whether there is a verdict to be given at all. */
bool tool_verdict_run_is_wanted(const struct tool_verdict_run *verdict_run);

/*
 * Run the app, once or twice, with the environment as it is but for where the event log goes, and
 * say the verdict on standard error. `prepare` is called before each start. Returns an exit code
 * (command.h); a run in which nothing was played is TOOL_EXIT_RUNTIME. `status` tells that. The
 * expectations are read first, and the app is not started if they are wrong.
 */
int tool_verdict_run_run(const struct tool_verdict_run *verdict_run, char **app,
                         const struct tool_launch_limits *limits, struct us_run_status *status,
                         bool (*prepare)(const void *), const void *data);

#endif
