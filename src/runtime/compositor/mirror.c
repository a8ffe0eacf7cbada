// SPDX-License-Identifier: MIT
#include "runtime/compositor/mirror.h"

#include <stdio.h>
#include <stdlib.h>

#include "runtime/compositor/layer_part.h"
#include "runtime/compositor/layers.h"
#include "runtime/person/geometry.h"
#include "runtime/window/window.h"

// The largest eye of a new window. The user may make it larger.
#define NEW_EYE_MAX_PX 640u
// The largest window that is drawn.
#define WINDOW_MAX_PX 16384u

static void open_window(struct rt_session *session, const XrExtent2Di *eye)
{
    char error[RT_WINDOW_ERROR_SIZE] = "out of memory";
    uint32_t width = (uint32_t)eye->width, height = (uint32_t)eye->height;
    while (width > NEW_EYE_MAX_PX || height > NEW_EYE_MAX_PX) {
        width = (width + 1) / 2;
        height = (height + 1) / 2;
    }
    session->blend = malloc(sizeof(*session->blend));
    if (session->blend != NULL) {
        rt_blend_init(session->blend);
        session->window = rt_window_open("Understudy headless runtime", 2 * width, height, error);
    }
    if (session->window != NULL)
        return;
    fprintf(stderr, "understudy headless: no window: %s\n", error);
    session->window_closed = true;
}

// The size of an eye's picture in the app.
static XrExtent2Di eye_size(const struct rt_session *session, const XrFrameEndInfo *info)
{
    const XrCompositionLayerProjection *layer = rt_layers_first_projection(info);
    const int32_t recommended = (int32_t)session->object.instance->settings.eye_size_px;
    return layer != NULL ? layer->views[0].subImage.imageRect.extent
                         : (XrExtent2Di){recommended, recommended};
}

// The place of an eye: half of the window, as large as the shape of the view allows.
static struct rt_picture_place place_eye(const struct rt_window *window, const XrExtent2Di *eye,
                                         uint32_t index, uint8_t *rgb)
{
    const uint32_t half = rt_window_width(window) / 2, all = rt_window_height(window);
    const uint64_t wide = (uint64_t)eye->width, high = (uint64_t)eye->height;
    uint32_t width = half, height = (uint32_t)(half * high / wide);
    if (height > all) {
        width = (uint32_t)(all * wide / high);
        height = all;
    }
    const size_t stride = (size_t)rt_window_width(window) * 3;
    const size_t left = index == 0 ? half - width : half, top = (all - height) / 2;
    return (struct rt_picture_place){rgb + top * stride + left * 3, width, height, stride,
                                     rt_geometry_fov(index)};
}

// Draws a layer for one eye. False: an image cannot be read.
static bool draw_layer(struct rt_session *session, const XrCompositionLayerBaseHeader *layer,
                       uint32_t eye, XrTime time, const struct rt_picture_place *place,
                       struct rt_layer_image *image)
{
    struct rt_layer_part parts[RT_LAYER_PARTS_MAX];
    const uint32_t count = rt_layer_parts(session, layer, eye, time, parts);
    bool good = true;
    for (uint32_t i = 0; i < count; i++) {
        struct rt_picture_image read;
        if (rt_layer_image_read(image, session, &parts[i], &read))
            rt_picture_draw(place, &parts[i].shape, &read, rt_layer_blend(layer), session->blend);
        else
            good = false;
    }
    return good;
}

static void draw_layers(struct rt_session *session, const XrFrameEndInfo *info,
                        const struct rt_picture_place places[2])
{
    struct rt_layer_image image = {.rgba = NULL};
    bool good = true;
    for (uint32_t i = 0; i < info->layerCount; i++) {
        for (uint32_t eye = 0; eye < 2; eye++)
            good = draw_layer(session, info->layers[i], eye, info->displayTime, &places[eye],
                              &image) &&
                   good;
    }
    rt_layer_image_finish(&image);
    if (good || session->window_lacks)
        return;
    fprintf(
        stderr,
        "understudy headless: the window lacks a layer: its image cannot be read, because it is a "
        "depth image, a cube map that is no cube layer, or too large, or because the OpenGL "
        "context is current on another thread\n");
    session->window_lacks = true;
}

static void draw(struct rt_session *session, const XrFrameEndInfo *info)
{
    struct rt_window *window = session->window;
    const XrExtent2Di size = eye_size(session, info);
    if (rt_window_width(window) > WINDOW_MAX_PX || rt_window_height(window) > WINDOW_MAX_PX)
        return;
    uint8_t *rgb = calloc(rt_window_height(window), (size_t)rt_window_width(window) * 3);
    if (rgb == NULL)
        return;
    const struct rt_picture_place places[2] = {place_eye(window, &size, 0, rgb),
                                               place_eye(window, &size, 1, rgb)};
    draw_layers(session, info, places);
    rt_window_show(window, rgb);
    free(rgb);
}

static void follow_user(struct rt_session *session)
{
    if (session->window == NULL || rt_window_poll(session->window))
        return;
    rt_window_close(session->window);
    session->window = NULL;
    session->window_closed = true;
    if (!session->exit_requested)
        rt_session_stop(session);
}

void rt_mirror_show(struct rt_session *session, const XrFrameEndInfo *info)
{
    if (!session->object.instance->settings.window)
        return;
    const XrExtent2Di size = eye_size(session, info);
    if (info->layerCount != 0 && session->window == NULL && !session->window_closed)
        open_window(session, &size);
    follow_user(session);
    if (session->window != NULL)
        draw(session, info);
}
