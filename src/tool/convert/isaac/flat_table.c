/* SPDX-License-Identifier: MIT */
#include "tool/convert/isaac/flat_table.h"

#include <stddef.h>

#include "core/base/bytes.h"

enum { OFFSET = 4, FIELD = 2, HEAD = 2 * FIELD }; /* sizes; HEAD: of a list of offsets */

static uint16_t load_u16(const uint8_t *at)
{
    return (uint16_t)((uint32_t)at[0] | (uint32_t)at[1] << 8);
}

/* Whether `count` bytes are at `at`, which may be any number. */
static bool has(const struct tool_flat_table *table, int64_t at, uint32_t count)
{
    return at >= 0 && at <= (int64_t)table->size && count <= table->size - (uint64_t)at;
}

/* Goes to the table at an offset of the message: it begins with how far before it the list of its
 * fields' offsets is. */
static enum tool_flat_found open_table(struct tool_flat_table *table, int64_t at)
{
    if (!has(table, at, OFFSET))
        return TOOL_FLAT_WRONG;
    table->at = (uint32_t)at;
    const int64_t list = at - (int32_t)us_bytes_load_u32(table->bytes + at);
    if (!has(table, list, HEAD))
        return TOOL_FLAT_WRONG;
    const uint16_t size = load_u16(table->bytes + list);
    table->span = load_u16(table->bytes + list + FIELD);
    if (size < HEAD || size % FIELD != 0 || !has(table, list, size) || table->span < OFFSET ||
        !has(table, at, table->span))
        return TOOL_FLAT_WRONG;
    table->fields_at = (uint32_t)list + HEAD;
    table->fields = (uint16_t)((size - HEAD) / FIELD);
    return TOOL_FLAT_FOUND;
}

enum tool_flat_found tool_flat_table_root(const uint8_t *bytes, uint64_t size,
                                          struct tool_flat_table *out)
{
    *out = (struct tool_flat_table){.bytes = bytes, .size = (uint32_t)size};
    if (bytes == NULL || size > INT32_MAX || size < OFFSET)
        return TOOL_FLAT_WRONG;
    return open_table(out, us_bytes_load_u32(bytes));
}

enum tool_flat_found tool_flat_table_struct(const struct tool_flat_table *table, unsigned field,
                                            uint32_t size, const uint8_t **out)
{
    *out = NULL;
    if (field >= table->fields)
        return TOOL_FLAT_ABSENT;
    const uint16_t inside = load_u16(table->bytes + table->fields_at + field * (size_t)FIELD);
    if (inside == 0)
        return TOOL_FLAT_ABSENT;
    if (inside < OFFSET || inside > table->span || size > (uint32_t)(table->span - inside))
        return TOOL_FLAT_WRONG;
    *out = table->bytes + table->at + inside;
    return TOOL_FLAT_FOUND;
}

enum tool_flat_found tool_flat_table_child(const struct tool_flat_table *table, unsigned field,
                                           struct tool_flat_table *out)
{
    const uint8_t *at;
    const enum tool_flat_found found = tool_flat_table_struct(table, field, OFFSET, &at);
    *out = (struct tool_flat_table){.bytes = table->bytes, .size = table->size};
    return found == TOOL_FLAT_FOUND
               ? open_table(out, (int64_t)(at - table->bytes) + us_bytes_load_u32(at))
               : found;
}
