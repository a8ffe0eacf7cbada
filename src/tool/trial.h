/* SPDX-License-Identifier: MIT */
/*
 * trial: a run that ends with a verdict: expectations, and whether a second run is the same.
 */
#ifndef US_TOOL_TRIAL_H
#define US_TOOL_TRIAL_H

#include <stdbool.h>

#include "app_end.h"
#include "launch.h"

struct us_trial {
    const char *log;            /* where the event log goes; NULL: nowhere that is kept */
    const char *expect;         /* a file of expectations, or NULL */
    const char *report, *junit; /* where the verdict goes as well, or NULL */
    bool twice;                 /* play it two times, and compare */
    struct us_app_end exit;     /* how the app is to end */
};

/* Whether its parts go together; says what is wrong. */
bool us_trial_check(const struct us_trial *trial);

/* Whether there is a verdict to be given at all. */
bool us_trial_is_wanted(const struct us_trial *trial);

/*
 * Run the app, once or twice, with the environment as it is but for where the event log goes, and
 * say the verdict on standard error. `prepare` is called before each start. Returns an exit code
 * (verb.h); a run in which nothing was played is US_EXIT_RUNTIME. `status` tells that. The
 * expectations are read first, and the app is not started if they are wrong.
 */
int us_trial_run(const struct us_trial *trial, char **app, const struct us_launch_limits *limits,
                 struct us_run_status *status, bool (*prepare)(const void *), const void *data);

#endif
