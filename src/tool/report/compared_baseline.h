/* SPDX-License-Identifier: MIT */
/*
 * compared_baseline: the run of the baseline that a kept run was compared with, as its verdict.json
 * names it, understudy-run-folder(5).
 */
#ifndef TOOL_COMPARED_BASELINE_H
#define TOOL_COMPARED_BASELINE_H

#include <cjson/cJSON.h>
#include <limits.h>
#include <stdbool.h>

/* verdict.json of a run folder; NULL if it has none that can be read. The caller deletes it. */
cJSON *tool_compared_baseline_read_verdict(const char *folder);

/* Whether a verdict, which may be null, says that the run was compared with a baseline. */
bool tool_compared_baseline_is_named(const cJSON *verdict);

/* Writes the folder of the baseline's run. False if there is none, or if another run is there now.
 * `command` names who asks, in messages. */
bool tool_compared_baseline_find(const cJSON *verdict, const char *command, char out[PATH_MAX]);

#endif
