/* SPDX-License-Identifier: MIT */
#include "tool/page/byte_buffer.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "platform/path.h"

/* Where `more` bytes may be written; NULL if there is no memory. */
static uint8_t *reserve(struct tool_byte_buffer *buffer, size_t more)
{
    if (buffer->is_failed || more > SIZE_MAX / 2 - buffer->size) {
        buffer->is_failed = true;
        return NULL;
    }
    if (buffer->size + more > buffer->room) {
        size_t room = 2 * (buffer->size + more) + 256;
        uint8_t *bytes = realloc(buffer->bytes, room);
        if (bytes == NULL) {
            buffer->is_failed = true;
            return NULL;
        }
        buffer->bytes = bytes;
        buffer->room = room;
    }
    return buffer->bytes + buffer->size;
}

void tool_byte_buffer_add(struct tool_byte_buffer *buffer, const void *bytes, size_t size)
{
    uint8_t *to = reserve(buffer, size);
    if (to == NULL || size == 0)
        return;
    memcpy(to, bytes, size);
    buffer->size += size;
}

void tool_byte_buffer_add_text(struct tool_byte_buffer *buffer, const char *text)
{
    tool_byte_buffer_add(buffer, text, strlen(text));
}

void tool_byte_buffer_add_varint(struct tool_byte_buffer *buffer, int64_t value)
{
    enum { MOST_BYTES = 10 };
    uint8_t *to = reserve(buffer, MOST_BYTES);
    uint64_t rest = (uint64_t)value << 1 ^ (value < 0 ? UINT64_MAX : 0);
    if (to == NULL)
        return;
    for (; rest >= 0x80; rest >>= 7, buffer->size++)
        *to++ = (uint8_t)(rest | 0x80);
    *to = (uint8_t)rest;
    buffer->size++;
}

void tool_byte_buffer_add_base64(struct tool_byte_buffer *buffer, const uint8_t *bytes, size_t size)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    uint8_t *to = reserve(buffer, size / 3 * 4 + 4);
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
    buffer->size = (size_t)(to - buffer->bytes);
}

void tool_byte_buffer_add_deflated(struct tool_byte_buffer *buffer, const uint8_t *bytes,
                                   size_t size)
{
    uLongf packed = compressBound((uLong)size);
    uint8_t *to = reserve(buffer, packed);
    if (to == NULL)
        return;
    if (compress2(to, &packed, size > 0 ? bytes : (const uint8_t *)"", (uLong)size,
                  Z_DEFAULT_COMPRESSION) != Z_OK)
        buffer->is_failed = true;
    else
        buffer->size += packed;
}

void tool_byte_buffer_add_json(struct tool_byte_buffer *buffer, const char *json)
{
    for (const char *mark; (mark = strchr(json, '<')) != NULL; json = mark + 1) {
        tool_byte_buffer_add(buffer, json, (size_t)(mark - json));
        tool_byte_buffer_add_text(buffer, "\\u003c");
    }
    tool_byte_buffer_add_text(buffer, json);
}

bool tool_byte_buffer_add_file(struct tool_byte_buffer *buffer, const char *path)
{
    enum { STEP = 1 << 16 };
    FILE *file = us_path_stream(path);
    if (file == NULL)
        return false;
    uint8_t *to;
    size_t length = 0;
    while ((to = reserve(buffer, STEP)) != NULL && (length = fread(to, 1, STEP, file)) > 0)
        buffer->size += length;
    bool is_read = ferror(file) == 0;
    fclose(file);
    return is_read;
}

void tool_byte_buffer_finish(struct tool_byte_buffer *buffer)
{
    free(buffer->bytes);
    *buffer = (struct tool_byte_buffer){0};
}
