/* SPDX-License-Identifier: MIT */
#include "core/recording/format.h"

#include <string.h>

#include "core/base/bytes.h"

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

/* The number of bytes of the sequence at `text`, or 0 if it is none (RFC 3629). */
static uint32_t sequence_length(const uint8_t *text, uint32_t left)
{
    uint8_t lead = text[0];
    if (lead < 0x80)
        return lead != 0 ? 1 : 0;
    uint32_t length = lead >= 0xc2 && lead <= 0xdf   ? 2
                      : lead >= 0xe0 && lead <= 0xef ? 3
                      : lead >= 0xf0 && lead <= 0xf4 ? 4
                                                     : 0;
    if (length == 0 || length > left)
        return 0;
    uint8_t low = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
    uint8_t high = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
    if (text[1] < low || text[1] > high)
        return 0;
    for (uint32_t i = 2; i < length; i++)
        if ((text[i] & 0xc0) != 0x80)
            return 0;
    return length;
}

bool us_format_is_text(const uint8_t *text, uint32_t length)
{
    for (uint32_t i = 0; i < length;) {
        uint32_t step = sequence_length(text + i, length - i);
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
        uint32_t step = sequence_length(text + i, length - i);
        uint32_t size = step > 0 ? step : (uint32_t)sizeof replacement;
        if (out != NULL)
            memcpy(out + made, step > 0 ? (const char *)text + i : replacement, size);
        made += size;
        i += step > 0 ? step : 1;
    }
    return made;
}
