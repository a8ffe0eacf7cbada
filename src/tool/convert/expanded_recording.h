/* SPDX-License-Identifier: MIT */
/*
 * expanded_recording: a copy without compression of a compressed session recording, for the layer,
 * which links no compression library. It lasts as long as a run, also if that is killed.
 */
#ifndef TOOL_EXPANDED_RECORDING_H
#define TOOL_EXPANDED_RECORDING_H

#include <limits.h>
#include <stdbool.h>

struct tool_expanded_recording {
    char folder[PATH_MAX]; /* "": there is no copy, because the file is not compressed */
    char path[PATH_MAX];   /* in it, with the file's own name */
};

/* Makes the copy in a new folder in TMPDIR or /tmp, if the file needs one. False, and said, if that
 * fails. */
bool tool_expanded_recording_make(const char *path, struct tool_expanded_recording *out);
void tool_expanded_recording_remove(const struct tool_expanded_recording *expanded);

#endif
