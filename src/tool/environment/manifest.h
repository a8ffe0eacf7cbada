/* SPDX-License-Identifier: MIT */
/*
 * manifest: the JSON files by which an OpenXR loader finds layers and runtimes.
 */
#ifndef TOOL_MANIFEST_H
#define TOOL_MANIFEST_H

#include <limits.h>

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

#endif
