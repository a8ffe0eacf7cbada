/* SPDX-License-Identifier: MIT */
#include "tool/convert/replay/bson.h"

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

/* Nothing comes of the document any more. */
static void fail(struct tool_bson *document, uint64_t at, const char *what)
{
    document->file->result =
        us_result_fail(document->file->error, US_ERROR_TRUNCATED, at, NULL,
                       "%s; the file is cut or damaged, get the whole file", what);
}

/* The bytes at an offset before the document's end; NULL: there are not so many. */
static const uint8_t *bytes_at(const struct tool_bson *document, uint64_t at, uint32_t count)
{
    if (at > document->end || count > document->end - at)
        return NULL;
    document->file->window->at = at;
    return tool_window_take(document->file->window, count);
}

struct tool_bson tool_bson_open(struct tool_bson_file *file, uint64_t at, uint64_t room)
{
    struct tool_bson document = {.file = file, .at = at + 4, .end = at + room};
    const uint8_t *bytes = bytes_at(&document, at, 4);
    const uint32_t size = bytes != NULL ? us_bytes_load_u32(bytes) : 0;
    if (size < SMALLEST || size > room) {
        fail(&document, at, "a BSON document is larger than what is around it, or is none");
        return document;
    }
    document.end = at + size;
    bytes = bytes_at(&document, document.end - 1, 1);
    document.end--;
    if (bytes == NULL || *bytes != 0)
        fail(&document, document.end, "a BSON document does not end where it says");
    return document;
}

struct tool_bson tool_bson_child(const struct tool_bson *document,
                                 const struct tool_bson_element *element)
{
    return tool_bson_open(document->file, element->at, element->size);
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

bool tool_bson_next(struct tool_bson *document, struct tool_bson_element *out)
{
    const uint64_t place = document->at;
    if (document->file->result != US_OK || document->at == document->end)
        return false;
    memset(out, 0, sizeof *out);
    const uint8_t *type = bytes_at(document, document->at++, 1);
    out->type = type != NULL ? *type : 0;
    if (!take_name(document, out->name, sizeof out->name)) {
        fail(document, place, "the name of a BSON element does not end");
        return false;
    }
    out->at = document->at;
    out->size = size_of(document, out->type);
    document->at = out->at;
    if (out->size > document->end - out->at) {
        fail(document, place,
             "a BSON element is larger than what is around it, or of an unknown type");
        return false;
    }
    document->at += out->size;
    if (out->type == TOOL_BSON_BINARY) {
        out->at += 5;
        out->size -= 5;
    }
    return true;
}

bool tool_bson_find(struct tool_bson document, const char *name, struct tool_bson_element *out)
{
    while (tool_bson_next(&document, out))
        if (strcmp(out->name, name) == 0)
            return true;
    return false;
}

struct tool_bson tool_bson_enter(struct tool_bson document, const char *const path[])
{
    struct tool_bson_element element;
    for (unsigned i = 0; path[i] != NULL; i++) {
        const bool is_there =
            tool_bson_find(document, path[i], &element) &&
            (element.type == TOOL_BSON_DOCUMENT || element.type == TOOL_BSON_ARRAY);
        if (is_there)
            document = tool_bson_child(&document, &element);
        else
            document.at = document.end;
    }
    return document;
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
