/* SPDX-License-Identifier: MIT */
#include "graphics/drawing.h"

#include <stdlib.h>

#include "faults.h"
#include "graphics/api.h"

struct chain {
    XrSwapchain handle;
    uint64_t images[PROBE_IMAGE_MAX];
    uint32_t width;
    uint32_t height;
};

struct probe_drawing {
    const struct probe_api *api;
    struct probe_device *device;
    int64_t format;
    struct chain chains[PROBE_VIEW_MAX];
    uint32_t chain_count;
    XrSwapchain cube, depth;
};

static const struct probe_api *find_api(enum probe_graphics graphics)
{
    return graphics == PROBE_GRAPHICS_D3D11 ? &probe_api_d3d11 : &probe_api_vulkan;
}

const char *probe_drawing_extension(enum probe_graphics graphics)
{
    return find_api(graphics)->extension;
}

bool probe_drawing_create(struct probe *probe, struct probe_drawing **out)
{
    struct probe_drawing *drawing = calloc(1, sizeof *drawing);
    if (!drawing)
        return probe_lack(probe, "memory");
    *out = drawing;
    drawing->api = find_api(probe->options.graphics);
    return drawing->api->create(probe, &drawing->device);
}

const void *probe_drawing_binding(const struct probe_drawing *drawing)
{
    return drawing->api->binding(drawing->device);
}

static bool choose_format(struct probe *probe, struct probe_drawing *drawing)
{
    const int64_t *wanted = drawing->api->formats;
    int64_t formats[64];
    uint32_t count = 0;
    if (!probe_check(probe, xrEnumerateSwapchainFormats(probe->session, 64, &count, formats),
                     "xrEnumerateSwapchainFormats"))
        return false;
    for (size_t w = 0; w < sizeof drawing->api->formats / sizeof *wanted; w++) {
        for (uint32_t i = 0; i < count; i++) {
            if (formats[i] == wanted[w]) {
                drawing->format = wanted[w];
                return true;
            }
        }
    }
    return probe_lack(probe, "a swapchain format of eight bits a channel");
}

static bool create_chain(struct probe *probe, const struct probe_drawing *drawing,
                         const XrViewConfigurationView *view, struct chain *chain)
{
    XrSwapchainCreateInfo info = {
        .type = XR_TYPE_SWAPCHAIN_CREATE_INFO,
        .usageFlags = XR_SWAPCHAIN_USAGE_COLOR_ATTACHMENT_BIT | XR_SWAPCHAIN_USAGE_TRANSFER_DST_BIT,
        .format = drawing->format,
        .sampleCount = 1,
        .width = view->recommendedImageRectWidth -
                 (probe->options.fault == PROBE_FAULT_SMALL_SWAPCHAIN ? 1 : 0),
        .height = view->recommendedImageRectHeight,
        .faceCount = 1,
        .arraySize = 1,
        .mipCount = 1,
    };
    if (!probe_check(probe, xrCreateSwapchain(probe->session, &info, &chain->handle),
                     "xrCreateSwapchain"))
        return false;
    chain->width = info.width;
    chain->height = info.height;
    return drawing->api->find_images(probe, chain->handle, chain->images);
}

/* One image, released once, with whatever is in it. */
static bool create_static(struct probe *probe, int64_t format, XrSwapchainUsageFlags usage,
                          uint32_t faces, XrSwapchain *out)
{
    XrSwapchainCreateInfo info = {
        .type = XR_TYPE_SWAPCHAIN_CREATE_INFO,
        .createFlags = XR_SWAPCHAIN_CREATE_STATIC_IMAGE_BIT,
        .usageFlags = usage,
        .format = format,
        .sampleCount = 1,
        .width = PROBE_DRAWING_STATIC_PX,
        .height = PROBE_DRAWING_STATIC_PX,
        .faceCount = faces,
        .arraySize = 1,
        .mipCount = 1,
    };
    XrSwapchainImageWaitInfo wait = {.type = XR_TYPE_SWAPCHAIN_IMAGE_WAIT_INFO,
                                     .timeout = XR_INFINITE_DURATION};
    uint32_t image = 0;
    return probe_check(probe, xrCreateSwapchain(probe->session, &info, out), "xrCreateSwapchain") &&
           probe_check(probe, xrAcquireSwapchainImage(*out, NULL, &image),
                       "xrAcquireSwapchainImage") &&
           probe_check(probe, xrWaitSwapchainImage(*out, &wait), "xrWaitSwapchainImage") &&
           probe_check(probe, xrReleaseSwapchainImage(*out, NULL), "xrReleaseSwapchainImage");
}

