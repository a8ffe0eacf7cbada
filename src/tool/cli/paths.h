/* SPDX-License-Identifier: MIT */
/*
 * paths: where things lie: beside this program, and where an OpenXR loader looks (its SearchPaths,
 * OpenXR loader specification, chapter "Linux Manifest Search Paths").
 */
#ifndef TOOL_PATHS_H
#define TOOL_PATHS_H

#include <limits.h>
#include <stdbool.h>

/* The folder above the one that this program is in: it has bin/ and share/, in the build tree as in
 * the install tree. */
bool tool_paths_root(char out[PATH_MAX]);

/* Write "a" "b" to `out`; false if that is too long for a path. */
bool tool_paths_join(const char *a, const char *b, char out[PATH_MAX]);

/* The absolute path of a file, for an app that may change to another folder. False after a message
 * if it cannot be found. */
bool tool_paths_make_absolute(const char *path, char out[PATH_MAX]);

/* Do both lead to the same file? */
bool tool_paths_is_same(const char *a, const char *b);

/* A variable's value; `otherwise` where it is unset or empty, which are the same to the loader. */
const char *tool_paths_variable(const char *name, const char *otherwise);

/* The default of XDG_DATA_DIRS. */
#define TOOL_PATHS_DATA_DIRS "/usr/local/share:/usr/share"

/* Called for each folder in turn; stops and returns true as soon as it returns true. */
typedef bool tool_paths_visit(const char *folder, void *context);

/* Every "openxr/1/api_layers/implicit.d" in which the loader of a child will look for implicit
 * layers. */
bool tool_paths_visit_layers(tool_paths_visit *visit, void *context);

/* Every "openxr/1" in which it will look for the active runtime. */
bool tool_paths_visit_runtimes(tool_paths_visit *visit, void *context);

#endif
