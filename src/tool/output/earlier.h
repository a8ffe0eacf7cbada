/* SPDX-License-Identifier: MIT */
/*
 * earlier: keeps a file of an earlier run under another name, "FILE.PID.old", until a new file is
 * in its place. Zeroed memory means that there is no such file.
 */
#ifndef TOOL_EARLIER_H
#define TOOL_EARLIER_H

#include <limits.h>
#include <stdbool.h>

struct tool_earlier {
    char path[PATH_MAX]; /* "": there was no file */
    char kept[PATH_MAX];
};

/* Puts the file aside, if one is there. False with errno if it must stay, as a pipe or a device
 * must. */
bool tool_earlier_keep(struct tool_earlier *earlier, const char *path);

/* Call this if there is no new file: the old file gets its name back, also if an empty file has the
 * name. If another file has the name, the old file keeps its other name, and a message says so. */
void tool_earlier_bring_back(struct tool_earlier *earlier);

/* Call this if there is a new file: removes the old file. */
void tool_earlier_drop(struct tool_earlier *earlier);

#endif
