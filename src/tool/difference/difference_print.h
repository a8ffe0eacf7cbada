/* SPDX-License-Identifier: MIT */
/*
 * difference_print: prints what two recordings differ in.
 */
#ifndef TOOL_DIFFERENCE_PRINT_H
#define TOOL_DIFFERENCE_PRINT_H

#include "tool/difference/difference.h"

/* As text on standard output; `a` and `b` are the names of the files. */
void tool_difference_print(const struct tool_difference *difference, const char *a, const char *b);

/* As one JSON object. False after a message if memory ran out. */
bool tool_difference_print_json(const struct tool_difference *difference);

#endif
