/* SPDX-License-Identifier: MIT */
/* A runtime and a loader that call a function which nobody has. */
#include <stdint.h>

#define EXPORT __attribute__((visibility("default")))

EXPORT int32_t xrNegotiateLoaderRuntimeInterface(const void *info, void *request);
EXPORT int32_t xrCreateInstance(const void *info, void *out_instance);
int32_t us_no_such_function(void);

int32_t xrNegotiateLoaderRuntimeInterface(const void *info, void *request)
{
    (void)info, (void)request;
    return us_no_such_function();
}

int32_t xrCreateInstance(const void *info, void *out_instance)
{
    (void)info, (void)out_instance;
    return us_no_such_function();
}
