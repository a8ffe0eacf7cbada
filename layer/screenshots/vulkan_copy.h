/* SPDX-License-Identifier: MIT */
/*
 * vulkan_copy: copies of an app's Vulkan images in the processor's memory.
 *
 * Vulkan is reached through the loader that the app has loaded; nothing is linked. A copy is
 * recorded and submitted to the app's queue while the app keeps that still, which it does inside
 * xrReleaseSwapchainImage (XR_KHR_vulkan_enable, "Concurrency"): so us_vulkan_copy_begin is for
 * there, before the call goes down, when the image is still the app's queue's and in
 * COLOR_ATTACHMENT_OPTIMAL. Everything else may be called on any thread. Copies wait for nothing
 * but each other's submission.
 *
 * The copies, at most US_VULKAN_COPY_MAX and half a gigabyte, are kept and used again. After an
 * error of Vulkan there are no more.
 */
#ifndef US_VULKAN_COPY_H
#define US_VULKAN_COPY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { US_VULKAN_COPY_MAX = 64 };

struct us_vulkan_copy;
struct us_image_copy;

/* An image whose first mip level is copied, with all its array layers. */
struct us_vulkan_image {
    uint64_t handle; /* VkImage */
    uint32_t width_px, height_px, layer_count;
    size_t pixel_size;
};

/* `binding` is an XrGraphicsBindingVulkanKHR. NULL, and why. */
struct us_vulkan_copy *us_vulkan_copy_create(const void *binding, const char **out_why);
/* Waits for copies that are under way. NULL is fine. */
void us_vulkan_copy_destroy(struct us_vulkan_copy *vulkan);

/* Why there is no copy for now: all are held, and room comes when one is dropped. */
extern const char us_vulkan_copy_full[];

/* Begin a copy, which the caller then holds; NULL, and why. */
struct us_image_copy *us_vulkan_copy_begin(struct us_vulkan_copy *vulkan,
                                           const struct us_vulkan_image *image,
                                           const char **out_why);
/* One more holder, and one less; what nobody holds may be used again. NULL is fine for the second.
 */
void us_vulkan_copy_ref(struct us_image_copy *copy);
void us_vulkan_copy_unref(struct us_image_copy *copy);

/* Wait until a copy is there: its layers one after the other, rows without gaps, good for as long
 * as it is held. NULL, and why. */
const uint8_t *us_vulkan_copy_wait(struct us_vulkan_copy *vulkan, struct us_image_copy *copy,
                                   const char **out_why);

/* Wait until nothing that was submitted reads an image any more; before images are destroyed. */
void us_vulkan_copy_wait_idle(struct us_vulkan_copy *vulkan);

#endif
