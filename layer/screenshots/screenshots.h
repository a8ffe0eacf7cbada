/* SPDX-License-Identifier: MIT */
/*
 * screenshots: takes the screenshots of one session that UNDERSTUDY_SHOOT, or the driver, asks for.
 *
 * When xrWaitFrame returns, the layer decides whether the frame is wanted. When the app releases a
 * swapchain image of a wanted frame, the image is copied. When the app submits the frame, a thread
 * writes the copies to files.
 *
 * Cost: a frame that is not wanted costs a few comparisons. A wanted frame records and submits one
 * copy per image; only in such a frame may the hooks allocate, lock and log. With the frame clock
 * xrWaitFrame also waits until the screenshots of earlier frames are written: an app that crashes
 * loses those of its last frame at most, and few images wait in memory. If neither asks, no
 * swapchain function is hooked.
 *
 * The message log reports every screenshot that cannot be taken. No call of the app fails because
 * of a screenshot.
 */
#ifndef US_SCREENSHOTS_H
#define US_SCREENSHOTS_H

#include "layer/state/session.h"
#include "layer/screenshots/copy/image_copier.h"
#include "openxr/xr.h"

struct us_screenshots;

/* `info` is that of a session that the runtime has just created. Returns NULL if no screenshots are
 * wanted, or if they cannot be taken; the message log reports the latter. */
struct us_screenshots *us_screenshots_create(struct us_session *session,
                                             const XrSessionCreateInfo *info);

/* Waits until the screenshots taken so far are written. Called when the session has ended: no frame
 * is delayed, and an app that crashes after this loses no screenshot. Accepts NULL. */
void us_screenshots_wait(const struct us_screenshots *screenshots);

/* Writes the remaining screenshots and ends the writer thread; call it before the session is
 * destroyed. No screenshots are taken afterwards. Accepts NULL, and may be called twice. */
void us_screenshots_stop(struct us_screenshots *screenshots);
/* Reports once the moments that no session reached. It is called when a session that played to the
 * end stops, and when the instance is destroyed. Some apps create a short session before the real
 * one; such a session reports nothing. */
void us_screenshots_report_missing(struct us_instance *instance);
/* Stops the screenshots of every session in a detached list of nodes (handle_table.h). */
void us_screenshots_stop_list(struct us_node *list);
void us_screenshots_destroy(struct us_screenshots *screenshots);

struct us_image_copier *us_screenshots_copier(const struct us_screenshots *screenshots);

/* xrWaitFrame succeeded. Call it after us_playback_on_frame. */
void us_screenshots_on_frame(struct us_screenshots *screenshots, const XrFrameState *state);

struct us_captured_swapchain;

/* Begins a copy of the image that xrReleaseSwapchainImage is about to release, if it belongs to a
 * wanted frame. With the frame clock it waits for room. Returns NULL if there is no copy;
 * `*out_why` is the reason, or NULL if none was wanted. */
struct us_image_copy *us_screenshots_copy(const struct us_captured_swapchain *swapchain,
                                          const char **out_why);

/* xrEndFrame of the chain below returned `result` for the app's `info`. */
void us_screenshots_on_submit(struct us_screenshots *screenshots, const XrFrameEndInfo *info,
                              XrResult result);

#endif
