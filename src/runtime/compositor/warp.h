// SPDX-License-Identifier: MIT
// Rotational reprojection: what an eye sees of a view that was rendered for another pose (OpenXR,
// "Compositing"). Pure functions, no allocation.
#ifndef RT_RUNTIME_WARP_H
#define RT_RUNTIME_WARP_H

#include <stddef.h>
#include <stdint.h>

#include "runtime/base/motion.h"

struct rt_warp_image {
    const uint8_t *rgb; // rows of 3 bytes a pixel without gaps, the first one on top
    uint32_t width, height;
    XrFovf fov;
};

// A place in a picture of three bytes a pixel.
struct rt_warp_place {
    uint8_t *rgb; // the first pixel of the top row
    uint32_t width, height;
    size_t stride; // from one row to the next, in bytes
};

// Fills `out` with what the eye sees of `image`: for each pixel the nearest one in the same
// direction, black where there is none. Where both poses, both fields of view and both sizes are
// the same, it is the same image. Positions do not count.
void rt_warp_view(const struct rt_warp_image *image, const struct rt_motion *m_eye_view,
                  const XrFovf *eye_fov, const struct rt_warp_place *out);

#endif
