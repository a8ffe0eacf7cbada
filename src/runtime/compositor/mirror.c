// SPDX-License-Identifier: MIT
#include "runtime/compositor/mirror.h"

#include <stdio.h>
#include <stdlib.h>

#include "runtime/compositor/eye_image.h"
#include "runtime/compositor/layers.h"
#include "runtime/window/window.h"

// The largest eye of a new window. The user may make it larger.
#define NEW_EYE_MAX_PX 640u

static void open_window(struct rt_session *session, const XrExtent2Di *eye)
{
    char error[RT_WINDOW_ERROR_SIZE];
    uint32_t width = (uint32_t)eye->width, height = (uint32_t)eye->height;
    while (width > NEW_EYE_MAX_PX || height > NEW_EYE_MAX_PX) {
        width = (width + 1) / 2;
        height = (height + 1) / 2;
    }
    session->window = rt_window_open("Understudy headless runtime", 2 * width, height, error);
    if (session->window != NULL)
        return;
    fprintf(stderr, "understudy headless: no window: %s\n", error);
    session->window_closed = true;
}

// The place of an eye: half of the window, as large as the shape of the view allows.
static struct rt_warp_place place_eye(const struct rt_window *window, const XrExtent2Di *eye,
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
    return (struct rt_warp_place){rgb + top * stride + left * 3, width, height, stride};
}

static void draw(struct rt_session *session, const XrCompositionLayerProjection *layer, XrTime time)
{
    struct rt_window *window = session->window;
    uint8_t *rgb = calloc(rt_window_height(window), (size_t)rt_window_width(window) * 3);
    bool good = rgb != NULL;
    for (uint32_t i = 0; good && i < 2 && i < layer->viewCount; i++) {
        const struct rt_warp_place eye =
            place_eye(window, &layer->views[i].subImage.imageRect.extent, i, rgb);
        good =
            eye.width == 0 || eye.height == 0 || rt_eye_image_draw(session, layer, i, time, &eye);
    }
    if (good)
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
    const XrCompositionLayerProjection *layer = rt_layers_first_projection(info);
    if (layer != NULL && session->window == NULL && !session->window_closed)
        open_window(session, &layer->views[0].subImage.imageRect.extent);
    follow_user(session);
    if (layer != NULL && session->window != NULL)
        draw(session, layer, info->displayTime);
}
