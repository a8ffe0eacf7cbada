/* SPDX-License-Identifier: MIT */
/*
 * Blending of composition layers (OpenXR, "Composition Layer Blending"): in linear light,
 *
 *   result = layer + (1 - alpha) * what is below
 *
 * where the layer's colour is multiplied by its alpha first if it is not premultiplied. Pixels have
 * sRGB colours of a byte and a linear alpha of a byte. Pure functions: any thread.
 */
#ifndef RT_RUNTIME_PICTURE_H
#define RT_RUNTIME_PICTURE_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "runtime/picture/shape.h"

enum rt_blend {
    RT_BLEND_OPAQUE, /* the alpha does not count */
    RT_BLEND_PREMULTIPLIED,
    RT_BLEND_UNPREMULTIPLIED,
};

#define RT_BLEND_STEPS 16384

/* sRGB to linear light and back. */
struct rt_blend_tables {
    float linear[256];
    uint8_t srgb[RT_BLEND_STEPS + 1];
};

void rt_blend_init(struct rt_blend_tables *out_tables);

/* Blends a pixel of four bytes over one of three. `tables` may be NULL for RT_BLEND_OPAQUE. */
static inline void rt_blend_pixel(const struct rt_blend_tables *tables, enum rt_blend blend,
                                  const uint8_t *rgba, uint8_t *rgb)
{
    if (blend == RT_BLEND_OPAQUE || rgba[3] == 255) {
        memcpy(rgb, rgba, 3);
        return;
    }
    const float alpha = (float)rgba[3] / 255.0f;
    const float factor = blend == RT_BLEND_UNPREMULTIPLIED ? alpha : 1.0f;
    for (int i = 0; i < 3; i++) {
        const float sum =
            tables->linear[rgba[i]] * factor + tables->linear[rgb[i]] * (1.0f - alpha);
        rgb[i] = tables->srgb[(unsigned)((sum < 1.0f ? sum : 1.0f) * RT_BLEND_STEPS + 0.5f)];
    }
}

/* Linear light with alpha, premultiplied: the sum of some pixels. */
struct rt_blend_sum {
    float rgba[4];
};

/* Adds a pixel of four bytes. */
static inline void rt_blend_add(const struct rt_blend_tables *tables, enum rt_blend blend,
                                const uint8_t *rgba, struct rt_blend_sum *sum)
{
    const float alpha = blend == RT_BLEND_OPAQUE ? 1.0f : (float)rgba[3] / 255.0f;
    const float factor = blend == RT_BLEND_UNPREMULTIPLIED ? alpha : 1.0f;
    for (int i = 0; i < 3; i++)
        sum->rgba[i] += tables->linear[rgba[i]] * factor;
    sum->rgba[3] += alpha;
}

/* Blends the mean of `count` pixels, of which those that were not added are transparent, over one
 * of three bytes. */
static inline void rt_blend_mean(const struct rt_blend_tables *tables,
                                 const struct rt_blend_sum *sum, unsigned count, uint8_t *rgb)
{
    const float part = 1.0f / (float)count, rest = 1.0f - sum->rgba[3] * part;
    for (int i = 0; i < 3; i++) {
        const float all = sum->rgba[i] * part + tables->linear[rgb[i]] * (rest > 0 ? rest : 0);
        rgb[i] = tables->srgb[(unsigned)((all < 1.0f ? all : 1.0f) * RT_BLEND_STEPS + 0.5f)];
    }
}

/* Draws what an eye sees of a layer into a picture. Pure functions, no allocation: any thread. */

/* A layer's image: rows of four bytes a pixel without gaps, the top row first. */
struct rt_picture_image {
    const uint8_t *rgba;
    uint32_t width, height;
    size_t face_size; /* from one face of a cube to the next, in bytes */
    bool bottom_up; /* (0, 0) is the lower left corner: a face of OpenGL, whose maps begin there */
};

/* A place in a picture of three bytes a pixel, which an eye's field of view fills. */
struct rt_picture_place {
    uint8_t *rgb; /* the first pixel of the top row */
    uint32_t width, height;
    size_t stride; /* from one row to the next, in bytes */
    XrFovf fov;
};

/* Blends the image, as the shape shows it, over the pixels in the place: for each pixel the nearest
 * pixel of the image in the direction of its middle. Where a quad or a cylinder has more pixels
 * than the picture, it is the mean of up to 4 x 4 directions within the pixel, so that text stays
 * legible. A pixel in whose direction the eye does not see the shape stays as it is. `tables` may
 * be NULL for RT_BLEND_OPAQUE; then there are no means. The work grows with the pixels of the
 * place: at most four directions for each in the mean. */
void rt_picture_draw(const struct rt_picture_place *place, const struct rt_shape *shape,
                     const struct rt_picture_image *image, enum rt_blend blend,
                     const struct rt_blend_tables *tables);

#endif
