// SPDX-License-Identifier: MIT
#include "runtime/picture/picture.h"

#include <math.h>

static const uint8_t *find_pixel(const struct rt_picture_image *image,
                                 const struct rt_shape_hit *hit)
{
    const uint32_t x = (uint32_t)(hit->u * image->width), y = (uint32_t)(hit->v * image->height);
    const uint32_t row = image->bottom_up ? image->height - 1 - y : y;
    return image->rgba + hit->face * image->face_size + ((size_t)row * image->width + x) * 4;
}

struct span {
    uint32_t begin, end;
};

// The pixels whose middles lie between two tangents, and one more at each end. The pixels are
// `step` apart, and the first edge is at `edge`.
static struct span find_span(double edge, double step, uint32_t count, double a, double b)
{
    const double from = (a - edge) / step, to = (b - edge) / step;
    const double begin = fmax(floor(fmin(from, to)) - 1, 0), end = fmax(from, to) + 2;
    return (struct span){begin < count ? (uint32_t)begin : count,
                         end < count ? (uint32_t)fmax(end, 0) : count};
}

void rt_picture_draw(const struct rt_picture_place *place, const struct rt_shape *shape,
                     const struct rt_picture_image *image, enum rt_blend blend,
                     const struct rt_blend_tables *tables)
{
    const struct rt_shape_window eye = rt_shape_window(&place->fov);
    const struct rt_shape_rays rays = rt_shape_rays(shape);
    const struct rt_shape_bounds seen = rt_shape_bounds(shape);
    const double across = eye.across / place->width, down = eye.down / place->height;
    const struct span rows = find_span(eye.top, down, place->height, seen.top, seen.bottom);
    const struct span columns = find_span(eye.left, across, place->width, seen.left, seen.right);
    struct rt_shape_hit hit;
    for (uint32_t row = rows.begin; row < rows.end; row++) {
        uint8_t *pixel = place->rgb + row * place->stride + (size_t)columns.begin * 3;
        const double y = eye.top + down * (row + 0.5);
        for (uint32_t column = columns.begin; column < columns.end; column++, pixel += 3) {
            const double x = eye.left + across * (column + 0.5);
            if (rt_shape_look(shape, &rays, rt_shape_direction(&rays, x, y), &hit))
                rt_blend_pixel(tables, blend, find_pixel(image, &hit), pixel);
        }
    }
}
