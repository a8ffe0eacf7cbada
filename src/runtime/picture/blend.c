// SPDX-License-Identifier: MIT
#include "runtime/picture/blend.h"

#include "runtime/base/srgb.h"

void rt_blend_init(struct rt_blend_tables *out_tables)
{
    for (unsigned i = 0; i < 256; i++)
        out_tables->linear[i] = (float)rt_srgb_decode((uint8_t)i);
    for (unsigned i = 0; i <= RT_BLEND_STEPS; i++)
        out_tables->srgb[i] = rt_srgb_encode((double)i / RT_BLEND_STEPS);
}
