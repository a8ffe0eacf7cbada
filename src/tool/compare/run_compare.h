/* SPDX-License-Identifier: MIT */
/*
 * run_compare: finds the first difference between two runs: in the app's calls and their answers,
 * in the screenshots, in the lines of standard error, or in how the app ended.
 */
#ifndef TOOL_RUN_COMPARE_H
#define TOOL_RUN_COMPARE_H

#include <cjson/cJSON.h>
#include <stdbool.h>

#include "tool/compare/logs/log_compare.h"
#include "tool/compare/output_compare.h"
#include "tool/compare/picture_compare.h"
#include "tool/run_folder/run_place.h"

struct tool_run_side {
    const char *name; /* "the baseline" */
    struct tool_run_place place;
    cJSON *facts;    /* run.json; NULL: there is none, and the end is not compared */
    bool is_passing; /* its files will be removed; no message names them */
};

enum tool_run_first {
    TOOL_RUN_SAME,
    TOOL_RUN_FIRST_EVENT,
    TOOL_RUN_FIRST_PICTURE,
    TOOL_RUN_FIRST_OUTPUT,
    TOOL_RUN_FIRST_END,
    TOOL_RUN_UNKNOWN, /* the runs cannot be compared; a message was printed */
};

struct tool_run_comparison {
    enum tool_run_first first;
    bool events_differ, ends_differ;
    struct tool_log_difference events;
    struct tool_picture_comparison pictures;
    struct tool_output_difference output; /* of run folders */
    char rule[512];   /* why the screenshots are compared by this rule; empty: not known */
    char ends[2][64]; /* how the app ended */
};

struct tool_run_compare_order {
    const struct tool_allow *allow;
    bool common;   /* only the frames that both runs have */
    bool same_end; /* with `common`: the recording is played to its end by both, or none */
    const char *differences; /* the folder for images of the differences; NULL: none is written */
};

/* `a` is the good run: the standard error of `b` may lack lines of it, but must not have new ones.
 */
void tool_run_compare(const struct tool_run_side *a, const struct tool_run_side *b,
                      const struct tool_run_compare_order *order, struct tool_run_comparison *out);

/* Whether a screenshot differs, or one run lacks it. */
bool tool_run_compare_has_picture(const struct tool_run_comparison *comparison);

/* Fills a side with the run in a run folder, or in the baseline of which it is the folder "run".
 * Returns false after a message that names `command`. The caller deletes the facts. */
bool tool_run_side_open(struct tool_run_side *side, const char *command, const char *name,
                        const char *folder);

#endif
