// SPDX-License-Identifier: MIT
// The names of the specification's results and structure types, as the SDK lists them. Any thread.
#ifndef US_RUNTIME_NAMES_H
#define US_RUNTIME_NAMES_H

#include <stdbool.h>

#include "xr.h"

// Such as "XR_SUCCESS", or NULL for a value that the SDK does not know.
const char *us_names_result(XrResult value);
const char *us_names_structure(XrStructureType value);

// The result of that name; false where there is none.
bool us_names_find_result(const char *name, XrResult *out_value);

#endif
