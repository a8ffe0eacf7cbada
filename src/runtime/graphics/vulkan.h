/* SPDX-License-Identifier: MIT */
/*
 * Vulkan as a session uses it: the functions that the runtime calls, the app's device, and the
 * images behind a swapchain.
 */
#ifndef RT_RUNTIME_VULKAN_H
#define RT_RUNTIME_VULKAN_H

#include <stdbool.h>

#include "runtime/base/xr.h"

/*
 * The functions of Vulkan that the runtime calls. They are looked up in the Vulkan loader when an
 * app first wants Vulkan, so that the runtime can be loaded on a machine that has none. Under the
 * runtime's lock.
 */

struct rt_vulkan_functions {
#define RT_VULKAN_FUNCTION(name) PFN_##name name;
#include "runtime/graphics/vulkan_functions.def"
#undef RT_VULKAN_FUNCTION
};

/* All NULL until rt_vulkan_functions_load has returned true, and never NULL after that. */
extern struct rt_vulkan_functions rt_vulkan_functions;

/* Loads the Vulkan loader and keeps it until the process ends. Returns true at once if that is done
 * already. If it cannot be loaded, it says so on standard error and returns false. */
bool rt_vulkan_functions_load(void);

/*
 * The app's Vulkan device, as a session uses it. Under the runtime's lock. XR_KHR_vulkan_enable
 * forbids the app to use its queue at the same time.
 */

struct rt_vulkan {
    VkPhysicalDevice physical; /* VK_NULL_HANDLE: rt_vulkan_init has failed */
    VkDevice device;
    VkQueue queue;
    VkCommandPool pool;
    VkCommandBuffer commands;
    VkFence fence;
};

/* XR_ERROR_GRAPHICS_DEVICE_INVALID where the binding is incomplete, XR_ERROR_RUNTIME_FAILURE
 * where Vulkan fails. */
XrResult rt_vulkan_init(struct rt_vulkan *vulkan, const XrGraphicsBindingVulkanKHR *binding);

/* Waits for the GPU. Does nothing where rt_vulkan_init has failed. */
void rt_vulkan_finish(struct rt_vulkan *vulkan);

/* The GPU has executed the commands recorded after `begin` when `run` returns. */
XrResult rt_vulkan_begin(struct rt_vulkan *vulkan);
XrResult rt_vulkan_run(struct rt_vulkan *vulkan);

/* Records a full barrier that moves the whole image to another layout. */
void rt_vulkan_move(struct rt_vulkan *vulkan, VkImage image, VkImageAspectFlags aspect,
                    VkImageLayout from, VkImageLayout to);

/* Allocates memory of a type that is allowed and has the properties. VK_NULL_HANDLE where there is
 * none. */
VkDeviceMemory rt_vulkan_allocate(const struct rt_vulkan *vulkan, const VkMemoryRequirements *needs,
                                  VkMemoryPropertyFlags properties);

/* An image behind a swapchain. */
struct rt_vulkan_image {
    VkImage image;
    VkDeviceMemory memory;
    bool ready; /* it has the layout that XR_KHR_vulkan_enable demands */
};

#endif
