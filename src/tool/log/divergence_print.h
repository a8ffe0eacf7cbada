/* SPDX-License-Identifier: MIT */
/*
 * divergence_print: prints the difference between two event logs.
 */
#ifndef TOOL_DIVERGENCE_PRINT_H
#define TOOL_DIVERGENCE_PRINT_H

#include <stddef.h>
#include <stdio.h>

#include "tool/log/divergence.h"

/* `a` and `b` are the names of the logs, which must differ. */
void tool_divergence_print(FILE *out, const char *a, const char *b,
                           const struct tool_divergence *divergence);

/* "61 frames", or "64 frames of 2 sessions": how many were compared. */
void tool_divergence_count(const struct tool_divergence *divergence, char *out, size_t out_size);

#endif
