/* SPDX-License-Identifier: MIT */
/*
 * progress: shows on a terminal how far a long task is, in one line that it removes at the end.
 *
 * It writes nothing if standard error is not a terminal, and nothing in the first half second.
 */
#ifndef TOOL_PROGRESS_H
#define TOOL_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

struct tool_progress {
    bool wanted;
    int64_t begin_ns; /* US_TIME_MONOTONIC */
    char name[64];    /* the end of the path, made safe */
    int percent;      /* that the line shows */
    unsigned width;   /* of the line that stands there; 0: none */
};

void tool_progress_begin(struct tool_progress *progress, const char *path);
/* `context` is the struct tool_progress: fits us_inspect_run. */
void tool_progress_show(void *context, uint64_t done, uint64_t total);
void tool_progress_end(struct tool_progress *progress);

#endif
