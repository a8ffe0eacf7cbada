// SPDX-License-Identifier: MIT
// The images of layers, in the runtime's memory.
#include <stdlib.h>
#include <string.h>

#include "runtime/compositor/layer_part.h"
#include "runtime/compositor/swapchain.h"
#include "runtime/instance/system.h"

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

static bool is_same(const struct rt_layer_image *image, const struct rt_layer_part *part)
{
    return image->good && image->swapchain == part->swapchain &&
           memcmp(&image->part, &part->image, sizeof(image->part)) == 0;
}

static bool read_faces(struct rt_layer_image *image, struct rt_session *session,
                       const struct rt_layer_part *part, uint32_t faces, size_t face_size)
{
    const struct rt_swapchain *swapchain = part->swapchain;
    bool good = swapchain->info.faceCount == faces && make_room(image, faces * face_size);
    for (uint32_t i = 0; good && i < faces; i++) {
        const struct rt_image_part face = {part->image.rect, part->image.array_index, i};
        good = rt_image_read(&swapchain->images[swapchain->last_released], &session->graphics,
                             &swapchain->info, &face, image->rgba + i * face_size);
    }
    return good;
}

bool rt_layer_image_read(struct rt_layer_image *image, struct rt_session *session,
                         const struct rt_layer_part *part, struct rt_picture_image *out_image)
{
    const XrExtent2Di *size = &part->image.rect.extent;
    const size_t face_size = (size_t)size->width * (size_t)size->height * 4;
    if (!is_same(image, part)) {
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
        .bottom_up =
            part->shape.kind == RT_SHAPE_CUBE && session->graphics.api == RT_GRAPHICS_OPENGL,
    };
    return image->good;
}

void rt_layer_image_finish(struct rt_layer_image *image)
{
    free(image->rgba);
    *image = (struct rt_layer_image){.rgba = NULL};
}
