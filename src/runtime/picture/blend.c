// SPDX-License-Identifier: MIT
#include "runtime/picture/blend.h"

#include <string.h>

#include "runtime/base/srgb.h"

void rt_blend_init(struct rt_blend_tables *out_tables)
{
    for (unsigned i = 0; i < 256; i++)
        out_tables->linear[i] = (float)rt_srgb_decode((uint8_t)i);
    for (unsigned i = 0; i <= RT_BLEND_STEPS; i++)
        out_tables->srgb[i] = rt_srgb_encode((double)i / RT_BLEND_STEPS);
}

void rt_blend_pixel(const struct rt_blend_tables *tables, enum rt_blend blend, const uint8_t *rgba,
                    uint8_t *rgb)
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
