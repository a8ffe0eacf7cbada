/* SPDX-License-Identifier: MIT */
#include "layer/setup/stage.h"

#include <string.h>

const char *const us_function_names[US_FUNCTION_COUNT] = {
#define US_FUNCTION(name, extension, handle, parameters, arguments) #name,
#include "layer/setup/functions.def"
#undef US_FUNCTION
};

enum us_function us_function_find(const char *name)
{
    int at = 0;
    while (at < US_FUNCTION_COUNT && strcmp(us_function_names[at], name) != 0)
        at++;
    return (enum us_function)at;
}

void us_dispatch_load(struct us_dispatch *out, PFN_xrGetInstanceProcAddr get, XrInstance instance)
{
    for (int i = 0; i < US_FUNCTION_COUNT; i++) {
        PFN_xrVoidFunction function = NULL;
        out->of[i] = XR_SUCCEEDED(get(instance, us_function_names[i], &function)) ? function : NULL;
    }
}

enum us_extension us_function_extension(enum us_function function)
{
    static const enum us_extension extensions[US_FUNCTION_COUNT] = {
#define US_FUNCTION(name, extension, handle, parameters, arguments) US_EXTENSION_##extension,
#include "layer/setup/functions.def"
#undef US_FUNCTION
    };
    return extensions[function];
}
