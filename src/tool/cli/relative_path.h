/* SPDX-License-Identifier: MIT */
/*
 * relative_path: how a file is named from a folder, for files that name one another.
 */
#ifndef TOOL_RELATIVE_PATH_H
#define TOOL_RELATIVE_PATH_H

#include <limits.h>
#include <stdbool.h>

/* The path of a file from a folder, both of which are there. Its absolute path, if they have only
 * the root in common. False: it cannot be found. */
bool tool_relative_path_make(const char *path, const char *folder, char out[PATH_MAX]);

#endif
