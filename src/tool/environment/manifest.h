/* SPDX-License-Identifier: MIT */
/*
 * manifest: the folders in which the OpenXR loader searches, and the manifests in them.
 *
 * loader_folders: where an OpenXR loader looks (its SearchPaths, OpenXR loader specification,
 * chapter "Linux Manifest Search Paths").
 */
#ifndef TOOL_MANIFEST_H
#define TOOL_MANIFEST_H

#include <limits.h>
#include <stdbool.h>

/* The default of XDG_DATA_DIRS. */
#define TOOL_LOADER_FOLDERS_DATA_DIRS "/usr/local/share:/usr/share"

/* Called for each folder in turn; stops and returns true as soon as it returns true. */
typedef bool tool_manifest_folders_visit(const char *folder, void *context);

/* Every "openxr/1/api_layers/implicit.d" in which the loader of a child will look for implicit
 * layers. */
bool tool_manifest_folders_layers(tool_manifest_folders_visit *visit, void *context);

/* Every "openxr/1" in which it will look for the active runtime. */
bool tool_manifest_folders_runtimes(tool_manifest_folders_visit *visit, void *context);

/*
 * manifest: the JSON files by which an OpenXR loader finds layers and runtimes.
 */

enum tool_manifest_state {
    TOOL_MANIFEST_USABLE,
    TOOL_MANIFEST_MISSING,    /* there is no such file, or it cannot be read */
    TOOL_MANIFEST_BROKEN,     /* it is not a manifest of this kind */
    TOOL_MANIFEST_NO_LIBRARY, /* the library that it names is missing */
};

struct tool_manifest {
    char name[128];         /* of the layer or runtime; "" if it has none */
    char library[PATH_MAX]; /* as resolved; a name without '/' is left to the system and counts as
                               there */
};

/* `kind` is "api_layer" or "runtime". `out` is filled as far as the state allows. */
enum tool_manifest_state tool_manifest_read(const char *path, const char *kind,
                                            struct tool_manifest *out);

/* Visits each file of a folder that may be a manifest, by its ending; stops and returns true as
 * soon as the visit returns true. False, with errno, if the folder cannot be read; 0: it could. */
bool tool_manifest_visit(const char *folder, bool (*visit)(const char *path, void *context),
                         void *context);

#endif
