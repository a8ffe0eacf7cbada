/* SPDX-License-Identifier: MIT */
#include "runtime/vulkan/vulkan_functions.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#define LIBRARY "libvulkan.so.1"

struct rt_vulkan_functions rt_vulkan_functions;

static bool look_up(void *library, struct rt_vulkan_functions *out)
{
    void *symbol;
    bool all = true;
    /* C has no cast from void * to a function. */
#define RT_VULKAN_FUNCTION(name)                                                                   \
    symbol = dlsym(library, #name);                                                                \
    memcpy(&out->name, &symbol, sizeof symbol);                                                    \
    all = all && symbol != NULL;
#include "runtime/vulkan/vulkan_functions.def"
#undef RT_VULKAN_FUNCTION
    return all;
}

bool rt_vulkan_functions_load(void)
{
    static bool is_loaded;
    struct rt_vulkan_functions functions = {0};
    if (is_loaded)
        return true;
    void *library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL || !look_up(library, &functions)) {
        const char *reason = dlerror();
        fprintf(stderr,
                "understudy headless: the app wants Vulkan, but the Vulkan loader cannot be used: "
                "%s; install it (Debian's package is libvulkan1)\n",
                reason != NULL ? reason : LIBRARY);
        if (library != NULL)
            dlclose(library);
        return false;
    }
    rt_vulkan_functions = functions;
    is_loaded = true;
    return true;
}
