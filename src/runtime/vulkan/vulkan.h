/* SPDX-License-Identifier: MIT */
/*
 * The app's Vulkan device, as a session uses it. Under the runtime's lock. XR_KHR_vulkan_enable
 * forbids the app to use its queue at the same time.
 */
#ifndef RT_RUNTIME_VULKAN_H
#define RT_RUNTIME_VULKAN_H

#include "runtime/base/xr.h"

struct rt_vulkan {
    VkPhysicalDevice physical; /* VK_NULL_HANDLE: a session without graphics */
    VkDevice device;
    VkQueue queue;
    VkCommandPool pool;
    VkCommandBuffer commands;
    VkFence fence;
};

/* XR_ERROR_GRAPHICS_DEVICE_INVALID where the binding is incomplete, XR_ERROR_RUNTIME_FAILURE
 * where Vulkan fails. */
XrResult rt_vulkan_init(struct rt_vulkan *vulkan, const XrGraphicsBindingVulkanKHR *binding);

/* Does nothing for a session without graphics. */
void rt_vulkan_finish(struct rt_vulkan *vulkan);

/* Waits until the GPU has executed all that the app has submitted to any queue of the device. Call
 * it before anything is destroyed that the app's commands may use. Does nothing for a session
 * without graphics. */
void rt_vulkan_wait_idle(const struct rt_vulkan *vulkan);

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

#endif
