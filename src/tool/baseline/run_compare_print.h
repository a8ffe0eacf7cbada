/* SPDX-License-Identifier: MIT */
/*
 * run_compare_print: tells how two runs differ, as text, as JSON and as cases of JUnit.
 */
#ifndef TOOL_RUN_COMPARE_PRINT_H
#define TOOL_RUN_COMPARE_PRINT_H

#include <cjson/cJSON.h>
#include <stdio.h>

#include "tool/baseline/run_compare.h"

/* One line if the runs are the same. Otherwise the first difference of each kind, the one that
 * comes first before the others, and what the runs were made on if that differs. */
void tool_run_compare_print(FILE *out, const struct tool_run_side *a, const struct tool_run_side *b,
                            const struct tool_run_comparison *comparison);

/* One sentence about the first difference, or that there is none. */
void tool_run_compare_describe(const struct tool_run_comparison *comparison, char *out,
                               size_t out_size);

/* The object that understudy-run-folder(5) describes. The caller deletes it. */
cJSON *tool_run_compare_to_json(const struct tool_run_side *a, const struct tool_run_side *b,
                                const struct tool_run_comparison *comparison);

#endif
