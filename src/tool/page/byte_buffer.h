/* SPDX-License-Identifier: MIT */
/*
 * byte_buffer: bytes that grow at their end. Zeroed memory is an empty buffer. The bytes are from
 * malloc; they move when the buffer grows, and last until tool_byte_buffer_finish.
 *
 * If memory runs out, `is_failed` is set, and nothing more is added. The caller asks once at the
 * end.
 */
#ifndef TOOL_BYTE_BUFFER_H
#define TOOL_BYTE_BUFFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct tool_byte_buffer {
    uint8_t *bytes;
    size_t size, room;
    bool is_failed;
};

void tool_byte_buffer_add(struct tool_byte_buffer *buffer, const void *bytes, size_t size);
/* The text without its zero. */
void tool_byte_buffer_add_text(struct tool_byte_buffer *buffer, const char *text);
/* The integer as a varint, 7 bits a byte, lowest first; its sign is in the lowest bit (zigzag). */
void tool_byte_buffer_add_varint(struct tool_byte_buffer *buffer, int64_t value);
/* The bytes in base64 (RFC 4648), with padding. */
void tool_byte_buffer_add_base64(struct tool_byte_buffer *buffer, const uint8_t *bytes,
                                 size_t size);
/* The bytes compressed as zlib does (RFC 1950). */
void tool_byte_buffer_add_deflated(struct tool_byte_buffer *buffer, const uint8_t *bytes,
                                   size_t size);
/* JSON text for a <script> element: "<" becomes \u003c, so that no text can end the element. */
void tool_byte_buffer_add_json(struct tool_byte_buffer *buffer, const char *json);
/* Adds the bytes of a regular file; false, with errno, if it cannot be read. */
bool tool_byte_buffer_add_file(struct tool_byte_buffer *buffer, const char *path);
/* Frees the bytes; the buffer is empty again. */
void tool_byte_buffer_finish(struct tool_byte_buffer *buffer);

#endif
