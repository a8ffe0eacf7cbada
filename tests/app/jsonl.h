/* SPDX-License-Identifier: MIT */
/*
 * jsonl: writes JSON Lines, one object a line, for the test programs.
 *
 * A line is built in memory between `begin` and `end` and reaches the file, flushed, in `end`: a
 * program that is killed leaves whole lines behind. `key` is NULL for an element of an array. One
 * thread at a time.
 */
#ifndef US_JSONL_H
#define US_JSONL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct us_jsonl {
    FILE *out; /* the caller's; NULL writes nothing */
    char *text;
    size_t length;
    size_t capacity;
    bool failed; /* a line was lost: memory ran out, or the file could not be written */
};

/* Does not take `out` over: the caller closes it after `finish`. */
void us_jsonl_init(struct us_jsonl *jsonl, FILE *out);
void us_jsonl_finish(struct us_jsonl *jsonl);

void us_jsonl_begin(struct us_jsonl *jsonl);
void us_jsonl_end(struct us_jsonl *jsonl);

void us_jsonl_text(struct us_jsonl *jsonl, const char *key, const char *value);
void us_jsonl_integer(struct us_jsonl *jsonl, const char *key, int64_t value);
void us_jsonl_boolean(struct us_jsonl *jsonl, const char *key, bool value);
/* Nine significant digits, which is every float exactly; null if it is not finite. */
void us_jsonl_number(struct us_jsonl *jsonl, const char *key, float value);
void us_jsonl_numbers(struct us_jsonl *jsonl, const char *key, const float *values, size_t count);

void us_jsonl_open_object(struct us_jsonl *jsonl, const char *key);
void us_jsonl_close_object(struct us_jsonl *jsonl);
void us_jsonl_open_array(struct us_jsonl *jsonl, const char *key);
void us_jsonl_close_array(struct us_jsonl *jsonl);

#endif
