/* SPDX-License-Identifier: MIT */
/* The images of layers, in the runtime's memory. */
#include "runtime/compositor/compositor.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/instance/instance.h"
#include "runtime/person/person.h"
#include "runtime/space/space.h"

#define SIZE_MAX_BYTES ((size_t)RT_SYSTEM_MAX_IMAGE_PX * RT_SYSTEM_MAX_IMAGE_PX * 4)

static bool make_room(struct rt_layer_image *image, size_t size)
{
    if (size <= image->size)
        return true;
    free(image->rgba);
    image->rgba = size <= SIZE_MAX_BYTES ? malloc(size) : NULL;
    image->size = image->rgba != NULL ? size : 0;
    return image->rgba != NULL;
}

bool rt_layer_image_is_of(const struct rt_layer_image *image, const struct rt_layer_part *part)
{
    return image->good && image->swapchain == part->swapchain &&
           memcmp(&image->part, &part->image, sizeof image->part) == 0;
}

static bool read_faces(struct rt_layer_image *image, struct rt_session *session,
                       const struct rt_layer_part *part, uint32_t faces, size_t face_size)
{
    const struct rt_swapchain *swapchain = part->swapchain;
    bool good = session->graphics.api->read_image != NULL && swapchain->info.faceCount == faces &&
                make_room(image, faces * face_size);
    for (uint32_t i = 0; good && i < faces; i++) {
        const struct rt_graphics_image_part face = {part->image.rect, part->image.array_index, i};
        good = session->graphics.api->read_image(&swapchain->images[swapchain->last_released],
                                                 &session->graphics, &swapchain->info, &face,
                                                 image->rgba + i * face_size);
    }
    return good;
}

bool rt_layer_image_read(struct rt_layer_image *image, struct rt_session *session,
                         const struct rt_layer_part *part, struct rt_picture_image *out_image)
{
    const XrExtent2Di *size = &part->image.rect.extent;
    const size_t face_size = (size_t)size->width * (size_t)size->height * 4;
    if (!rt_layer_image_is_of(image, part)) {
        image->good =
            read_faces(image, session, part, part->shape.kind == RT_SHAPE_CUBE ? 6 : 1, face_size);
        image->swapchain = part->swapchain;
        image->part = part->image;
    }
    *out_image = (struct rt_picture_image){
        .rgba = image->rgba,
        .width = (uint32_t)size->width,
        .height = (uint32_t)size->height,
        .face_size = face_size,
        .bottom_up = part->shape.kind == RT_SHAPE_CUBE && session->graphics.api->is_bottom_up,
    };
    return image->good;
}

void rt_layer_image_finish(struct rt_layer_image *image)
{
    free(image->rgba);
    *image = (struct rt_layer_image){.rgba = NULL};
}

/* The view of an eye. */
struct look {
    const struct rt_session *session;
    struct rt_motion m_eye_space; /* the layer's space as the eye sees it */
    uint32_t eye;
};

static struct rt_layer_part make_part(const struct look *look, const struct rt_shape *shape,
                                      const XrPosef *pose, const XrSwapchainSubImage *image)
{
    struct rt_layer_part part = {.shape = *shape,
                                 .swapchain = rt_swapchain_find(look->session, image->swapchain),
                                 .image = {image->imageRect, image->imageArrayIndex, 0}};
    const struct rt_motion m_space_layer = rt_motion_from_pose(pose);
    part.shape.m_eye_shape = rt_motion_compose(&look->m_eye_space, &m_space_layer);
    return part;
}

/* Of four views, the third and the fourth are insets of the first and the second. */
static uint32_t add_views(const struct look *look, const XrCompositionLayerProjection *layer,
                          struct rt_layer_part *out_parts)
{
    uint32_t count = 0;
    for (uint32_t i = look->eye; i < layer->viewCount && count < RT_LAYER_PARTS_MAX; i += 2) {
        const XrCompositionLayerProjectionView *view = &layer->views[i];
        const struct rt_shape shape = rt_shape_view(&view->fov);
        out_parts[count++] = make_part(look, &shape, &view->pose, &view->subImage);
    }
    return count;
}

static bool is_for(XrEyeVisibility visibility, uint32_t eye)
{
    return visibility == XR_EYE_VISIBILITY_BOTH ||
           visibility == (eye == 0 ? XR_EYE_VISIBILITY_LEFT : XR_EYE_VISIBILITY_RIGHT);
}

