/* SPDX-License-Identifier: MIT */
/*
 * image_copier: copies the swapchain images of a session to host memory, whichever API the app
 * draws with: vulkan_copy.h, opengl_copy.h or d3d11_copy.h.
 */
#ifndef US_IMAGE_COPIER_H
#define US_IMAGE_COPIER_H

#include <stdbool.h>

#include "layer/screenshots/copy/image_copy.h"
#include "openxr/xr.h"

struct us_image_copier;

/* `info` is that of a session that the runtime has just created. Returns NULL if it fails:
 * `*out_app` says what kind of app cannot be captured, for example "a Direct3D 12 app"; or it is
 * NULL, and `*out_why` is the reason. */
struct us_image_copier *us_image_copier_create(const XrSessionCreateInfo *info,
                                               const char **out_app, const char **out_why);
/* Waits for copies that are being made. Accepts NULL. */
void us_image_copier_destroy(struct us_image_copier *copier);

/* What the copies of a swapchain with that format hold. */
struct us_image_copier_format {
    int64_t pixels;   /* as image_copy.h numbers formats; 0: such images cannot be copied */
    const char *name; /* of the swapchain's format; NULL: it is not known */
    const char *kind; /* "VkFormat", "OpenGL format" or "DXGI format" */
};
struct us_image_copier_format us_image_copier_format(const struct us_image_copier *copier,
                                                     int64_t format);
/* Whether the lowest row of a copy comes first, and the origin of rectangles is at the bottom. */
bool us_image_copier_is_bottom_up(const struct us_image_copier *copier);
/* What the app must add to the usage of images that are to be copied. */
XrSwapchainUsageFlags us_image_copier_usage(const struct us_image_copier *copier);

/* The images of a swapchain at most. */
enum { US_IMAGE_COPIER_IMAGES = 32 };
/* Finds the handles of a swapchain's images. Returns false if it fails, or there are more. */
bool us_image_copier_find_images(const struct us_image_copier *copier,
                                 PFN_xrEnumerateSwapchainImages enumerate, XrSwapchain swapchain,
                                 uint32_t *out_count, uint64_t out_handles[US_IMAGE_COPIER_IMAGES]);

/* Begins a copy inside of xrReleaseSwapchainImage, before calling down; the caller owns one
 * reference. Returns NULL, with the reason in `*out_why`, if it fails. */
struct us_image_copy *us_image_copier_begin(struct us_image_copier *copier,
                                            const struct us_image_source *image,
                                            const char **out_why);
/* Waits until a copy is complete, and returns its bytes: the array layers one after the other, rows
 * without padding, valid while the caller has a reference. Returns NULL, with the reason in
 * `*out_why`, if it fails. */
const uint8_t *us_image_copier_wait(struct us_image_copier *copier, struct us_image_copy *copy,
                                    const char **out_why);
/* Waits until all copies are complete. Call it before images are destroyed. */
void us_image_copier_wait_idle(struct us_image_copier *copier);

#endif
