// SPDX-License-Identifier: MIT
// The names of the specification's results and structure types, as the SDK lists them. Any thread.
#ifndef RT_RUNTIME_NAMES_H
#define RT_RUNTIME_NAMES_H

#include <stdbool.h>

#include "runtime/base/xr.h"

// Such as "XR_SUCCESS", or NULL for a value that the SDK does not know.
const char *rt_names_result(XrResult value);
const char *rt_names_structure(XrStructureType value);

// The result of that name; false where there is none.
bool rt_names_find_result(const char *name, XrResult *out_value);

#endif