static uint32_t add_cube(const struct look *look, const XrCompositionLayerCubeKHR *layer,
                         struct rt_layer_part *out_part)
{
    const struct rt_swapchain *swapchain = rt_swapchain_find(look->session, layer->swapchain);
    const struct rt_shape shape = rt_shape_cube();
    const XrPosef pose = {.orientation = layer->orientation};
    const XrSwapchainSubImage image = {
        layer->swapchain,
        {{0, 0}, {(int32_t)swapchain->info.width, (int32_t)swapchain->info.height}},
        layer->imageArrayIndex};
    if (!is_for(layer->eyeVisibility, look->eye))
        return 0;
    *out_part = make_part(look, &shape, &pose, &image);
    return 1;
}

static struct rt_shape shape_of(const XrCompositionLayerBaseHeader *layer)
{
    const XrCompositionLayerQuad *quad = (const XrCompositionLayerQuad *)layer;
    const XrCompositionLayerCylinderKHR *cylinder = (const XrCompositionLayerCylinderKHR *)layer;
    const XrCompositionLayerEquirectKHR *equirect = (const XrCompositionLayerEquirectKHR *)layer;
    const XrCompositionLayerEquirect2KHR *equirect2 = (const XrCompositionLayerEquirect2KHR *)layer;
    switch ((int)layer->type) {
    case XR_TYPE_COMPOSITION_LAYER_QUAD:
        return rt_shape_quad(&quad->size);
    case XR_TYPE_COMPOSITION_LAYER_CYLINDER_KHR:
        return rt_shape_cylinder(cylinder->radius, cylinder->centralAngle, cylinder->aspectRatio);
    case XR_TYPE_COMPOSITION_LAYER_EQUIRECT_KHR:
        return rt_shape_equirect(equirect->radius, &equirect->scale, &equirect->bias);
    case XR_TYPE_COMPOSITION_LAYER_EQUIRECT2_KHR:
        return rt_shape_equirect2(equirect2->radius, equirect2->centralHorizontalAngle,
                                  equirect2->upperVerticalAngle, equirect2->lowerVerticalAngle);
    default:
        return (struct rt_shape){.kind = RT_SHAPE_NOTHING};
    }
}

static uint32_t add_shape(const struct look *look, const XrCompositionLayerBaseHeader *layer,
                          struct rt_layer_part *out_part)
{
    const struct rt_shape shape = shape_of(layer);
    /* The other types begin with the same members as a quad. */
    const XrCompositionLayerQuad *quad = (const XrCompositionLayerQuad *)layer;
    if (shape.kind == RT_SHAPE_NOTHING || !is_for(quad->eyeVisibility, look->eye))
        return 0;
    *out_part = make_part(look, &shape, &quad->pose, &quad->subImage);
    return 1;
}

uint32_t rt_layer_parts(const struct rt_session *session, const XrCompositionLayerBaseHeader *layer,
                        uint32_t eye, XrTime time,
                        struct rt_layer_part out_parts[RT_LAYER_PARTS_MAX])
{
    struct rt_motion m_local_space;
    if (!rt_space_locate(rt_space_find(session, layer->space), time, &m_local_space))
        return 0;
    const struct rt_motion m_local_head = rt_person_head(&session->object.instance->person, time);
    const XrPosef eye_pose = rt_geometry_eye(eye);
    const struct rt_motion m_head_eye = rt_motion_from_pose(&eye_pose);
    const struct rt_motion m_local_eye = rt_motion_compose(&m_local_head, &m_head_eye);
    const struct look look = {session, rt_motion_relative(&m_local_eye, &m_local_space), eye};
    if (layer->type == XR_TYPE_COMPOSITION_LAYER_PROJECTION)
        return add_views(&look, (const XrCompositionLayerProjection *)layer, out_parts);
    if (layer->type == XR_TYPE_COMPOSITION_LAYER_CUBE_KHR)
        return add_cube(&look, (const XrCompositionLayerCubeKHR *)layer, out_parts);
    return add_shape(&look, layer, out_parts);
}

enum rt_blend rt_layer_blend(const XrCompositionLayerBaseHeader *layer)
{
    if ((layer->layerFlags & XR_COMPOSITION_LAYER_BLEND_TEXTURE_SOURCE_ALPHA_BIT) == 0)
        return RT_BLEND_OPAQUE;
    return (layer->layerFlags & XR_COMPOSITION_LAYER_UNPREMULTIPLIED_ALPHA_BIT) != 0
               ? RT_BLEND_UNPREMULTIPLIED
               : RT_BLEND_PREMULTIPLIED;
}
