/* SPDX-License-Identifier: MIT */
/*
 * vulkan_copy: copies an app's Vulkan images to host memory.
 *
 * The layer does not link to Vulkan; it finds the functions through the Vulkan loader that the app
 * has loaded.
 *
 * us_vulkan_copy_begin submits to the app's queue, so the app must not use the queue meanwhile. The
 * app guarantees this inside xrReleaseSwapchainImage (XR_KHR_vulkan_enable, "Concurrency"). Call
 * us_vulkan_copy_begin there, before calling down: at that time the app's queue still owns the
 * image, and its layout is COLOR_ATTACHMENT_OPTIMAL. Any thread may call the other functions. A
 * mutex guards the submission, so a copy may wait for the submission of another one.
 *
 * The module keeps and reuses at most US_IMAGE_COPY_MAX copies with
 * US_IMAGE_COPY_MEMORY_MAX bytes together.
 * After a Vulkan error it makes no more copies.
 */
#ifndef US_VULKAN_COPY_H
#define US_VULKAN_COPY_H

#include <stdint.h>

#include "layer/screenshots/copy/image_copy.h"

struct us_vulkan_copy;

/* `binding` is an XrGraphicsBindingVulkanKHR. Returns NULL, with the reason in `*out_why`, if it
 * fails.
 */
struct us_vulkan_copy *us_vulkan_copy_create(const void *binding, const char **out_why);
/* Waits for submitted copies. Accepts NULL. */
void us_vulkan_copy_destroy(struct us_vulkan_copy *vulkan);

/* Submits a copy; the caller owns one reference. Returns NULL, with the reason in `*out_why`, if it
 * fails. */
struct us_image_copy *us_vulkan_copy_begin(struct us_vulkan_copy *vulkan,
                                           const struct us_image_source *image,
                                           const char **out_why);
/* Waits until the device has finished a copy, and returns its bytes: the array layers one after the
 * other, rows without padding, valid while the caller has a reference. Returns NULL, with the
 * reason in `*out_why`, if it fails. */
const uint8_t *us_vulkan_copy_wait(struct us_vulkan_copy *vulkan, struct us_image_copy *copy,
                                   const char **out_why);

/* Waits until the device has finished all copies. Call it before images are destroyed. */
void us_vulkan_copy_wait_idle(struct us_vulkan_copy *vulkan);

#endif
