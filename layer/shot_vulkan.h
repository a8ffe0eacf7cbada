/* SPDX-License-Identifier: MIT */
/*
 * shot_vulkan: copies of an app's Vulkan images in the processor's memory.
 *
 * Vulkan is reached through the loader that the app has loaded; nothing is linked. A copy is
 * recorded and submitted to the app's queue while the app keeps that still, which it does inside
 * xrReleaseSwapchainImage (XR_KHR_vulkan_enable, "Concurrency"): so us_shot_vulkan_copy is for
 * there, before the call goes down, when the image is still the app's queue's and in
 * COLOR_ATTACHMENT_OPTIMAL. Everything else may be called on any thread. Copies wait for nothing
 * but each other's submission.
 *
 * The copies, at most US_SHOT_COPIES and half a gigabyte, are kept and used again. After an error
 * of Vulkan there are no more.
 */
#ifndef US_SHOT_VULKAN_H
#define US_SHOT_VULKAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { US_SHOT_COPIES = 64 };

struct us_shot_vulkan;
struct us_shot_copy;

/* An image whose first mip level is copied, with all its array layers. */
struct us_shot_image {
    uint64_t handle; /* VkImage */
    uint32_t width_px, height_px, layer_count;
    size_t pixel_size;
};

/* `binding` is an XrGraphicsBindingVulkanKHR. NULL, and why. */
struct us_shot_vulkan *us_shot_vulkan_create(const void *binding, const char **out_why);
/* Waits for copies that are under way. NULL is fine. */
void us_shot_vulkan_destroy(struct us_shot_vulkan *vulkan);

/* Why there is no copy for now: all are held, and room comes when one is dropped. */
extern const char us_shot_vulkan_full[];

/* Begin a copy, which the caller then holds; NULL, and why. */
struct us_shot_copy *us_shot_vulkan_copy(struct us_shot_vulkan *vulkan,
                                         const struct us_shot_image *image, const char **out_why);
/* One more holder, and one less; what nobody holds may be used again. NULL is fine for the second.
 */
void us_shot_vulkan_hold(struct us_shot_copy *copy);
void us_shot_vulkan_drop(struct us_shot_copy *copy);

/* Wait until a copy is there: its layers one after the other, rows without gaps, good for as long
 * as it is held. NULL, and why. */
const uint8_t *us_shot_vulkan_wait(struct us_shot_vulkan *vulkan, struct us_shot_copy *copy,
                                   const char **out_why);

/* Wait until nothing that was submitted reads an image any more; before images are destroyed. */
void us_shot_vulkan_settle(struct us_shot_vulkan *vulkan);

#endif
