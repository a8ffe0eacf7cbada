/* SPDX-License-Identifier: MIT */
/*
 * dispatch: one pointer for each OpenXR function that the layer touches (functions.def), and the
 * functions' names.
 */
#ifndef US_DISPATCH_H
#define US_DISPATCH_H

#include "layer/setup/extensions.h"
#include "openxr/xr.h"

enum us_function {
#define US_FUNCTION(name, extension, handle, parameters, arguments) US_FUNCTION_##name,
#include "layer/setup/functions.def"
#undef US_FUNCTION
    US_FUNCTION_COUNT
};

/* The functions of one place in the chain of calls; NULL: there is none. `of` are the same pointers
 * by number. */
struct us_dispatch {
    union {
        struct {
#define US_FUNCTION(name, extension, handle, parameters, arguments) PFN_##name name;
#include "layer/setup/functions.def"
#undef US_FUNCTION
        };
        PFN_xrVoidFunction of[US_FUNCTION_COUNT];
    };
};

/* Asks `get` for every function. A missing function is not an error. */
void us_dispatch_load(struct us_dispatch *out, PFN_xrGetInstanceProcAddr get, XrInstance instance);

/* The names in the order of enum us_function, for example "xrLocateSpace". */
extern const char *const us_function_names[US_FUNCTION_COUNT];
/* US_FUNCTION_COUNT: no function of the table has that name. */
enum us_function us_function_find(const char *name);
/* The extension that the app must have enabled; US_EXTENSION_CORE: none. */
#define US_EXTENSION_CORE US_EXTENSION_COUNT
enum us_extension us_function_extension(enum us_function function);

#endif
