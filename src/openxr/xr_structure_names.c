/* SPDX-License-Identifier: MIT */
#include "openxr/xr_names.h"

#include <stddef.h>

#define CASE(name, value)                                                                          \
    case name:                                                                                     \
        return #name;

const char *us_xr_names_structure(XrStructureType type)
{
    switch (type) {
        XR_LIST_ENUM_XrStructureType(CASE) default : return NULL;
    }
}
