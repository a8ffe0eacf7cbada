/* SPDX-License-Identifier: MIT */
/*
 * run_facts: the facts about a run in run.json, understudy-run-folder(5).
 */
#ifndef TOOL_RUN_FACTS_H
#define TOOL_RUN_FACTS_H

#include <cjson/cJSON.h>

#include "tool/process/launch_types.h"

/*
 * Makes the facts that are known before the app starts: the app's command line, the recording with
 * its hash, the versions and the machine. `program` is the app's file, or NULL. Call it when the
 * environment of the app is set. The caller adds "settings" and deletes the object. NULL after a
 * message if the recording cannot be read.
 */
cJSON *tool_run_facts_make(char *const *app, const char *program, const char *recording);

/* Adds the recording that a drive has become. NULL is fine. */
void tool_run_facts_add_drive(cJSON *facts, const char *recording);

/* Adds when the app started, and the machine's load then. Call it before each start. */
void tool_run_facts_begin(cJSON *facts);

/* Adds how the app ended, how long it ran, the machine's load, and from the event log the runtime
 * and the layer that the app had; or why the app could not be executed. */
void tool_run_facts_end(cJSON *facts, const struct tool_launch_end *end, double wall_s,
                        const char *log);

/* The same facts in the form in which a file gives them, for a comparison: formatted numbers become
 * numbers. The caller deletes them. */
cJSON *tool_run_facts_copy(const cJSON *facts);

/* {"how", "exit_code" or "signal"} */
cJSON *tool_run_facts_describe_end(const struct tool_launch_end *end);

#endif
