/* SPDX-License-Identifier: MIT */
/*
 * shot_files: the pictures of a run. The layer writes them uncompressed, so that the app waits as
 * little as possible; they are compressed when the app has ended.
 */
#ifndef US_TOOL_SHOT_FILES_H
#define US_TOOL_SHOT_FILES_H

#include <limits.h>
#include <stdbool.h>
#include <time.h>

struct us_shot_files {
    char folder[PATH_MAX];
    struct timespec began; /* by the clock of the folder's file system */
};

/* Before the app starts: see that the folder can be written to. False, and said, if it cannot. */
bool us_shot_files_begin(struct us_shot_files *files, const char *folder);

/*
 * After the app has ended: compress what the layer has written there since. A picture is replaced
 * as a whole, by one of the same pixels, or stays as it is; that there is no room for that is said.
 */
void us_shot_files_compress(const struct us_shot_files *files);

#endif
