/* SPDX-License-Identifier: MIT */
/*
 * baseline: a run with which later runs are compared, `run --baseline`. Its folder has the run in
 * "run" and the allowed differences in "allow.json"; understudy-run-folder(5).
 */
#ifndef TOOL_BASELINE_H
#define TOOL_BASELINE_H

#include <cjson/cJSON.h>
#include <limits.h>
#include <stdbool.h>

#include "tool/compare/allow.h"

struct tool_baseline {
    const char *folder; /* as it was given; NULL: there is no baseline */
    bool is_new;        /* the folder is missing or empty: the run becomes the baseline */
    bool is_updated;    /* the run replaces the baseline */
    char run[PATH_MAX]; /* the folder of the baseline's run */
    cJSON *facts;       /* of that run; NULL if the baseline is new */
};

struct tool_baseline_order {
    const char *folder;
    bool is_required, update;
};

/* Looks at the folder, and changes nothing. Returns false after a message if it is neither a
 * baseline nor empty, or if there is none and `is_required`. */
bool tool_baseline_open(struct tool_baseline *baseline, const struct tool_baseline_order *order);
void tool_baseline_close(struct tool_baseline *baseline);

/* Writes the path of allow.json. Returns false if there is no such file. */
bool tool_baseline_find_allow(const struct tool_baseline *baseline, char out[PATH_MAX]);

/* Returns whether a run with these facts plays the same recording with the same options, so that it
 * can be compared with the baseline. Otherwise it prints what differs. */
bool tool_baseline_check(const struct tool_baseline *baseline, const cJSON *facts);

/* Makes the run in a run folder the baseline. It replaces an earlier one as a whole. An existing
 * allow.json stays. Returns false after a message. */
bool tool_baseline_store(const struct tool_baseline *baseline, const char *run_folder);

#endif
