/* SPDX-License-Identifier: MIT */
/*
 * bson: the elements of a BSON document (https://bsonspec.org, version 1.1) in a file, one after
 * the other. Every size is checked against what is around it. Nothing is allocated. One thread.
 */
#ifndef TOOL_CONVERT_REPLAY_BSON_H
#define TOOL_CONVERT_REPLAY_BSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/result.h"
#include "tool/convert/base/window.h"

enum tool_bson_type {
    TOOL_BSON_DOUBLE = 1,
    TOOL_BSON_STRING = 2,
    TOOL_BSON_DOCUMENT = 3,
    TOOL_BSON_ARRAY = 4, /* a document whose names are "0", "1", ... */
    TOOL_BSON_BINARY = 5,
    TOOL_BSON_INT32 = 16,
    TOOL_BSON_INT64 = 18
};

/* A file of documents. Its first failure stays, and no element comes after it. */
struct tool_bson_file {
    struct tool_window *window;
    struct us_error *error;
    enum us_result result;
};

struct tool_bson {
    struct tool_bson_file *file;
    uint64_t at, end; /* offsets of the next element, and of the final 0 */
};

struct tool_bson_element {
    uint8_t type;
    char name[32];     /* cut where it is longer */
    uint64_t at, size; /* of the value; of a binary one, of its bytes */
};

/* A document at an offset, which `room` bytes may hold; without elements after a failure. */
struct tool_bson tool_bson_open(struct tool_bson_file *file, uint64_t at, uint64_t room);
/* The document or array that an element is. */
struct tool_bson tool_bson_child(const struct tool_bson *document,
                                 const struct tool_bson_element *element);

/* The next element; false: there is none. */
bool tool_bson_next(struct tool_bson *document, struct tool_bson_element *out);
/* The first element of a name among those that come; false: there is none. */
bool tool_bson_find(struct tool_bson document, const char *name, struct tool_bson_element *out);
/* The document or array at a path of names, which NULL ends. Without one there, no element comes.
 */
struct tool_bson tool_bson_enter(struct tool_bson document, const char *const path[]);

/* The text of a string, cut to `size` - 1 bytes; "" of another type. */
void tool_bson_text(const struct tool_bson *document, const struct tool_bson_element *element,
                    char *out, size_t size);
/* 0 of what is no number. */
double tool_bson_number(const struct tool_bson *document, const struct tool_bson_element *element);

#endif
