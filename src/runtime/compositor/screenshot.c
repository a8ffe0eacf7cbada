/* SPDX-License-Identifier: MIT */
#include "runtime/compositor/compositor.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "image/png_file.h"

static bool write_file(const char *folder, uint64_t number, uint32_t width, uint32_t height,
                       const uint8_t *rgb)
{
    char path[RT_SETTINGS_PATH_SIZE + 64];
    snprintf(path, sizeof path, "%s/frame-%06" PRIu64 ".png", folder, number);
    char error[US_PNG_FILE_ERROR_SIZE];
    if (us_png_file_write(path, width, height, rgb, error))
        return true;
    fprintf(stderr, "understudy headless: %s: cannot write the screenshot: %s\n", path, error);
    return false;
}

/* Draws what an eye sees of the layer, whatever its alpha is. Where the layer's space is not
 * tracked it leaves the picture as it is. False: the image cannot be read. */
static bool draw(struct rt_session *session, const XrCompositionLayerProjection *layer,
                 uint32_t eye, XrTime time, const struct rt_picture_place *place)
{
    struct rt_layer_part parts[RT_LAYER_PARTS_MAX];
    struct rt_layer_image image = {.rgba = NULL};
    struct rt_picture_image read;
    bool good = true;
    if (rt_layer_parts(session, (const XrCompositionLayerBaseHeader *)layer, eye, time, parts) !=
        0) {
        good = rt_layer_image_read(&image, session, &parts[0], &read);
        if (good)
            rt_picture_draw(place, &parts[0].shape, &read, RT_BLEND_OPAQUE, NULL);
    }
    rt_layer_image_finish(&image);
    return good;
}

bool rt_screenshot_take(struct rt_session *session, const XrCompositionLayerProjection *layer,
                        XrTime time, uint64_t number)
{
    const struct rt_settings *settings = &session->object.instance->settings;
    const uint32_t eyes =
        settings->shot_eyes < layer->viewCount ? settings->shot_eyes : layer->viewCount;
    size_t width = 0;
    size_t height = 0;
    for (uint32_t i = 0; i < eyes; i++) {
        const XrExtent2Di *size = &layer->views[i].subImage.imageRect.extent;
        width += (size_t)size->width;
        height = (size_t)size->height > height ? (size_t)size->height : height;
    }
    uint8_t *rgb = calloc(height, width * 3);
    bool good = rgb != NULL;
    size_t at = 0;
    for (uint32_t i = 0; good && i < eyes; i++) {
        const XrExtent2Di *size = &layer->views[i].subImage.imageRect.extent;
        const struct rt_picture_place eye = {rgb + at * 3, (uint32_t)size->width,
                                             (uint32_t)size->height, width * 3, rt_geometry_fov(i)};
        good = draw(session, layer, i, time, &eye);
        at += (size_t)size->width;
    }
    if (!good)
        fprintf(stderr, "understudy headless: cannot take a screenshot of frame %" PRIu64 "\n",
                number);
    good = good && write_file(settings->shots, number, (uint32_t)width, (uint32_t)height, rgb);
    free(rgb);
    return good;
}
