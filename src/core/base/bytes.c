/* SPDX-License-Identifier: MIT */
#include "core/base/bytes.h"

#include <stdlib.h>
#include <string.h>

/* Horspool's way: by the last byte of each place, those that cannot hold the part are passed over.
 */
const void *us_bytes_find(const void *bytes, size_t size, const void *part, size_t part_size)
{
    const uint8_t *const at = bytes, *const wanted = part;
    const size_t most = part_size < UINT8_MAX ? part_size : UINT8_MAX;
    uint8_t steps[UINT8_MAX + 1];
    if (part_size == 0 || part_size > size)
        return part_size == 0 ? bytes : NULL;
    const size_t last = part_size - 1;
    memset(steps, (int)most, sizeof steps);
    for (size_t i = part_size - most; i < last; i++)
        steps[wanted[i]] = (uint8_t)(last - i);
    for (size_t i = 0; i <= size - part_size; i += steps[at[i + last]])
        if (at[i + last] == wanted[last] && memcmp(at + i, wanted, last) == 0)
            return at + i;
    return NULL;
}

char *us_bytes_text(const void *bytes, size_t size)
{
    char *text = malloc(size + 1);
    if (text == NULL)
        return NULL;
    memcpy(text, bytes, size);
    text[size] = '\0';
    return text;
}

void us_bytes_store_u32(uint8_t *at, uint32_t value)
{
    for (unsigned i = 0; i < 4; i++)
        at[i] = (uint8_t)(value >> (8 * i));
}

void us_bytes_store_u64(uint8_t *at, uint64_t value)
{
    us_bytes_store_u32(at, (uint32_t)value);
    us_bytes_store_u32(at + 4, (uint32_t)(value >> 32));
}

void us_bytes_store_f32(uint8_t *at, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    us_bytes_store_u32(at, bits);
}

uint8_t *us_writer_reserve(struct us_writer *writer, size_t count)
{
    writer->failed = writer->failed || count > SIZE_MAX / 4 - writer->size;
    if (writer->failed)
        return NULL;
    if (count <= writer->capacity - writer->size)
        return writer->bytes + writer->size;
    size_t capacity = writer->capacity * 2 > 4096 ? writer->capacity * 2 : 4096;
    if (capacity - writer->size < count)
        capacity = writer->size + count;
    uint8_t *bytes = realloc(writer->bytes, capacity);
    writer->failed = bytes == NULL;
    if (writer->failed)
        return NULL;
    writer->bytes = bytes;
    writer->capacity = capacity;
    return bytes + writer->size;
}

void us_writer_put(struct us_writer *writer, const void *bytes, size_t count)
{
    uint8_t *to = count > 0 ? us_writer_reserve(writer, count) : NULL;
    if (to == NULL)
        return;
    memcpy(to, bytes, count);
    writer->size += count;
}

void us_writer_text(struct us_writer *writer, const char *text)
{
    us_writer_put(writer, text, strlen(text));
}

void us_writer_u8(struct us_writer *writer, uint8_t value)
{
    us_writer_put(writer, &value, 1);
}

void us_writer_i32(struct us_writer *writer, int32_t value)
{
    uint8_t bytes[4];
    us_bytes_store_u32(bytes, (uint32_t)value);
    us_writer_put(writer, bytes, sizeof bytes);
}

void us_writer_u64(struct us_writer *writer, uint64_t value)
{
    uint8_t bytes[8];
    us_bytes_store_u64(bytes, value);
    us_writer_put(writer, bytes, sizeof bytes);
}

void us_writer_f32(struct us_writer *writer, float value)
{
    uint8_t bytes[4];
    us_bytes_store_f32(bytes, value);
    us_writer_put(writer, bytes, sizeof bytes);
}

void us_writer_finish(struct us_writer *writer)
{
    free(writer->bytes);
    *writer = (struct us_writer){0};
}
