// SPDX-License-Identifier: MIT
// Reading a Vulkan app's images. Under the runtime's lock; uses the app's queue.
#ifndef RT_RUNTIME_VULKAN_READ_H
#define RT_RUNTIME_VULKAN_READ_H

#include "runtime/vulkan/vulkan_image.h"

// Reads a rectangle of a colour image as sRGB bytes: rows `stride` bytes apart, from top to bottom.
bool rt_vulkan_read(const struct rt_vulkan_image *image, struct rt_vulkan *vulkan, int64_t format,
                    const XrSwapchainSubImage *part, uint8_t *out_rgb, size_t stride);

#endif
