/* SPDX-License-Identifier: MIT */
/*
 * vulkan: as little of Vulkan as it takes to show something: a device by XR_KHR_vulkan_enable2, a
 * swapchain a view, and a colour in each image.
 */
#ifndef PROBE_VULKAN_H
#define PROBE_VULKAN_H

#include "probe.h"

/* Creates the device. What it hands out to chain to XrSessionCreateInfo lives as long as it does.
 */
bool probe_vulkan_create(struct probe *probe, struct probe_vulkan **out);
const void *probe_vulkan_binding(const struct probe_vulkan *vulkan);
/* Destroy the swapchains before the session, the device after it. NULL is fine. */
bool probe_vulkan_create_swapchains(struct probe *probe, struct probe_vulkan *vulkan);
void probe_vulkan_destroy_swapchains(struct probe_vulkan *vulkan);
void probe_vulkan_destroy(struct probe_vulkan *vulkan);

/* With those layers: swapchains of one image that is shown as it is. */
#define PROBE_VULKAN_STATIC_PX 16
XrSwapchain probe_vulkan_cube(const struct probe_vulkan *vulkan);
XrSwapchain probe_vulkan_depth(const struct probe_vulkan *vulkan);

/*
 * Clears the next image of every swapchain and describes them. `out_views` has room for
 * PROBE_VIEW_MAX; the poses and fields of view are those of `views`.
 */
bool probe_vulkan_draw(struct probe *probe, struct probe_vulkan *vulkan, const XrView *views,
                       uint32_t view_count, XrCompositionLayerProjectionView *out_views);

#endif
