// SPDX-License-Identifier: MIT
// Draws what an eye sees of a layer into a picture. Pure functions, no allocation: any thread.
#ifndef RT_RUNTIME_PICTURE_H
#define RT_RUNTIME_PICTURE_H

#include <stddef.h>
#include <stdint.h>

#include "runtime/picture/blend.h"
#include "runtime/picture/shape.h"

// A layer's image: rows of four bytes a pixel without gaps (blend.h), the top row first.
struct rt_picture_image {
    const uint8_t *rgba;
    uint32_t width, height;
    size_t face_size; // from one face of a cube to the next, in bytes
    bool bottom_up;   // (0, 0) is the lower left corner: a face of OpenGL, whose maps begin there
};

// A place in a picture of three bytes a pixel, which an eye's field of view fills.
struct rt_picture_place {
    uint8_t *rgb; // the first pixel of the top row
    uint32_t width, height;
    size_t stride; // from one row to the next, in bytes
    XrFovf fov;
};

// Blends the image, as the shape shows it, over what is in the place: for each pixel the nearest
// pixel of the image in the direction of its middle. Where a quad or a cylinder has more pixels
// than the picture, it is the mean of up to 4 x 4 directions within the pixel, so that text stays
// legible. A pixel in whose direction the eye does not see the shape stays as it is. `tables` may
// be NULL for RT_BLEND_OPAQUE; then there are no means. The work grows with the pixels of the
// place: at most four directions for each in the mean.
void rt_picture_draw(const struct rt_picture_place *place, const struct rt_shape *shape,
                     const struct rt_picture_image *image, enum rt_blend blend,
                     const struct rt_blend_tables *tables);

#endif
