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

// Fills an image of the same size, rows `stride` bytes apart, with what the eye sees of `image`:
// for each pixel the nearest one in the same direction, black where there is none. Where both poses
// and both fields of view are the same, it is the same image. Positions do not count.
void rt_warp_view(const struct rt_warp_image *image, const struct rt_motion *m_eye_view,
                  const XrFovf *eye_fov, uint8_t *out_rgb, size_t stride);

#endif
