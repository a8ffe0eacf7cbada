/* SPDX-License-Identifier: MIT */
/* The names that only a runtime needs. They are a file of their own, so that the layer does not
 * carry hundreds of names of structs. */
#include "openxr/xr_names.h"

#include <stddef.h>
#include <string.h>

#define CASE(name, value)                                                                          \
    case name:                                                                                     \
        return #name;

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

const char *us_xr_names_structure(XrStructureType type)
{
    switch (type) {
        XR_LIST_ENUM_XrStructureType(CASE) default : return NULL;
    }
}
