/* SPDX-License-Identifier: MIT */
/*
 * suite_picture: the picture that shows a failure best, and the one of the baseline beside it.
 */
#ifndef TOOL_SUITE_PICTURE_H
#define TOOL_SUITE_PICTURE_H

#include <cjson/cJSON.h>
#include <limits.h>
#include <stdint.h>

/* Paths; empty: there is no such picture. */
struct tool_suite_pictures {
    char got[PATH_MAX], expected[PATH_MAX];
};

/*
 * Finds the pictures of a run that failed: the first screenshot that differs from the baseline's,
 * or the newest one that is not after `frame`, or the last one if that is -1. `verdict` may be
 * NULL. `out` is empty before.
 */
void tool_suite_picture_find(struct tool_suite_pictures *out, const char *folder,
                             const cJSON *verdict, int64_t frame);

#endif
