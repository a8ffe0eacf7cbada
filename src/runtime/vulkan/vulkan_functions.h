/* SPDX-License-Identifier: MIT */
/*
 * The functions of Vulkan that the runtime calls. They are looked up in the Vulkan loader when an
 * app first wants Vulkan, so that the runtime can be loaded on a machine that has none. Under the
 * runtime's lock.
 */
#ifndef RT_RUNTIME_VULKAN_FUNCTIONS_H
#define RT_RUNTIME_VULKAN_FUNCTIONS_H

#include <stdbool.h>

#include "runtime/base/xr.h"

struct rt_vulkan_functions {
#define RT_VULKAN_FUNCTION(name) PFN_##name name;
#include "runtime/vulkan/vulkan_functions.def"
#undef RT_VULKAN_FUNCTION
};

/* All NULL until rt_vulkan_functions_load has returned true, and never NULL after that. */
extern struct rt_vulkan_functions rt_vulkan_functions;

/* Loads the Vulkan loader and keeps it until the process ends. Returns true at once if that is done
 * already. If it cannot be loaded, it says so on standard error and returns false. */
bool rt_vulkan_functions_load(void);

#endif
