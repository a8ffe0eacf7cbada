/* SPDX-License-Identifier: MIT */
/*
 * screenshots: the pictures of what an app submits that UNDERSTUDY_SHOOT asks for, of one session.
 *
 * Whether a frame is wanted is decided when the app has waited for it; a wanted frame's images are
 * copied when the app gives them back, and files are made of the copies when the frame was
 * submitted, on a thread of their own. Of a frame that is not wanted, an app's threads notice a few
 * comparisons; without UNDERSTUDY_SHOOT there is no us_screenshots, and the swapchain functions are
 * not the layer's. A wanted frame costs the recording and the submission of a copy: the one case in
 * which a frame's calls allocate, lock or log. With the frame clock they also wait where earlier
 * pictures are still being written, so that none is left out.
 *
 * What cannot be taken is said in the log. Nothing here fails an app's call.
 */
#ifndef US_SCREENSHOTS_H
#define US_SCREENSHOTS_H

#include <stdbool.h>

#include "layer/state/session.h"
#include "layer/screenshots/vulkan_copy.h"
#include "openxr/xr.h"

struct us_screenshots;

/* For a session that the runtime just made from `info`. NULL if pictures are not asked for, or (and
 * said) cannot be taken. */
struct us_screenshots *us_screenshots_create(struct us_session *session,
                                             const XrSessionCreateInfo *info);

/* Before the session is destroyed: write what is waiting, and say how many there are. No pictures
 * are taken from then on. NULL is fine, and so is a second time. */
void us_screenshots_stop(struct us_screenshots *screenshots);
/* Say once what no session has a picture of: when a session that played to the end is settled, or
 * with the instance. A session before it, which some apps make, says nothing. */
void us_screenshots_report_missing(struct us_instance *instance);
/* Settle those of every session in a detached list. */
void us_screenshots_stop_list(struct us_node *list);
void us_screenshots_destroy(struct us_screenshots *screenshots);

struct us_vulkan_copy *us_screenshots_vulkan(const struct us_screenshots *screenshots);

/* xrWaitFrame succeeded, and playback knows of it. */
void us_screenshots_on_frame(struct us_screenshots *screenshots, const XrFrameState *state);

struct us_captured_swapchain;

/* Before xrReleaseSwapchainImage goes down: begin a copy of the image if it belongs to a wanted
 * frame. With the frame clock this waits for room. NULL: there is no copy; if one was wanted,
 * `*out_why` says why there is none. */
struct us_image_copy *us_screenshots_copy(const struct us_captured_swapchain *swapchain,
                                          const char **out_why);

/* xrEndFrame answered `result` to what the app submitted. */
void us_screenshots_on_submit(struct us_screenshots *screenshots, const XrFrameEndInfo *info,
                              XrResult result);

#endif
