/* SPDX-License-Identifier: MIT */
#include "runtime/base/xr.h"

#include <string.h>

static const char *const names[RT_FUNCTION_COUNT] = {
#define RT_FUNCTION(name, extension) [RT_FUNCTION_##name] = #name,
#include "runtime/base/functions.def"
#undef RT_FUNCTION
};

const char *rt_function_name(enum rt_function_id id)
{
    return names[id];
}

bool rt_function_exists(const char *name)
{
    for (enum rt_function_id id = 0; id < RT_FUNCTION_COUNT; id++)
        if (strcmp(names[id], name) == 0)
            return true;
    return false;
}
