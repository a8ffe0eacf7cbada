/* SPDX-License-Identifier: MIT */
/*
 * suite_run: what one line of a suite's page says about a run, read from its folder.
 */
#ifndef TOOL_SUITE_RUN_H
#define TOOL_SUITE_RUN_H

#include <cjson/cJSON.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

#include "tool/report/suite_find.h"
#include "tool/run_folder/sha256.h"

enum tool_suite_state {
    TOOL_SUITE_PASSED,     /* `run` exited with 0 */
    TOOL_SUITE_FAILED,     /* it exited with another code */
    TOOL_SUITE_UNFINISHED, /* it was killed, or still runs */
    TOOL_SUITE_BROKEN,     /* the folder cannot be read, or no run began */
    TOOL_SUITE_STATES,
};

/* Paths; empty: there is no such picture. */
struct tool_suite_pictures {
    char got[PATH_MAX], expected[PATH_MAX];
};

struct tool_suite_run {
    enum tool_suite_state state;
    char recording[256], app[512], began[32], driver[128]; /* empty: not known */
    char reason[1024];             /* why it did not pass; empty if it passed */
    char page[PATH_MAX];           /* the page of this run; empty: it has none */
    char sha256[TOOL_SHA256_TEXT]; /* of the recording */
    char hash[TOOL_SHA256_TEXT];   /* of run.json of a complete run, by which a copy is known */
    double wall_s;                 /* seconds; 0 if not known */
    int64_t frame;                 /* where it failed; -1: not known */
    struct tool_suite_pictures pictures; /* that show best how it failed */
};

/* "passed" */
const char *tool_suite_state_name(enum tool_suite_state state);

/* Reads the folder. It always succeeds: what cannot be read is the reason of a broken run. */
void tool_suite_run_read(struct tool_suite_run *run, const struct tool_suite_place *place);

#endif