XrSwapchain probe_drawing_cube(const struct probe_drawing *drawing)
{
    return drawing->cube;
}

XrSwapchain probe_drawing_depth(const struct probe_drawing *drawing)
{
    return drawing->depth;
}

bool probe_drawing_create_swapchains(struct probe *probe, struct probe_drawing *drawing)
{
    XrViewConfigurationView views[PROBE_VIEW_MAX];
    uint32_t count = 0;
    for (int i = 0; i < PROBE_VIEW_MAX; i++)
        views[i] = (XrViewConfigurationView){.type = XR_TYPE_VIEW_CONFIGURATION_VIEW};
    XrResult result = xrEnumerateViewConfigurationViews(
        probe->instance, probe->system, probe->views, PROBE_VIEW_MAX, &count, views);
    if (!probe_check(probe, result, "xrEnumerateViewConfigurationViews") ||
        !choose_format(probe, drawing))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        if (!create_chain(probe, drawing, &views[i], &drawing->chains[i]))
            return false;
        drawing->chain_count = i + 1;
    }
    unsigned layers = probe->options.layers;
    return (!(layers & PROBE_LAYER_CUBE) ||
            create_static(probe, drawing->format, XR_SWAPCHAIN_USAGE_COLOR_ATTACHMENT_BIT, 6,
                          &drawing->cube)) &&
           (!(layers & PROBE_LAYER_DEPTH) ||
            create_static(probe, drawing->api->depth,
                          XR_SWAPCHAIN_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT, 1, &drawing->depth));
}

void probe_drawing_destroy_swapchains(struct probe_drawing *drawing)
{
    if (!drawing)
        return;
    for (uint32_t i = 0; i < drawing->chain_count; i++)
        xrDestroySwapchain(drawing->chains[i].handle);
    if (drawing->cube)
        xrDestroySwapchain(drawing->cube);
    if (drawing->depth)
        xrDestroySwapchain(drawing->depth);
    drawing->cube = drawing->depth = XR_NULL_HANDLE;
    drawing->chain_count = 0;
}

void probe_drawing_destroy(struct probe_drawing *drawing)
{
    if (!drawing)
        return;
    if (drawing->device)
        drawing->api->destroy(drawing->device);
    free(drawing);
}

/* The left eye is red, the others are green; all are half blue. */
static bool clear(struct probe *probe, struct probe_drawing *drawing, uint64_t image, uint32_t view)
{
    const float blue = probe_fault(probe, PROBE_FAULT_WRONG_COLOUR) ? 0.4f : 0.5f;
    const float colour[4] = {view == 0, view != 0, blue, 1};
    return drawing->api->clear(probe, drawing->device, image, drawing->format, colour);
}

static bool draw_view(struct probe *probe, struct probe_drawing *drawing, uint32_t view)
{
    const struct chain *chain = &drawing->chains[view];
    XrSwapchainImageWaitInfo wait = {.type = XR_TYPE_SWAPCHAIN_IMAGE_WAIT_INFO,
                                     .timeout = XR_INFINITE_DURATION};
    uint32_t image = 0;
    return probe_check(probe, xrAcquireSwapchainImage(chain->handle, NULL, &image),
                       "xrAcquireSwapchainImage") &&
           probe_check(probe, xrWaitSwapchainImage(chain->handle, &wait), "xrWaitSwapchainImage") &&
           clear(probe, drawing, chain->images[image], view) &&
           probe_check(probe, xrReleaseSwapchainImage(chain->handle, NULL),
                       "xrReleaseSwapchainImage");
}

bool probe_drawing_draw(struct probe *probe, struct probe_drawing *drawing, const XrView *views,
                        uint32_t view_count, XrCompositionLayerProjectionView *out_views)
{
    if (view_count > drawing->chain_count)
        return probe_lack(probe, "a swapchain for every view");
    for (uint32_t i = 0; i < view_count; i++) {
        const struct chain *chain = &drawing->chains[i];
        if (!draw_view(probe, drawing, i))
            return false;
        out_views[i] = (XrCompositionLayerProjectionView){
            .type = XR_TYPE_COMPOSITION_LAYER_PROJECTION_VIEW,
            .pose = views[i].pose,
            .fov = views[i].fov,
            .subImage = {.swapchain = chain->handle,
                         .imageRect = {{0, 0}, {(int32_t)chain->width, (int32_t)chain->height}}},
        };
    }
    return true;
}
