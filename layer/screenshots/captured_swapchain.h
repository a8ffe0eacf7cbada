/* SPDX-License-Identifier: MIT */
/*
 * captured_swapchain: one XrSwapchain of a session that takes screenshots: its images, which of
 * them the app has acquired, and a copy of the image that the app released last.
 *
 * An image is copied when the app releases it, and not when the frame is submitted. After the
 * release it belongs to the runtime, which may change its layout at any time.
 */
#ifndef US_CAPTURED_SWAPCHAIN_H
#define US_CAPTURED_SWAPCHAIN_H

#include <stdbool.h>

#include "layer/state/session.h"
#include "layer/screenshots/screenshot_writer.h"
#include "openxr/xr.h"

struct us_captured_swapchain {
    struct us_node node;
    struct us_session *session;
    XrSwapchain handle;
    XrSwapchainCreateInfo info; /* as the app passed it, without the `next` chain */

    struct us_image_copier *copier;          /* of the session's screenshots */
    int64_t pixels;                          /* the format of the copies (image_copy.h) */
    uint64_t images[US_IMAGE_COPIER_IMAGES]; /* VkImage, name of a texture or ID3D11Texture2D * */
    uint32_t image_count;
    char why_not[96]; /* why its images cannot be captured; "": they can be */

    /* The acquired images, as a ring in the order of acquisition. OpenXR synchronizes the calls for
     * one swapchain externally. */
    uint32_t acquired[US_IMAGE_COPIER_IMAGES], first, acquired_count;
    bool waited; /* xrWaitSwapchainImage returned for the first acquired image */

    struct us_image_copy *copy; /* of the image released last; holds a reference; or NULL */
    const char *why_no_copy;    /* why `copy` is NULL; NULL: no copy was wanted */
};

/* Returns NULL if the layer does not capture the swapchain. */
struct us_captured_swapchain *us_captured_swapchain_find(XrSwapchain handle);

/* Copies `info` to `*out_info` and adds the usage that images need to be copied. Returns false if
 * such images cannot be captured. */
bool us_captured_swapchain_make_info(const struct us_image_copier *copier,
                                     const XrSwapchainCreateInfo *info,
                                     XrSwapchainCreateInfo *out_info);

/* Adds a swapchain to the handle table. `readable`: the runtime accepted the info of
 * us_captured_swapchain_make_info. */
void us_captured_swapchain_add(struct us_session *session, struct us_image_copier *copier,
                               XrSwapchain handle, const XrSwapchainCreateInfo *info,
                               bool readable);

/* xrAcquireSwapchainImage or xrWaitSwapchainImage succeeded. */
void us_captured_swapchain_on_acquire(struct us_captured_swapchain *swapchain, uint32_t index);
void us_captured_swapchain_on_wait(struct us_captured_swapchain *swapchain);

/* Begins a copy of the image that the app is about to release. The caller owns the reference.
 * Returns NULL if there is no copy: `*out_why` is the reason, or NULL if the app has no image. */
struct us_image_copy *us_captured_swapchain_copy(const struct us_captured_swapchain *swapchain,
                                                 const char **out_why);
/* xrReleaseSwapchainImage succeeded. The swapchain takes over the reference to `copy`. */
void us_captured_swapchain_on_release(struct us_captured_swapchain *swapchain,
                                      struct us_image_copy *copy, const char *why_no_copy);

/* Fills `*out_screenshot`, except for the name, with the newest copy and the region that a
 * composition layer displays. Returns false, with the reason in `*out_why`, if there is no copy. */
bool us_captured_swapchain_find_region(const XrSwapchainSubImage *part,
                                       struct us_screenshot *out_screenshot, const char **out_why);

#endif
