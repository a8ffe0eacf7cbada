// SPDX-License-Identifier: MIT
#include "runtime/compositor/warp.h"

#include <math.h>
#include <string.h>

// A field of view as tangents: from the left edge to the right one, and from the top to the bottom.
struct window {
    double left, across, top, down;
};

static struct window window_of(const XrFovf *fov)
{
    const double left = tan((double)fov->angleLeft), top = tan((double)fov->angleUp);
    return (struct window){left, tan((double)fov->angleRight) - left, top,
                           tan((double)fov->angleDown) - top};
}

// The axes of the eye, in the view.
static void turn_axes(const struct rt_motion *m_eye_view, struct rt_vector out_axes[3])
{
    const struct rt_motion m_eye_turned = {.rotation = m_eye_view->rotation};
    for (int i = 0; i < 3; i++) {
        const struct rt_motion m_eye_axis = {.position_m = {i == 0, i == 1, i == 2},
                                             .rotation = {0, 0, 0, 1}};
        out_axes[i] = rt_motion_relative(&m_eye_turned, &m_eye_axis).position_m;
    }
}

// The pixel of the image that lies in a direction, or NULL.
static const uint8_t *look(const struct rt_warp_image *image, const struct window *window,
                           struct rt_vector d)
{
    if (!(d.z < 0))
        return NULL;
    const double u = (d.x / -d.z - window->left) / window->across;
    const double v = (d.y / -d.z - window->top) / window->down;
    if (!(u >= 0 && u < 1 && v >= 0 && v < 1))
        return NULL;
    const uint32_t x = (uint32_t)(u * image->width), y = (uint32_t)(v * image->height);
    return image->rgb + ((size_t)y * image->width + x) * 3;
}

void rt_warp_view(const struct rt_warp_image *image, const struct rt_motion *m_eye_view,
                  const XrFovf *eye_fov, const struct rt_warp_place *out)
{
    const struct window eye = window_of(eye_fov), view = window_of(&image->fov);
    struct rt_vector axes[3];
    turn_axes(m_eye_view, axes);
    for (uint32_t row = 0; row < out->height; row++) {
        uint8_t *pixel = out->rgb + row * out->stride;
        const double y = eye.top + eye.down * (row + 0.5) / out->height;
        for (uint32_t column = 0; column < out->width; column++, pixel += 3) {
            const double x = eye.left + eye.across * (column + 0.5) / out->width;
            const struct rt_vector d = {x * axes[0].x + y * axes[1].x - axes[2].x,
                                        x * axes[0].y + y * axes[1].y - axes[2].y,
                                        x * axes[0].z + y * axes[1].z - axes[2].z};
            const uint8_t *seen = look(image, &view, d);
            if (seen != NULL)
                memcpy(pixel, seen, 3);
            else
                memset(pixel, 0, 3);
        }
    }
}
