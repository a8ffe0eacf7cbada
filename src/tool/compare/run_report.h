/* SPDX-License-Identifier: MIT */
/*
 * run_report: writes the verdict of a run to files: the expectations, and the comparisons with
 * other runs. understudy-run-folder(5).
 */
#ifndef TOOL_RUN_REPORT_H
#define TOOL_RUN_REPORT_H

#include <stdbool.h>
#include <stddef.h>

#include "tool/compare/run_compare.h"
#include "tool/expect/expect.h"
#include "tool/verdict/verdict.h"

/* A comparison of the run with another one. */
struct tool_run_check {
    const char *name;   /* "baseline" */
    bool is_made;       /* the two runs were compared */
    bool must_be_equal; /* a difference fails the verdict */
    struct tool_run_side a, b;
    struct tool_run_comparison result;
};

enum { TOOL_RUN_CHECKS = 2 };

struct tool_run_report {
    const struct tool_verdict *verdict;
    const struct tool_expect *expect;
    struct tool_verdict_end end;
    const char *suite;                   /* the name of JUnit's suite */
    const struct tool_run_check *checks; /* TOOL_RUN_CHECKS of them */
};

/* Each returns false after a message. */
bool tool_run_report_write_json(const struct tool_run_report *report, const char *path);
bool tool_run_report_write_junit(const struct tool_run_report *report, const char *path);

#endif
