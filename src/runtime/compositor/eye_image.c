// SPDX-License-Identifier: MIT
#include "runtime/compositor/eye_image.h"

#include <stdlib.h>

#include "runtime/compositor/swapchain.h"
#include "runtime/person/person.h"
#include "runtime/space/space.h"

// Writes one view's pixels at `rgb`, without gaps.
static bool read_view(struct rt_session *session, const XrSwapchainSubImage *part, uint8_t *rgb)
{
    struct rt_swapchain *swapchain =
        (struct rt_swapchain *)rt_object_find(XR_OBJECT_TYPE_SWAPCHAIN, RT_VALUE(part->swapchain));
    return rt_image_read(&swapchain->images[swapchain->last_released], &session->graphics,
                         &swapchain->info, part, rgb, (size_t)part->imageRect.extent.width * 3);
}

// The submitted view in the runtime's eye.
static struct rt_motion place_view(const struct rt_session *session,
                                   const struct rt_motion *m_local_space, const XrPosef *pose,
                                   uint32_t index, XrTime time)
{
    const struct rt_motion m_space_view = rt_motion_from_pose(pose);
    const struct rt_motion m_local_view = rt_motion_compose(m_local_space, &m_space_view);
    const struct rt_motion m_local_head = rt_person_head(&session->object.instance->person, time);
    const XrPosef eye = rt_geometry_eye(index);
    const struct rt_motion m_head_eye = rt_motion_from_pose(&eye);
    const struct rt_motion m_local_eye = rt_motion_compose(&m_local_head, &m_head_eye);
    return rt_motion_relative(&m_local_eye, &m_local_view);
}

bool rt_eye_image_draw(struct rt_session *session, const XrCompositionLayerProjection *layer,
                       uint32_t view, XrTime time, const struct rt_warp_place *out)
{
    const XrCompositionLayerProjectionView *submitted = &layer->views[view];
    const XrExtent2Di *size = &submitted->subImage.imageRect.extent;
    const XrFovf eye_fov = rt_geometry_fov(view);
    struct rt_motion m_local_space;
    if (!rt_space_locate(rt_space_find(session, layer->space), time, &m_local_space))
        return true;
    const struct rt_motion m_eye_view =
        place_view(session, &m_local_space, &submitted->pose, view, time);
    uint8_t *rgb = calloc((size_t)size->height, (size_t)size->width * 3);
    const bool good = rgb != NULL && read_view(session, &submitted->subImage, rgb);
    if (good) {
        const struct rt_warp_image image = {rgb, (uint32_t)size->width, (uint32_t)size->height,
                                            submitted->fov};
        rt_warp_view(&image, &m_eye_view, &eye_fov, out);
    }
    free(rgb);
    return good;
}
