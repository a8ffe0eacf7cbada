/* SPDX-License-Identifier: MIT */
/*
 * screenshot_files: the screenshots of a run. The layer writes them uncompressed, so that the app
 * waits as little as possible; they are compressed when the app has ended.
 */
#ifndef TOOL_SCREENSHOT_FILES_H
#define TOOL_SCREENSHOT_FILES_H

#include <limits.h>
#include <stdbool.h>
#include <time.h>

struct tool_screenshot_files {
    char folder[PATH_MAX];
    struct timespec began; /* by the clock of the folder's file system */
};

/* Before the app starts: see that the folder can be written to. False, and said, if it cannot. */
bool tool_screenshot_files_begin(struct tool_screenshot_files *files, const char *folder);

/*
 * After the app has ended: compress what the layer has written there since. A screenshot is
 * replaced as a whole, by one of the same pixels, or stays as it is; that there is no room for that
 * is said.
 */
void tool_screenshot_files_compress(const struct tool_screenshot_files *files);

#endif
