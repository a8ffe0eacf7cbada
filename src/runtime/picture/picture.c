// SPDX-License-Identifier: MIT
#include "runtime/picture/picture.h"

static const uint8_t *find_pixel(const struct rt_picture_image *image,
                                 const struct rt_shape_hit *hit)
{
    const uint32_t x = (uint32_t)(hit->u * image->width), y = (uint32_t)(hit->v * image->height);
    const uint32_t row = image->bottom_up ? image->height - 1 - y : y;
    return image->rgba + hit->face * image->face_size + ((size_t)row * image->width + x) * 4;
}

void rt_picture_draw(const struct rt_picture_place *place, const struct rt_shape *shape,
                     const struct rt_picture_image *image, enum rt_blend blend,
                     const struct rt_blend_tables *tables)
{
    const struct rt_shape_window eye = rt_shape_window(&place->fov);
    const struct rt_shape_rays rays = rt_shape_rays(shape);
    struct rt_shape_hit hit;
    for (uint32_t row = 0; row < place->height; row++) {
        uint8_t *pixel = place->rgb + row * place->stride;
        const double y = eye.top + eye.down * (row + 0.5) / place->height;
        for (uint32_t column = 0; column < place->width; column++, pixel += 3) {
            const double x = eye.left + eye.across * (column + 0.5) / place->width;
            if (rt_shape_look(shape, &rays, x, y, &hit))
                rt_blend_pixel(tables, blend, find_pixel(image, &hit), pixel);
        }
    }
}
