/* SPDX-License-Identifier: MIT */
/*
 * drawing: as little of a graphics API as it takes to show something: a device, a swapchain a
 * view, and a colour in each image. api.h has what differs between APIs.
 */
#ifndef PROBE_DRAWING_H
#define PROBE_DRAWING_H

#include "probe.h"

/* The extension that the app's graphics need. */
const char *probe_drawing_extension(enum probe_graphics graphics);

/* Creates the device. What it hands out to chain to XrSessionCreateInfo lives as long as it does.
 */
bool probe_drawing_create(struct probe *probe, struct probe_drawing **out);
const void *probe_drawing_binding(const struct probe_drawing *drawing);
/* Destroy the swapchains before the session, the device after it. NULL is fine. */
bool probe_drawing_create_swapchains(struct probe *probe, struct probe_drawing *drawing);
void probe_drawing_destroy_swapchains(struct probe_drawing *drawing);
void probe_drawing_destroy(struct probe_drawing *drawing);

/* With those layers: swapchains of one image that is shown as it is. */
#define PROBE_DRAWING_STATIC_PX 16
XrSwapchain probe_drawing_cube(const struct probe_drawing *drawing);
XrSwapchain probe_drawing_depth(const struct probe_drawing *drawing);

/*
 * Clears the next image of every swapchain and describes them. `out_views` has room for
 * PROBE_VIEW_MAX; the poses and fields of view are those of `views`.
 */
bool probe_drawing_draw(struct probe *probe, struct probe_drawing *drawing, const XrView *views,
                        uint32_t view_count, XrCompositionLayerProjectionView *out_views);

#endif
