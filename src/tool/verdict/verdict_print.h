/* SPDX-License-Identifier: MIT */
/*
 * verdict_print: writes a verdict as text, as JSON and as JUnit XML.
 */
#ifndef TOOL_VERDICT_PRINT_H
#define TOOL_VERDICT_PRINT_H

#include <stdbool.h>
#include <stdio.h>

#include "tool/expect/expect.h"
#include "tool/verdict/verdict.h"

/* A line for each expectation, and one for all, as text. */
void tool_verdict_print(FILE *out, const struct tool_verdict *verdict,
                        const struct tool_expect *expect);

/*
 * Write {"result", "frames", "complete", "dropped", "app" {"exit_code" or "signal"}, "expectations"
 * [...]} to a file. Returns false after a message.
 */
bool tool_verdict_write_json(const char *path, const struct tool_verdict *verdict,
                             const struct tool_expect *expect, const struct tool_verdict_end *end);
/* The same as an object that the caller deletes; NULL if memory ran out. */
cJSON *tool_verdict_to_json(const struct tool_verdict *verdict, const struct tool_expect *expect,
                            const struct tool_verdict_end *end);

/* What was checked beside the expectations. */
struct tool_verdict_case {
    const char *name;
    const char *failure; /* NULL: it passed */
};

/* JUnit's XML: a test suite named `suite` with a test case for each expectation and for each of
 * `cases`. Returns false after a message. */
bool tool_verdict_write_junit(const char *path, const char *suite,
                              const struct tool_verdict *verdict, const struct tool_expect *expect,
                              const struct tool_verdict_case *cases, size_t case_count);

#endif
