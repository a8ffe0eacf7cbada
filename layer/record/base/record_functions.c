/* SPDX-License-Identifier: MIT */
#include "layer/record/base/record_functions.h"

#include <string.h>

#define LOAD(out, name, get)                                                                       \
    function = NULL;                                                                               \
    (out)->name =                                                                                  \
        XR_SUCCEEDED(get(instance, #name, &function)) ? (PFN_##name)function : (PFN_##name)NULL;

#define FIND(in, function_name)                                                                    \
    if (strcmp(name, #function_name) == 0)                                                         \
        return (in)->function_name != NULL ? (PFN_xrVoidFunction)us_record_watch_##function_name   \
                                           : NULL;

void us_record_functions_load(struct us_record_functions *functions,
                              const struct us_instance *instance, us_record_get get,
                              us_record_get get_own)
{
    PFN_xrVoidFunction function;
#define US_RECORD_WATCH(name) LOAD(functions, name, get)
#define US_RECORD_LOCATE(name) LOAD(functions, name, get_own)
#define US_RECORD_CALL(name) LOAD(functions, name, get_own)
#include "layer/record/base/record_functions.def"
#undef US_RECORD_WATCH
#undef US_RECORD_LOCATE
#undef US_RECORD_CALL
}

void us_record_told_load(struct us_record_told *told, const struct us_instance *instance,
                         us_record_get get)
{
    PFN_xrVoidFunction function;
#define US_RECORD_WATCH(name)
#define US_RECORD_LOCATE(name) LOAD(told, name, get)
#define US_RECORD_CALL(name)
#include "layer/record/base/record_functions.def"
#undef US_RECORD_WATCH
#undef US_RECORD_LOCATE
#undef US_RECORD_CALL
}

PFN_xrVoidFunction us_record_functions_find(const struct us_record_functions *functions,
                                            const char *name)
{
#define US_RECORD_WATCH(function_name) FIND(functions, function_name)
#define US_RECORD_LOCATE(function_name)
#define US_RECORD_CALL(function_name)
#include "layer/record/base/record_functions.def"
#undef US_RECORD_WATCH
#undef US_RECORD_LOCATE
#undef US_RECORD_CALL
    return NULL;
}

PFN_xrVoidFunction us_record_told_find(const struct us_record_told *told, const char *name)
{
#define US_RECORD_WATCH(function_name)
#define US_RECORD_LOCATE(function_name) FIND(told, function_name)
#define US_RECORD_CALL(function_name)
#include "layer/record/base/record_functions.def"
#undef US_RECORD_WATCH
#undef US_RECORD_LOCATE
#undef US_RECORD_CALL
    return NULL;
}
