/* SPDX-License-Identifier: MIT */
/* What only a runtime needs. */
#include "openxr/xr_names.h"

#include <stddef.h>
#include <string.h>

bool us_xr_names_find_result(const char *name, XrResult *out_result)
{
#define RESULT(symbol, value) {value, #symbol},
    static const struct {
        int64_t value;
        const char *name;
    } results[] = {XR_LIST_ENUM_XrResult(RESULT)};
    for (size_t i = 0; i < sizeof results / sizeof results[0]; i++) {
        if (strcmp(results[i].name, name) == 0) {
            *out_result = (XrResult)results[i].value;
            return true;
        }
    }
    return false;
}
