// SPDX-License-Identifier: MIT
// Semantic paths and their strings (OpenXR, "Semantic Paths"). Under the runtime's lock.
#ifndef US_RUNTIME_PATH_H
#define US_RUNTIME_PATH_H

#include <stdbool.h>

#include "xr.h"

struct us_path_table {
    char **strings; // path p is strings[p - 1]
    uint32_t count;
};

void us_path_finish(struct us_path_table *table);

// XR_ERROR_PATH_FORMAT_INVALID for a string that is no path.
XrResult us_path_intern(struct us_path_table *table, const char *string, XrPath *out_path);

// The path's string, owned by the table, or NULL for what is no path of it.
const char *us_path_string(const struct us_path_table *table, XrPath path);

// Whether `text` is one level of a path or a name: 1 to `size` - 1 characters of a-z, 0-9, '-', '_'
// and '.'.
bool us_path_is_name(const char *text, size_t size);

#endif
