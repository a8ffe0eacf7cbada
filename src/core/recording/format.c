/* SPDX-License-Identifier: MIT */
#include "core/recording/format.h"

#include <string.h>

#include "core/base/bytes.h"
#include "core/base/text.h"

enum us_format_start us_format_start(const uint8_t *start, uint64_t size)
{
    if (size >= 8 && us_bytes_load_u64(start) == US_FORMAT_MAGIC)
        return US_FORMAT_HEADER;
    bool is_bare = size >= 4 && us_bytes_load_u32(start) == US_WRAP_CLAMP_FOREVER;
    return is_bare ? US_FORMAT_BARE : US_FORMAT_FOREIGN;
}

bool us_format_has_curve(const struct us_layout *layout, unsigned curve_index)
{
    if (curve_index < US_CURVE_TRACKED)
        return layout->has_camera;
    if (curve_index < US_CURVE_GAZE)
        return layout->has_hands;
    return layout->has_gaze && curve_index < US_CURVE_COUNT;
}

bool us_format_is_text(const uint8_t *text, uint32_t length)
{
    for (uint32_t i = 0; i < length;) {
        uint32_t step = (uint32_t)us_utf8_sequence((const char *)text + i, length - i);
        if (step == 0)
            return false;
        i += step;
    }
    return true;
}

uint32_t us_format_repair_text(const uint8_t *text, uint32_t length, char *out)
{
    static const char replacement[] = {'\xef', '\xbf', '\xbd'};
    uint32_t made = 0;
    for (uint32_t i = 0; i < length;) {
        uint32_t step = (uint32_t)us_utf8_sequence((const char *)text + i, length - i);
        uint32_t size = step > 0 ? step : (uint32_t)sizeof replacement;
        if (out != NULL)
            memcpy(out + made, step > 0 ? (const char *)text + i : replacement, size);
        made += size;
        i += step > 0 ? step : 1;
    }
    return made;
}
