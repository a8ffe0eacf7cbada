// SPDX-License-Identifier: MIT
// Reading a Vulkan app's images. Under the runtime's lock; uses the app's queue.
#ifndef RT_RUNTIME_VULKAN_READ_H
#define RT_RUNTIME_VULKAN_READ_H

#include "runtime/vulkan/vulkan_image.h"

// Reads a rectangle of a layer of a colour image as sRGB bytes and a linear alpha, four bytes a
// pixel: rows without gaps, from top to bottom.
bool rt_vulkan_read(const struct rt_vulkan_image *image, struct rt_vulkan *vulkan, int64_t format,
                    const XrRect2Di *rect, uint32_t layer, uint8_t *out_rgba);

#endif
