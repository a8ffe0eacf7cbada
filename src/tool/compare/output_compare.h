/* SPDX-License-Identifier: MIT */
/*
 * output_compare: finds the lines of an app's output that a good run did not have.
 *
 * A line counts as known if the good run had one like it: numbers and addresses may differ. How
 * often and in which order lines come does not count.
 */
#ifndef TOOL_OUTPUT_COMPARE_H
#define TOOL_OUTPUT_COMPARE_H

#include <stdbool.h>
#include <stdint.h>

#include "tool/compare/allow.h"

struct tool_output_difference {
    uint64_t lines;  /* new ones */
    uint64_t line;   /* the number of the first, from 1 */
    char first[512]; /* it; may be cut */
};

/* `good` and `path` are files; one that is missing is empty. Returns false after a message if one
 * cannot be read or memory runs out. */
bool tool_output_compare(const char *good, const char *path, const struct tool_allow *allow,
                         struct tool_output_difference *out);

#endif
