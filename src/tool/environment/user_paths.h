/* SPDX-License-Identifier: MIT */
/*
 * user_paths: where the layer is installed for one user: in XDG_DATA_HOME, or else ~/.local/share,
 * where an OpenXR loader finds it.
 */
#ifndef TOOL_USER_PATHS_H
#define TOOL_USER_PATHS_H

#include <limits.h>
#include <stdbool.h>

struct tool_user_paths {
    char data[PATH_MAX];            /* the folder of data */
    char manifest_folder[PATH_MAX]; /* data/openxr/1/api_layers/implicit.d */
    char manifest[PATH_MAX];
    char library_folder[PATH_MAX]; /* data/understudy */
    char library[PATH_MAX];
    char install_manifest[PATH_MAX]; /* library_folder/installed, install_manifest.h */
};

/* The library's path in the manifest, relative to the manifest's folder. */
#define TOOL_USER_PATHS_LIBRARY "../../../../understudy/libXrApiLayer_understudy.so"

/* Returns NULL, or why there is no such folder. */
const char *tool_user_paths_find(struct tool_user_paths *out);

#endif
