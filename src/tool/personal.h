/* SPDX-License-Identifier: MIT */
/*
 * personal: the layer as it lies in one person's own folder of data, where an OpenXR loader finds
 * it: in XDG_DATA_HOME, or else ~/.local/share.
 */
#ifndef US_TOOL_PERSONAL_H
#define US_TOOL_PERSONAL_H

#include <limits.h>
#include <stdbool.h>

struct us_personal {
    char data[PATH_MAX];            /* the folder of data */
    char manifest_folder[PATH_MAX]; /* data/openxr/1/api_layers/implicit.d */
    char manifest[PATH_MAX];
    char library_folder[PATH_MAX]; /* data/understudy */
    char library[PATH_MAX];
    char receipt[PATH_MAX]; /* library_folder/installed, receipt.h */
};

/* What the manifest calls the library: it counts from the manifest's folder. */
#define US_PERSONAL_LIBRARY "../../../../understudy/libXrApiLayer_understudy.so"

/* NULL, or why there is no such folder. */
const char *us_personal_find(struct us_personal *out);

#endif
