/* SPDX-License-Identifier: MIT */
#include "core/repair/detect_modes.h"

enum { WEIGHTED_MODE = US_KEY_SIZE_FULL - 4 };

uint64_t us_detect_count_unknown_modes(const struct us_curve *curve, uint32_t first)
{
    uint64_t unknown = 0;
    for (uint32_t i = first; i < curve->key_count && curve->key_size == US_KEY_SIZE_FULL; i++) {
        const uint8_t *key = curve->keys + (size_t)i * US_KEY_SIZE_FULL;
        unknown += us_bytes_load_u32(key + WEIGHTED_MODE) > US_WEIGHTED_BOTH;
    }
    return unknown;
}

enum us_result us_detect_unknown_wraps(const struct us_detect *detect)
{
    const struct us_curve *curves = detect->source.recording->curves;
    uint64_t unknown = 0;
    unsigned first = 0;
    for (unsigned i = 0; i < US_CURVE_COUNT; i++) {
        if (us_wrap_place(curves[i].pre_wrap) != US_WRAP_UNKNOWN &&
            us_wrap_place(curves[i].post_wrap) != US_WRAP_UNKNOWN)
            continue;
        first = unknown == 0 ? i : first;
        unknown++;
    }
    return unknown > 0 ? us_detect_note(detect, US_REPAIR_UNKNOWN_WRAP, first, unknown, 0.0)
                       : US_OK;
}
