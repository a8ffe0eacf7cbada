/* SPDX-License-Identifier: MIT */
#include "runtime/vulkan/vulkan_functions.h"

#include <stdio.h>

#include "platform/library.h"

struct rt_vulkan_functions rt_vulkan_functions;

static bool look_up(struct rt_vulkan_functions *out)
{
    bool all = true;
#define RT_VULKAN_FUNCTION(name)                                                                   \
    out->name = (PFN_##name)us_library_find(US_LIBRARY_VULKAN, #name);                             \
    all = all && out->name != NULL;
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
    char reason[512] = US_LIBRARY_VULKAN " lacks a function of Vulkan 1.0";
    if (!us_library_load(US_LIBRARY_VULKAN, reason, sizeof reason) || !look_up(&functions)) {
        fprintf(stderr,
                "understudy headless: the app wants Vulkan, but the Vulkan loader cannot be used: "
                "%s; install it (Debian's package is libvulkan1)\n",
                reason);
        return false;
    }
    rt_vulkan_functions = functions;
    is_loaded = true;
    return true;
}
