/* SPDX-License-Identifier: MIT */
/* The images behind a swapchain, and the formats they may have. Under the runtime's lock. */
#ifndef RT_RUNTIME_VULKAN_IMAGE_H
#define RT_RUNTIME_VULKAN_IMAGE_H

#include <stdbool.h>

#include "runtime/vulkan/vulkan.h"

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
