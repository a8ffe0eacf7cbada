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
#include "runtime/vulkan/vulkan_functions.def"
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

/* The images behind a swapchain, and the formats they may have. Under the runtime's lock. */

#define RT_VULKAN_IMAGE_FORMATS 8

struct rt_vulkan_image {
    VkImage image;
    VkDeviceMemory memory;
    bool ready; /* the images have the layout that XR_KHR_vulkan_enable demands */
};

/* The formats that the device can render to, best first. Returns how many. */
uint32_t rt_vulkan_image_formats(const struct rt_vulkan *vulkan,
                                 int64_t out_formats[RT_VULKAN_IMAGE_FORMATS]);

/* Whether the format is a depth format. */
bool rt_vulkan_image_is_depth(int64_t format);

XrResult rt_vulkan_image_init(struct rt_vulkan_image *image, const struct rt_vulkan *vulkan,
                              const XrSwapchainCreateInfo *info);

/* The device must be idle (rt_vulkan_wait_idle). */
void rt_vulkan_image_finish(struct rt_vulkan_image *image, const struct rt_vulkan *vulkan);

/* Gives an image its first layout: an app gets colour attachments in COLOR_ATTACHMENT_OPTIMAL and
 * depth in DEPTH_STENCIL_ATTACHMENT_OPTIMAL (XR_KHR_vulkan_enable). Uses the queue. */
XrResult rt_vulkan_image_make_ready(struct rt_vulkan_image *image, struct rt_vulkan *vulkan,
                                    int64_t format);

/* Reading a Vulkan app's images. Under the runtime's lock; uses the app's queue. */

/* Reads a rectangle of a layer of a colour image as sRGB bytes and a linear alpha, four bytes a
 * pixel: rows without gaps, from top to bottom. */
bool rt_vulkan_read(const struct rt_vulkan_image *image, struct rt_vulkan *vulkan, int64_t format,
                    const XrRect2Di *rect, uint32_t layer, uint8_t *out_rgba);

#endif
