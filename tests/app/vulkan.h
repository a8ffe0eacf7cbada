/* SPDX-License-Identifier: MIT */
/*
 * vulkan: as little of Vulkan as it takes to show something: a device by XR_KHR_vulkan_enable2, a
 * swapchain a view, and a colour in each image.
 */
#ifndef US_VULKAN_H
#define US_VULKAN_H

#include "probe.h"

/* Creates the device. What it hands out to chain to XrSessionCreateInfo lives as long as it does.
 */
bool us_vulkan_create(struct us_probe *probe, struct us_vulkan **out);
const void *us_vulkan_binding(const struct us_vulkan *vulkan);
/* Destroy the swapchains before the session, the device after it. NULL is fine. */
bool us_vulkan_create_swapchains(struct us_probe *probe, struct us_vulkan *vulkan);
void us_vulkan_destroy_swapchains(struct us_vulkan *vulkan);
void us_vulkan_destroy(struct us_vulkan *vulkan);

/* With those layers: swapchains of one image that is shown as it is. */
#define US_VULKAN_STATIC_PX 16
XrSwapchain us_vulkan_cube(const struct us_vulkan *vulkan);
XrSwapchain us_vulkan_depth(const struct us_vulkan *vulkan);

/*
 * Clears the next image of every swapchain and describes them. `out_views` has room for
 * US_PROBE_VIEW_MAX; the poses and fields of view are those of `views`.
 */
bool us_vulkan_draw(struct us_probe *probe, struct us_vulkan *vulkan, const XrView *views,
                    uint32_t view_count, XrCompositionLayerProjectionView *out_views);

#endif
