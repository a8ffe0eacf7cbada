/* SPDX-License-Identifier: MIT */
#include "tool/convert/replay/bson.h"

#include <inttypes.h>
#include <string.h>

#include "core/base/bytes.h"

/* Types without a name of their own. */
enum {
    UNDEFINED = 6,
    OBJECT_ID,
    BOOLEAN,
    DATE,
    NONE,
    REGEX,
    POINTER,
    CODE,
    SYMBOL,
    SCOPED_CODE,
    TIMESTAMP = 17,
    DECIMAL = 19,
    MOST = 127,
    LEAST = 255
};
enum { SMALLEST = 5 }; /* a size, and the final 0 */

static enum us_result fail(uint64_t at, const char *what, struct us_error *error)
{
    return us_result_fail(error, US_ERROR_TRUNCATED, at, NULL,
                          "%s; the file is cut or damaged, get the whole file", what);
}

/* The bytes at an offset before the document's end; NULL: there are not so many. */
static const uint8_t *bytes_at(const struct tool_bson *document, uint64_t at, uint32_t count)
{
    if (at > document->end || count > document->end - at)
        return NULL;
    document->window->at = at;
    return tool_window_take(document->window, count);
}

enum us_result tool_bson_open(struct tool_bson *document, struct tool_window *window, uint64_t at,
                              uint64_t room, struct us_error *error)
{
    *document = (struct tool_bson){.window = window, .at = at + 4, .end = at + room};
    const uint8_t *bytes = bytes_at(document, at, 4);
    const uint32_t size = bytes != NULL ? us_bytes_load_u32(bytes) : 0;
    if (size < SMALLEST || size > room)
        return fail(at, "a BSON document is larger than what is around it, or is none", error);
    document->end = at + size;
    bytes = bytes_at(document, document->end - 1, 1);
    document->end--;
    if (bytes == NULL || *bytes != 0)
        return fail(document->end, "a BSON document does not end where it says", error);
    return US_OK;
}

/* Passes a text that ends with 0, and keeps the begin of it. `out` may be NULL. */
static bool take_name(struct tool_bson *document, char *out, size_t size)
{
    const uint8_t *byte;
    for (size_t length = 0; (byte = bytes_at(document, document->at, 1)) != NULL; length++) {
        document->at++;
        if (out != NULL && length < size)
            out[length] = length + 1 < size ? (char)*byte : '\0';
        if (*byte == 0)
            return true;
    }
    return false;
}

/* How long the value is that begins here; UINT64_MAX: it is none. */
static uint64_t size_of(struct tool_bson *document, uint8_t type)
{
    const uint64_t begin = document->at;
    switch (type) {
    case UNDEFINED:
    case NONE:
    case MOST:
    case LEAST:
        return 0;
    case BOOLEAN:
        return 1;
    case TOOL_BSON_INT32:
        return 4;
    case TOOL_BSON_DOUBLE:
    case DATE:
    case TIMESTAMP:
    case TOOL_BSON_INT64:
        return 8;
    case OBJECT_ID:
        return 12;
    case DECIMAL:
        return 16;
    case REGEX:
        return take_name(document, NULL, 0) && take_name(document, NULL, 0) ? document->at - begin
                                                                            : UINT64_MAX;
    default:
        break;
    }
    const uint8_t *bytes = bytes_at(document, begin, 4);
    const uint64_t size = bytes != NULL ? us_bytes_load_u32(bytes) : UINT32_MAX;
    switch (type) {
    case TOOL_BSON_DOCUMENT:
    case TOOL_BSON_ARRAY:
    case SCOPED_CODE:
        return size;
    case TOOL_BSON_BINARY:
        return size + 5;
    case TOOL_BSON_STRING:
    case CODE:
    case SYMBOL:
        return size + 4;
    case POINTER:
        return size + 4 + 12;
    default:
        return UINT64_MAX;
    }
}

enum us_result tool_bson_next(struct tool_bson *document, struct tool_bson_element *out,
                              bool *out_end, struct us_error *error)
{
    const uint64_t place = document->at;
    *out_end = document->at == document->end;
    if (*out_end)
        return US_OK;
    memset(out, 0, sizeof *out);
    const uint8_t *type = bytes_at(document, document->at++, 1);
    out->type = type != NULL ? *type : 0;
    if (!take_name(document, out->name, sizeof out->name))
        return fail(place, "the name of a BSON element does not end", error);
    out->at = document->at;
    out->size = size_of(document, out->type);
    document->at = out->at;
    if (out->size > document->end - out->at)
        return fail(place, "a BSON element is larger than what is around it, or of an unknown type",
                    error);
    document->at += out->size;
    if (out->type == TOOL_BSON_BINARY) {
        out->at += 5;
        out->size -= 5;
    }
    return US_OK;
}

enum us_result tool_bson_find(struct tool_bson document, const char *name,
                              struct tool_bson_element *out, bool *out_found,
                              struct us_error *error)
{
    bool is_end = false;
    enum us_result result = US_OK;
    *out_found = false;
    while (!*out_found) {
        result = tool_bson_next(&document, out, &is_end, error);
        if (result != US_OK || is_end)
            return result;
        *out_found = strcmp(out->name, name) == 0;
    }
    return US_OK;
}

enum us_result tool_bson_enter(struct tool_bson *document, const char *const path[],
                               struct us_error *error)
{
    struct tool_bson_element element;
    bool is_found = true;
    enum us_result result = US_OK;
    for (unsigned i = 0; path[i] != NULL && is_found && result == US_OK; i++) {
        result = tool_bson_find(*document, path[i], &element, &is_found, error);
        is_found =
            is_found && (element.type == TOOL_BSON_DOCUMENT || element.type == TOOL_BSON_ARRAY);
        if (result == US_OK && is_found)
            result = tool_bson_open(document, document->window, element.at, element.size, error);
    }
    if (!is_found)
        document->at = document->end;
    return result;
}

void tool_bson_text(const struct tool_bson *document, const struct tool_bson_element *element,
                    char *out, size_t size)
{
    const uint64_t length = element->size > 4 ? element->size - 5 : 0;
    const uint32_t count = (uint32_t)(length < size ? length : size - 1);
    const uint8_t *bytes =
        element->type == TOOL_BSON_STRING ? bytes_at(document, element->at + 4, count) : NULL;
    memset(out, 0, size);
    if (bytes != NULL)
        memcpy(out, bytes, count);
}

double tool_bson_number(const struct tool_bson *document, const struct tool_bson_element *element)
{
    const uint8_t *bytes = bytes_at(document, element->at, element->size < 8 ? 4 : 8);
    double value = 0.0;
    if (bytes == NULL)
        return 0.0;
    if (element->type == TOOL_BSON_INT32)
        value = (double)(int32_t)us_bytes_load_u32(bytes);
    else if (element->type == TOOL_BSON_INT64)
        value = (double)(int64_t)us_bytes_load_u64(bytes);
    else if (element->type == TOOL_BSON_DOUBLE) {
        const uint64_t bits = us_bytes_load_u64(bytes);
        memcpy(&value, &bits, sizeof value);
    }
    return value;
}
