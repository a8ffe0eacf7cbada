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

#include "core/base/result.h"
#include "tool/convert/base/window.h"

/* A member or an element that is parsed has at most so many bytes. */
enum { TOOL_JSON_VALUE_MOST = 1 << 20 };

/* A value in the file; `end` 0: there is none. */
struct tool_json_span {
    uint64_t begin, end;
};

/*
 * Finds the values of `count` members of the object that the file is, and reads the file to its
 * end. Of two of one name, US_ERROR_USAGE. Values of other members are only skipped.
 */
enum us_result tool_json_file_members(struct tool_window *json, const char *const *names,
                                      unsigned count, struct tool_json_span *out,
                                      struct us_error *error);

/* Parses a value, which the caller deletes. `what` names it in errors. */
enum us_result tool_json_file_value(struct tool_window *json, struct tool_json_span span,
                                    const char *what, cJSON **out, struct us_error *error);

/*
 * The elements of an array: `*at` begins as its offset, and goes on from call to call. NULL with
 * US_OK at its end. The caller deletes the element.
 */
enum us_result tool_json_file_next(struct tool_window *json, uint64_t *at, const char *what,
                                   cJSON **out, struct us_error *error);

/* The first member's name of an object, of which only the first bytes are read; false if it is
 * none, or if the name does not fit. */
bool tool_json_file_first(const char *path, char *out, unsigned size);

#endif
