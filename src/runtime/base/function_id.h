/* SPDX-License-Identifier: MIT */
/* A number for each OpenXR function of the runtime. functions.def lists them. Any thread. */
#ifndef RT_RUNTIME_FUNCTION_ID_H
#define RT_RUNTIME_FUNCTION_ID_H

#include <stdbool.h>

enum rt_function_id {
#define RT_FUNCTION(name, extension) RT_FUNCTION_##name,
#include "runtime/base/functions.def"
#undef RT_FUNCTION
    RT_FUNCTION_COUNT,
};

/* Such as "xrEndFrame". */
const char *rt_function_name(enum rt_function_id id);

/* Whether the runtime has a function of that name. */
bool rt_function_exists(const char *name);

#endif
