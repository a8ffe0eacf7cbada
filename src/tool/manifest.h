/* SPDX-License-Identifier: MIT */
/*
 * manifest: the JSON files by which an OpenXR loader finds layers and runtimes.
 */
#ifndef US_TOOL_MANIFEST_H
#define US_TOOL_MANIFEST_H

#include <limits.h>

enum us_manifest_state {
    US_MANIFEST_USABLE,
    US_MANIFEST_MISSING,    /* there is no such file, or it cannot be read */
    US_MANIFEST_BROKEN,     /* it is no manifest of this kind */
    US_MANIFEST_NO_LIBRARY, /* the library that it names is not there */
};

struct us_manifest {
    char name[128];         /* of the layer or runtime; "" if it has none */
    char library[PATH_MAX]; /* as resolved; a name without '/' is left to the system and counts as
                               there */
};

/* `kind` is "api_layer" or "runtime". `out` is filled as far as the state allows. */
enum us_manifest_state us_manifest_read(const char *path, const char *kind,
                                        struct us_manifest *out);

#endif
