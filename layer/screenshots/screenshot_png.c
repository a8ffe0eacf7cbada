/* SPDX-License-Identifier: MIT */
#include "layer/screenshots/screenshot_writer.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "mcap/mcap_record.h"
#include "status/output_file.h"

/* Sizes in bytes. CHUNK is the length, name and checksum of a chunk; HEADER is the data of IHDR.
 * BLOCK_HEADER precedes a stored block of deflate (RFC 1951, 3.2.4), which holds at most BLOCK_MAX
 * bytes. ZLIB is the two bytes before and the four bytes after the deflate data (RFC 1950). */
enum { SIGNATURE = 8, CHUNK = 12, HEADER = 13, BLOCK_HEADER = 5, BLOCK_MAX = 65535, ZLIB = 6 };

/* After this many bytes of 255, both Adler sums still fit into 32 bits (RFC 1950, chapter 9). */
enum { ADLER_RUN = 5552 };

/* Writes the rows as stored blocks. Each row begins with a byte for its filter. */
struct stream {
    uint8_t *at;
    size_t left;       /* bytes of all rows that are not written yet */
    size_t block_left; /* bytes of the open block that are not written yet */
    uint32_t adler_low, adler_high;
};

static uint8_t *put_u32(uint8_t *at, uint32_t value)
{
    for (int shift = 24; shift >= 0; shift -= 8)
        *at++ = (uint8_t)(value >> shift);
    return at;
}

static uint8_t *begin_chunk(uint8_t *at, const char name[4], size_t size)
{
    at = put_u32(at, (uint32_t)size);
    memcpy(at, name, 4);
    return at + 4;
}

/* The checksum (ISO/IEC 15948, annex D) covers the name and the data of the chunk. */
static uint8_t *end_chunk(uint8_t *at, size_t size)
{
    return put_u32(at, us_mcap_crc32(0, at - size - 4, size + 4));
}

static void open_block(struct stream *stream)
{
    size_t size = stream->left < BLOCK_MAX ? stream->left : BLOCK_MAX;
    *stream->at++ = size == stream->left;
    *stream->at++ = (uint8_t)size;
    *stream->at++ = (uint8_t)(size >> 8);
    *stream->at++ = (uint8_t)~size;
    *stream->at++ = (uint8_t)(~size >> 8);
    stream->block_left = size;
}

static void put(struct stream *stream, const uint8_t *bytes, size_t size)
{
    while (size > 0) {
        if (stream->block_left == 0)
            open_block(stream);
        size_t part = size < stream->block_left ? size : stream->block_left;
        part = part < ADLER_RUN ? part : ADLER_RUN;
        for (size_t i = 0; i < part; i++) {
            stream->adler_low += bytes[i];
            stream->adler_high += stream->adler_low;
        }
        stream->adler_low %= 65521;
        stream->adler_high %= 65521;
        memcpy(stream->at, bytes, part);
        stream->at += part;
        stream->left -= part;
        stream->block_left -= part;
        bytes += part;
        size -= part;
    }
}

static size_t rows_size(uint32_t width_px, uint32_t height_px)
{
    return ((size_t)width_px * 3 + 1) * height_px;
}

static size_t data_size(uint32_t width_px, uint32_t height_px)
{
    size_t rows = rows_size(width_px, height_px);
    return rows + (rows + BLOCK_MAX - 1) / BLOCK_MAX * BLOCK_HEADER + ZLIB;
}

/* The size of a file in bytes. */
static size_t file_size(uint32_t width_px, uint32_t height_px)
{
    return SIGNATURE + CHUNK + HEADER + CHUNK + 1 + CHUNK + data_size(width_px, height_px) + CHUNK;
}

static uint8_t *put_data(uint8_t *at, uint32_t width_px, uint32_t height_px, const uint8_t *rgb)
{
    static const uint8_t unfiltered = 0;
    *at++ = 0x78; /* deflate with a window of 32 kB (RFC 1950, 2.2) */
    *at++ = 0x01; /* check bits: the two bytes are a multiple of 31 */
    struct stream stream = {.at = at, .left = rows_size(width_px, height_px), .adler_low = 1};
    for (uint32_t row = 0; row < height_px; row++) {
        put(&stream, &unfiltered, 1);
        put(&stream, rgb + (size_t)row * width_px * 3, (size_t)width_px * 3);
    }
    return put_u32(stream.at, stream.adler_high << 16 | stream.adler_low);
}

/* `out` has room for file_size bytes. */
static void encode(uint32_t width_px, uint32_t height_px, const uint8_t *rgb, uint8_t *out)
{
    static const uint8_t signature[SIGNATURE] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    static const uint8_t kind[5] = {8, 2, 0, 0, 0}; /* eight bits, RGB, not interlaced */
    memcpy(out, signature, SIGNATURE);
    uint8_t *at = begin_chunk(out + SIGNATURE, "IHDR", HEADER);
    at = put_u32(put_u32(at, width_px), height_px);
    memcpy(at, kind, sizeof kind);
    at = end_chunk(at + sizeof kind, HEADER);
    at = begin_chunk(at, "sRGB", 1);
    *at++ = 0; /* rendering intent: perceptual */
    at = end_chunk(at, 1);
    size_t size = data_size(width_px, height_px);
    at = put_data(begin_chunk(at, "IDAT", size), width_px, height_px, rgb);
    at = end_chunk(at, size);
    end_chunk(begin_chunk(at, "IEND", 0), 0);
}

bool us_screenshot_png_write(const char *path, uint32_t width_px, uint32_t height_px,
                             const uint8_t *rgb)
{
    size_t size = file_size(width_px, height_px);
    uint8_t *bytes = malloc(size);
    if (bytes == NULL)
        return false;
    encode(width_px, height_px, rgb, bytes);
    bool good = us_output_file_replace(path, bytes, size);
    int why = errno;
    free(bytes);
    errno = why;
    return good;
}
