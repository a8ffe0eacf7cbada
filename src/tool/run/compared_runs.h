/* SPDX-License-Identifier: MIT */
/*
 * compared_runs: the runs of one verdict. It plays the first one, then further ones that must be
 * like it, and holds the first one against a baseline.
 */
#ifndef TOOL_COMPARED_RUNS_H
#define TOOL_COMPARED_RUNS_H

#include <cjson/cJSON.h>
#include <limits.h>
#include <stdbool.h>

#include "tool/compare/allow.h"
#include "tool/compare/baseline.h"
#include "tool/compare/run_compare.h"
#include "tool/process/app_end.h"
#include "tool/process/launch.h"
#include "tool/run_folder/run_place.h"

struct us_run_status;
struct tool_run_request;

/* What every run is given. */
struct tool_play {
    char **app;
    const struct tool_launch_limits *limits;
    struct us_run_status *status;
    const struct tool_run_request *request;
};

/* A comparison of the first run with another one. */
struct tool_run_check {
    const char *name;   /* "baseline" */
    bool is_made;       /* the two runs were compared */
    bool must_be_equal; /* a difference fails the verdict */
    struct tool_run_side a, b;
    struct tool_run_comparison result;
};

enum { TOOL_COMPARED_AGAIN, TOOL_COMPARED_BASELINE, TOOL_COMPARED_CHECKS };

struct tool_compared_runs {
    struct tool_play play;
    unsigned times;                  /* how often the recording is played */
    bool keeps_output;               /* the first run's output is judged */
    bool is_passing;                 /* the first run's folder goes away */
    cJSON *facts;                    /* of the first run; NULL without a run folder */
    const struct tool_app_end *exit; /* how the app must end */
    const struct tool_baseline *baseline;
    const struct tool_allow *allow;
    struct tool_run_place first; /* tool_compared_runs_begin gives it a log in any case */
    struct tool_launch_end end;  /* of the first run, or of the first one that ended badly */
    char folder[PATH_MAX];       /* a temporary one, or empty */
    bool keeps_folder;           /* what it holds is the reason of the verdict */
    char again_name[32];
    char unplayed[TOOL_LAUNCH_FAULT_SIZE]; /* why a run was not played to its end, such as a signal;
                                              empty: all were */
    struct tool_run_check checks[TOOL_COMPARED_CHECKS];
};

/* Makes a temporary folder if one is needed. Returns false after a message. */
bool tool_compared_runs_begin(struct tool_compared_runs *runs);

/* Plays the first run. False: there is nothing to judge; then `out_code` and `unplayed` say why. */
bool tool_compared_runs_play(struct tool_compared_runs *runs, int *out_code);

/* Plays the further runs, up to the first that differs, and prints the result. Returns an exit
 * code. */
int tool_compared_runs_play_again(struct tool_compared_runs *runs);

/* Compares the first run with the baseline, and prints the result. Returns an exit code. */
int tool_compared_runs_hold(struct tool_compared_runs *runs);

/* Removes what is temporary. */
void tool_compared_runs_end(struct tool_compared_runs *runs);

#endif
