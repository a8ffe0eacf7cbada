/* SPDX-License-Identifier: MIT */
#include "tool/page/packing.h"

#include <zlib.h>

void tool_packing_base64(struct us_writer *out, const uint8_t *bytes, size_t size)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    uint8_t *to = us_writer_reserve(out, size / 3 * 4 + 4);
    if (to == NULL)
        return;
    for (size_t i = 0; i < size; i += 3) {
        size_t left = size - i;
        uint32_t group = (uint32_t)bytes[i] << 16 | (left > 1 ? (uint32_t)bytes[i + 1] << 8 : 0) |
                         (left > 2 ? bytes[i + 2] : 0U);
        *to++ = (uint8_t)digits[group >> 18];
        *to++ = (uint8_t)digits[group >> 12 & 63];
        *to++ = left > 1 ? (uint8_t)digits[group >> 6 & 63] : '=';
        *to++ = left > 2 ? (uint8_t)digits[group & 63] : '=';
    }
    out->size = (size_t)(to - out->bytes);
}

void tool_packing_deflated(struct us_writer *out, const uint8_t *bytes, size_t size)
{
    uLongf packed = compressBound((uLong)size);
    uint8_t *to = us_writer_reserve(out, packed);
    if (to == NULL)
        return;
    if (compress2(to, &packed, size > 0 ? bytes : (const uint8_t *)"", (uLong)size,
                  Z_DEFAULT_COMPRESSION) != Z_OK)
        out->failed = true;
    else
        out->size += packed;
}
