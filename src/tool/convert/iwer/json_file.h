/* SPDX-License-Identifier: MIT */
/*
 * json_file: the members of a JSON object in a file, and the elements of one that is an array, one
 * after the other in bounded memory. Belongs to one thread.
 */
#ifndef TOOL_IWER_JSON_FILE_H
#define TOOL_IWER_JSON_FILE_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stdint.h>

#include "core/base/file.h"
#include "core/base/result.h"

/* A member or an element that is parsed has at most so many bytes. */
enum { TOOL_JSON_VALUE_MOST = 1 << 20 };

struct tool_json_file {
    struct us_file file;
    uint64_t begin, size; /* of what is in `window`: offset and bytes */
    char *window;         /* own */
    uint64_t at;          /* the next byte */
};

/* A value in the file; `end` 0: there is none. */
struct tool_json_span {
    uint64_t begin, end;
};

/* The caller closes it after a failure, too. */
enum us_result tool_json_file_open(const char *path, struct tool_json_file *out,
                                   struct us_error *error);
void tool_json_file_close(struct tool_json_file *json);

/*
 * Finds the values of `count` members of the object that the file is, and reads the file to its
 * end. Of two of one name, US_ERROR_USAGE. Values of other members are only skipped.
 */
enum us_result tool_json_file_members(struct tool_json_file *json, const char *const *names,
                                      unsigned count, struct tool_json_span *out,
                                      struct us_error *error);

/* Parses a value, which the caller deletes. `what` names it in errors. */
enum us_result tool_json_file_value(struct tool_json_file *json, struct tool_json_span span,
                                    const char *what, cJSON **out, struct us_error *error);

/*
 * The elements of an array: `*at` begins as its offset, and goes on from call to call. NULL with
 * US_OK at its end. The caller deletes the element.
 */
enum us_result tool_json_file_next(struct tool_json_file *json, uint64_t *at, const char *what,
                                   cJSON **out, struct us_error *error);

/* The first member's name of an object, of which only the first bytes are read; false if it is
 * none, or if the name does not fit. */
bool tool_json_file_first(const char *path, char *out, unsigned size);

#endif
