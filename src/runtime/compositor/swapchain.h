// SPDX-License-Identifier: MIT
// A swapchain: a ring of images that an app acquires, waits for and releases in order (OpenXR,
// "Swapchain Image Management"). Under the runtime's lock.
#ifndef RT_RUNTIME_SWAPCHAIN_H
#define RT_RUNTIME_SWAPCHAIN_H

#include "runtime/session/session.h"

#define RT_SWAPCHAIN_IMAGES 3u
#define RT_SWAPCHAIN_NO_IMAGE UINT32_MAX

struct rt_swapchain {
    struct rt_object object;
    XrSwapchainCreateInfo info; // `next` is not kept
    union rt_image images[RT_SWAPCHAIN_IMAGES];
    uint32_t image_count;   // 1 for a static one
    uint32_t next;          // the image that is acquired next
    uint32_t acquired;      // number of images acquired and not yet released
    bool waited;            // the app waited for the oldest of them
    uint32_t last_released; // the image that a layer shows; RT_SWAPCHAIN_NO_IMAGE before the first
                            // release
};

#endif
