/* SPDX-License-Identifier: MIT */
/*
 * byte_reader: reads little-endian values one after the other, within bounds.
 *
 * A read past the end gives 0 or NULL and sets `failed`; every later read does as well, so that a
 * caller may check once at the end of a group. Nothing is read outside [bytes, bytes + size).
 */
#ifndef US_BYTE_READER_H
#define US_BYTE_READER_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/bytes.h"

struct us_byte_reader {
    const uint8_t *bytes; /* borrowed */
    uint64_t size;
    uint64_t offset; /* of the next byte */
    bool failed;
};

static inline uint64_t us_byte_reader_left(const struct us_byte_reader *reader)
{
    return reader->size - reader->offset;
}

/* The next `count` bytes, or NULL. */
static inline const uint8_t *us_byte_reader_take(struct us_byte_reader *reader, uint64_t count)
{
    if (reader->failed || reader->bytes == NULL || count > us_byte_reader_left(reader)) {
        reader->failed = true;
        return NULL;
    }
    const uint8_t *at = reader->bytes + reader->offset;
    reader->offset += count;
    return at;
}

static inline uint8_t us_byte_reader_u8(struct us_byte_reader *reader)
{
    const uint8_t *at = us_byte_reader_take(reader, 1);
    return at != NULL ? *at : 0;
}

static inline uint16_t us_byte_reader_u16(struct us_byte_reader *reader)
{
    const uint8_t *at = us_byte_reader_take(reader, 2);
    uint32_t value = at != NULL ? (uint32_t)at[0] | (uint32_t)at[1] << 8 : 0;
    return (uint16_t)value;
}

static inline uint32_t us_byte_reader_u32(struct us_byte_reader *reader)
{
    const uint8_t *at = us_byte_reader_take(reader, 4);
    return at != NULL ? us_bytes_load_u32(at) : 0;
}

static inline uint64_t us_byte_reader_u64(struct us_byte_reader *reader)
{
    const uint8_t *at = us_byte_reader_take(reader, 8);
    return at != NULL ? us_bytes_load_u64(at) : 0;
}

#endif
