/* SPDX-License-Identifier: MIT */
/*
 * junit: a file of test cases, as JUnit writes it and CI systems read it. One thread.
 */
#ifndef TOOL_JUNIT_H
#define TOOL_JUNIT_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/bytes.h"

/* Zeroed memory is a suite without cases. */
struct tool_junit {
    struct us_writer cases;
    size_t tests, failures, errors, skipped;
};

enum tool_junit_outcome {
    TOOL_JUNIT_PASSED,
    TOOL_JUNIT_FAILED,
    TOOL_JUNIT_BROKEN, /* it could not be tried */
    TOOL_JUNIT_SKIPPED,
};

struct tool_junit_case {
    const char *of, *name; /* the class that the case is of */
    double wall_s;         /* NaN: not known */
    enum tool_junit_outcome outcome;
    const char *message;  /* why it did not pass */
    const char *lines[2]; /* what there is to say besides; NULL or "": nothing */
};

void tool_junit_add(struct tool_junit *junit, const struct tool_junit_case *one);

/* Writes the file and frees the cases. `wall_s`: how long all took; NaN: that is left out, and the
 * suite is one of this machine and of now. Returns false after a message. */
bool tool_junit_write(struct tool_junit *junit, const char *path, const char *suite, double wall_s);
void tool_junit_finish(struct tool_junit *junit);

#endif
