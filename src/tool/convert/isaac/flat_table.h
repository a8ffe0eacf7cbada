/* SPDX-License-Identifier: MIT */
/*
 * flat_table: reads tables and structs of a FlatBuffers message
 * (https://flatbuffers.dev/internals), from bytes whose every offset is checked before it is used.
 *
 * A table's fields are numbered from 0. A field that the writer left out is absent: NULL, or the
 * default that the caller names. Pure; nothing is allocated, and results point into the message.
 */
#ifndef TOOL_FLAT_TABLE_H
#define TOOL_FLAT_TABLE_H

#include <stdbool.h>
#include <stdint.h>

struct tool_flat_table {
    const uint8_t *bytes; /* of the whole message; borrowed */
    uint32_t size;
    uint32_t at;        /* of the table */
    uint32_t fields_at; /* of the offsets of its fields */
    uint16_t fields;    /* how many offsets there are */
    uint16_t span;      /* bytes of the table itself */
};

enum tool_flat_found {
    TOOL_FLAT_ABSENT,
    TOOL_FLAT_FOUND,
    TOOL_FLAT_WRONG, /* the message is damaged */
};

/* The table that a message is. Never TOOL_FLAT_ABSENT. */
enum tool_flat_found tool_flat_table_root(const uint8_t *bytes, uint64_t size,
                                          struct tool_flat_table *out);
/* A table that a field refers to. */
enum tool_flat_found tool_flat_table_child(const struct tool_flat_table *table, unsigned field,
                                           struct tool_flat_table *out);
/* A struct, or a number, of `size` bytes that is in the table itself. `*out` is NULL unless it is
 * found. */
enum tool_flat_found tool_flat_table_struct(const struct tool_flat_table *table, unsigned field,
                                            uint32_t size, const uint8_t **out);

#endif
