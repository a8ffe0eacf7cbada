/* SPDX-License-Identifier: MIT */
/*
 * suite_junit: one JUnit file of many runs, with a case for each.
 */
#ifndef TOOL_SUITE_JUNIT_H
#define TOOL_SUITE_JUNIT_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/bytes.h"
#include "tool/report/suite_run.h"

/* Zeroed memory is one of no run. */
struct tool_suite_junit {
    struct us_writer cases;
    size_t tests, failures, errors;
    double wall_s;
};

/* A run that failed is a failure; one that is broken or unfinished is an error. */
void tool_suite_junit_add(struct tool_suite_junit *junit, const struct tool_suite_run *run,
                          const char *folder);
/* Writes the file, unless `path` is NULL, and frees everything. Returns false after a message. */
bool tool_suite_junit_end(struct tool_suite_junit *junit, const char *path);

#endif
