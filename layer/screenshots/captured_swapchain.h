/* SPDX-License-Identifier: MIT */
/*
 * captured_swapchain: one XrSwapchain of a session that pictures are taken of: its images, which of
 * them the app has, and the copy of the one that it gave back last.
 *
 * An image is copied when the app gives it back, and not when the frame is submitted: it belongs to
 * the runtime in between, which may have moved it elsewhere already.
 */
#ifndef US_CAPTURED_SWAPCHAIN_H
#define US_CAPTURED_SWAPCHAIN_H

#include <stdbool.h>

#include "layer/state/session.h"
#include "layer/screenshots/screenshot_writer.h"
#include "openxr/xr.h"

enum { US_CAPTURED_SWAPCHAIN_IMAGES = 32 };

struct us_captured_swapchain {
    struct us_node node;
    struct us_session *session;
    XrSwapchain handle;
    XrSwapchainCreateInfo info; /* as the app asked for it, without its chain */

    uint64_t images[US_CAPTURED_SWAPCHAIN_IMAGES]; /* VkImage */
    uint32_t image_count;
    char why_not[96]; /* pictures cannot be taken of it; "": they can */

    /* What the app has, in the order in which it asked for them. A swapchain's calls are externally
     * synchronised. */
    uint32_t acquired[US_CAPTURED_SWAPCHAIN_IMAGES], first, acquired_count;
    bool waited; /* the first of them is the app's to draw */

    /* Of the image given back last: held, or NULL and why. */
    struct us_image_copy *copy;
    const char *why_no_copy;
};

struct us_captured_swapchain *us_captured_swapchain_find(XrSwapchain handle);

/* What xrCreateSwapchain is to be given in place of the app's, so that pictures can be taken; false
 * if they cannot. */
bool us_captured_swapchain_make_info(const XrSwapchainCreateInfo *info,
                                     XrSwapchainCreateInfo *out_info);

/* Put a swapchain into the table; `readable`: it was made as us_captured_swapchain_make_info said.
 */
void us_captured_swapchain_add(struct us_session *session, XrSwapchain handle,
                               const XrSwapchainCreateInfo *info, bool readable);

/* After such a call succeeded. */
void us_captured_swapchain_on_acquire(struct us_captured_swapchain *swapchain, uint32_t index);
void us_captured_swapchain_on_wait(struct us_captured_swapchain *swapchain);

/* Begin a copy of the image that the app is about to give back. NULL: there is none; `*out_why`
 * says why, or is NULL if the app has no image. */
struct us_image_copy *us_captured_swapchain_copy(const struct us_captured_swapchain *swapchain,
                                                 struct us_vulkan_copy *vulkan,
                                                 const char **out_why);
/* After it succeeded. Holds the copy from then on. */
void us_captured_swapchain_on_release(struct us_captured_swapchain *swapchain,
                                      struct us_image_copy *copy, const char *why_no_copy);

/* The part of the newest copy that a layer shows: all but the name. False, and why. */
bool us_captured_swapchain_find_region(const XrSwapchainSubImage *part,
                                       struct us_screenshot *out_screenshot, const char **out_why);

#endif
