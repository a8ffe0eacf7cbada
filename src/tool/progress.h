/* SPDX-License-Identifier: MIT */
/*
 * progress: one line on a terminal that says how far a long task is; gone when the task ends.
 *
 * Nothing is written where standard error is no terminal, and nothing in the first half second.
 */
#ifndef US_TOOL_PROGRESS_H
#define US_TOOL_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

struct us_progress {
    bool wanted;
    struct timespec begin;
    char name[64];  /* the end of the path, made safe */
    unsigned width; /* of the line that stands there; 0: none */
};

void us_progress_begin(struct us_progress *progress, const char *path);
/* `context` is the struct us_progress: fits us_survey_run. */
void us_progress_show(void *context, uint64_t done, uint64_t total);
void us_progress_end(struct us_progress *progress);

#endif
