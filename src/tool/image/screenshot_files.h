/* SPDX-License-Identifier: MIT */
/*
 * screenshot_files: compresses the screenshots of a run when the app has ended. The layer writes
 * them uncompressed, so that the app waits as little as possible.
 */
#ifndef TOOL_SCREENSHOT_FILES_H
#define TOOL_SCREENSHOT_FILES_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

struct tool_screenshot_files {
    char folder[PATH_MAX];
    int64_t began_ns; /* by the clock of the folder's file system */
    bool is_new;      /* the folder was not there before */
};

/* Call before the app starts. Makes the folder if it is missing. Returns false after a message if
 * it is not writable. */
bool tool_screenshot_files_begin(struct tool_screenshot_files *files, const char *folder);

/* Call in place of the next one if the app could not be started: removes the folder that was made
 * for it. */
void tool_screenshot_files_abandon(const struct tool_screenshot_files *files);

/*
 * Call after the app has ended. Compresses the screenshots that the layer has written since. It
 * replaces a file as a whole, with the same pixels, or keeps it. Prints a message if there is no
 * room.
 */
void tool_screenshot_files_compress(const struct tool_screenshot_files *files);

#endif
