// SPDX-License-Identifier: MIT
#include "runtime/compositor/screenshot.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "runtime/person/person.h"
#include "image/png_file.h"
#include "runtime/space/space.h"
#include "runtime/compositor/swapchain.h"
#include "runtime/compositor/warp.h"

// Writes one view's pixels at `rgb`, rows `stride` bytes apart.
static bool read_view(struct rt_session *session, const XrSwapchainSubImage *part, uint8_t *rgb,
                      size_t stride)
{
    struct rt_swapchain *swapchain =
        (struct rt_swapchain *)rt_object_find(XR_OBJECT_TYPE_SWAPCHAIN, RT_VALUE(part->swapchain));
    return rt_image_read(&swapchain->images[swapchain->last_released], &session->graphics,
                         &swapchain->info, part, rgb, stride);
}

static bool write_file(const char *folder, uint64_t number, uint32_t width, uint32_t height,
                       const uint8_t *rgb)
{
    char path[RT_SETTINGS_PATH_SIZE + 64];
    snprintf(path, sizeof(path), "%s/frame-%06" PRIu64 ".png", folder, number);
    char error[US_PNG_FILE_ERROR_SIZE];
    if (us_png_file_write(path, width, height, rgb, error))
        return true;
    fprintf(stderr, "understudy headless: %s: cannot write the screenshot: %s\n", path, error);
    return false;
}

// Writes what the eye sees of the view at the display time.
static bool show_view(struct rt_session *session, const XrCompositionLayerProjection *layer,
                      uint32_t index, XrTime time, uint8_t *rgb, size_t stride)
{
    const XrCompositionLayerProjectionView *view = &layer->views[index];
    const XrExtent2Di *size = &view->subImage.imageRect.extent;
    struct rt_motion m_local_space;
    if (!rt_space_locate(rt_space_find(session, layer->space), time, &m_local_space))
        return true; // the space is not tracked: the view stays black
    const struct rt_motion m_space_view = rt_motion_from_pose(&view->pose);
    const struct rt_motion m_local_view = rt_motion_compose(&m_local_space, &m_space_view);
    const struct rt_motion m_local_head = rt_person_head(&session->object.instance->person, time);
    const XrPosef eye = rt_geometry_eye(index);
    const XrFovf eye_fov = rt_geometry_fov(index);
    const struct rt_motion m_head_eye = rt_motion_from_pose(&eye);
    const struct rt_motion m_local_eye = rt_motion_compose(&m_local_head, &m_head_eye);
    const struct rt_motion m_eye_view = rt_motion_relative(&m_local_eye, &m_local_view);
    const size_t width = (size_t)size->width, height = (size_t)size->height;
    uint8_t *submitted = calloc(height, width * 3);
    const bool good =
        submitted != NULL && read_view(session, &view->subImage, submitted, width * 3);
    if (good) {
        const struct rt_warp_image image = {submitted, (uint32_t)width, (uint32_t)height,
                                            view->fov};
        rt_warp_view(&image, &m_eye_view, &eye_fov, rgb, stride);
    }
    free(submitted);
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
        const XrSwapchainSubImage *part = &layer->views[i].subImage;
        good = show_view(session, layer, i, time, rgb + at * 3, width * 3);
        at += (size_t)part->imageRect.extent.width;
    }
    if (!good)
        fprintf(stderr, "understudy headless: cannot take a screenshot of frame %" PRIu64 "\n",
                number);
    good = good && write_file(settings->shots, number, (uint32_t)width, (uint32_t)height, rgb);
    free(rgb);
    return good;
}
