/* SPDX-License-Identifier: MIT */
/* Semantic paths and their strings (OpenXR, "Semantic Paths"). Under the runtime's lock. */
#ifndef RT_RUNTIME_PATH_TABLE_H
#define RT_RUNTIME_PATH_TABLE_H

#include <stdbool.h>

#include "runtime/base/xr.h"

struct rt_path_table {
    char **strings; /* path p is strings[p - 1] */
    uint32_t count;
};

void rt_path_finish(struct rt_path_table *table);

/* XR_ERROR_PATH_FORMAT_INVALID for a string that is not a path. */
XrResult rt_path_intern(struct rt_path_table *table, const char *string, XrPath *out_path);

/* The string of the path, owned by the table, or NULL for a value that is no path. */
const char *rt_path_string(const struct rt_path_table *table, XrPath path);

/* Whether `text` is one level of a path or a name: 1 to `size` - 1 characters of a-z, 0-9, '-', '_'
 * and '.', and not periods alone. */
bool rt_path_is_name(const char *text, size_t size);

#endif
