// SPDX-License-Identifier: MIT
// A swapchain: a ring of images that an app acquires, waits for and releases in order (OpenXR,
// "Swapchain Image Management"). Under the runtime's lock.
#ifndef US_RUNTIME_SWAPCHAIN_H
#define US_RUNTIME_SWAPCHAIN_H

#include "session.h"
#include "vulkan_image.h"

#define US_SWAPCHAIN_IMAGES 3u
#define US_SWAPCHAIN_NO_IMAGE UINT32_MAX

struct us_swapchain {
    struct us_object object;
    XrSwapchainCreateInfo info; // `next` is not kept
    struct us_vulkan_image images[US_SWAPCHAIN_IMAGES];
    uint32_t image_count;   // 1 for a static one
    uint32_t next;          // the image that is acquired next
    uint32_t acquired;      // how many are acquired and not yet released
    bool waited;            // the oldest of them was waited for
    uint32_t last_released; // what a layer shows; US_SWAPCHAIN_NO_IMAGE before the first release
};

#endif
