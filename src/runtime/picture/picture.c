/* SPDX-License-Identifier: MIT */
#include "runtime/picture/picture.h"

#include <math.h>

#include "core/base/srgb.h"

void rt_blend_init(struct rt_blend_tables *out_tables)
{
    for (unsigned i = 0; i < 256; i++)
        out_tables->linear[i] = (float)us_srgb_decode((uint8_t)i);
    for (unsigned i = 0; i <= RT_BLEND_STEPS; i++)
        out_tables->srgb[i] = us_srgb_encode((double)i / RT_BLEND_STEPS);
}

/* The most rays of a pixel in each direction. */
#define SAMPLES_MAX 4.0

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

/* The pixels whose middles lie between two tangents, and one more at each end. The pixels are
 * `step` apart, and the first edge is at `edge`. */
static struct span find_span(double edge, double step, uint32_t count, double a, double b)
{
    const double from = (a - edge) / step, to = (b - edge) / step;
    const double begin = fmax(floor(fmin(from, to)) - 1, 0), end = fmax(from, to) + 2;
    return (struct span){begin < count ? (uint32_t)begin : count,
                         end < count ? (uint32_t)fmax(end, 0) : count};
}

/* The input of a drawing. */
struct drawing {
    const struct rt_shape *shape;
    const struct rt_picture_image *image;
    enum rt_blend blend;
    const struct rt_blend_tables *tables;
    struct rt_shape_rays rays;
    double left, top, across, down; /* the tangents of the first edges, and from pixel to pixel */
    struct span rows, columns;      /* of the pixels that may show the shape */
};

/* The direction in which the eye sees a point of the picture, in pixels. */
static struct rt_vector direction_of(const struct drawing *drawing, double x, double y)
{
    return rt_shape_direction(&drawing->rays, drawing->left + drawing->across * x,
                              drawing->top + drawing->down * y);
}

/* What is seen there. False: nothing of the shape. */
static bool look(const struct drawing *drawing, double x, double y, struct rt_shape_hit *out_hit)
{
    return rt_shape_look(drawing->shape, &drawing->rays, direction_of(drawing, x, y), out_hit);
}

static struct drawing begin(const struct rt_picture_place *place, const struct rt_shape *shape,
                            const struct rt_picture_image *image, enum rt_blend blend,
                            const struct rt_blend_tables *tables)
{
    const struct rt_shape_window eye = rt_shape_window(&place->fov);
    const struct rt_shape_bounds seen = rt_shape_bounds(shape);
    const double across = eye.across / place->width, down = eye.down / place->height;
    return (struct drawing){
        shape,
        image,
        blend,
        tables,
        rt_shape_rays(shape),
        eye.left,
        eye.top,
        across,
        down,
        find_span(eye.top, down, place->height, seen.top, seen.bottom),
        find_span(eye.left, across, place->width, seen.left, seen.right),
    };
}

/* How many pixels of the image are side by side in one pixel of the picture, at the middle of the
 * shape. */
static double find_density(const struct drawing *drawing)
{
    const double x = 0.5 * drawing->columns.begin + 0.5 * drawing->columns.end;
    const double y = 0.5 * drawing->rows.begin + 0.5 * drawing->rows.end;
    struct rt_shape_hit hits[3];
    for (int i = 0; i < 3; i++)
        if (!look(drawing, x + (i == 1), y + (i == 2), &hits[i]))
            return 1;
    const double wide = hypot(hits[1].u - hits[0].u, hits[2].u - hits[0].u) * drawing->image->width;
    const double high =
        hypot(hits[1].v - hits[0].v, hits[2].v - hits[0].v) * drawing->image->height;
    return fmax(wide, high);
}

/* How many rays a pixel takes in each direction. Together they are at most four times as many as
 * the place has pixels, and for a cylinder, whose rays take longer, as many. */
static unsigned find_samples(const struct drawing *drawing, const struct rt_picture_place *place)
{
    const enum rt_shape_kind kind = drawing->shape->kind;
    const double columns = drawing->columns.end - drawing->columns.begin,
                 rows = drawing->rows.end - drawing->rows.begin;
    if ((kind != RT_SHAPE_QUAD && kind != RT_SHAPE_CYLINDER) || drawing->tables == NULL ||
        columns < 1 || rows < 1)
        return 1;
    const double most =
        sqrt((kind == RT_SHAPE_QUAD ? 4.0 : 1.0) * place->width * place->height / (columns * rows));
    const double samples = fmin(fmin(floor(find_density(drawing) + 0.25), most), SAMPLES_MAX);
    return samples > 1 ? (unsigned)samples : 1;
}

static void draw_mean(const struct drawing *drawing, unsigned samples, uint32_t column,
                      uint32_t row, uint8_t *pixel)
{
    struct rt_blend_sum sum = {{0, 0, 0, 0}};
    struct rt_shape_hit hit;
    for (unsigned i = 0; i < samples * samples; i++) {
        if (look(drawing, column + (i % samples + 0.5) / samples,
                 row + ((double)(i / samples) + 0.5) / samples, &hit))
            rt_blend_add(drawing->tables, drawing->blend, find_pixel(drawing->image, &hit), &sum);
    }
    rt_blend_mean(drawing->tables, &sum, samples * samples, pixel);
}

/* Draws a row with one direction for each pixel; they are evenly spaced. */
static void draw_row(const struct drawing *drawing, uint32_t row, uint8_t *pixel)
{
    const struct rt_vector step = rt_vector_scale(drawing->rays.axes[0], drawing->across);
    const struct rt_vector first = direction_of(drawing, 0.5, row + 0.5);
    struct rt_shape_hit hit;
    for (uint32_t column = drawing->columns.begin; column < drawing->columns.end;
         column++, pixel += 3) {
        const struct rt_vector direction = rt_vector_add(first, rt_vector_scale(step, column));
        if (rt_shape_look(drawing->shape, &drawing->rays, direction, &hit))
            rt_blend_pixel(drawing->tables, drawing->blend, find_pixel(drawing->image, &hit),
                           pixel);
    }
}

static void draw_row_of_means(const struct drawing *drawing, unsigned samples, uint32_t row,
                              uint8_t *pixel)
{
    for (uint32_t column = drawing->columns.begin; column < drawing->columns.end;
         column++, pixel += 3)
        draw_mean(drawing, samples, column, row, pixel);
}

void rt_picture_draw(const struct rt_picture_place *place, const struct rt_shape *shape,
                     const struct rt_picture_image *image, enum rt_blend blend,
                     const struct rt_blend_tables *tables)
{
    if (place->width == 0 || place->height == 0)
        return;
    const struct drawing drawing = begin(place, shape, image, blend, tables);
    const unsigned samples = find_samples(&drawing, place);
    for (uint32_t row = drawing.rows.begin; row < drawing.rows.end; row++) {
        uint8_t *pixel = place->rgb + row * place->stride + (size_t)drawing.columns.begin * 3;
        if (samples > 1)
            draw_row_of_means(&drawing, samples, row, pixel);
        else
            draw_row(&drawing, row, pixel);
    }
}
