/* SPDX-License-Identifier: MIT */
/*
 * jsonl: writes JSON Lines, one object a line, for the test programs.
 *
 * A line is built in memory between `begin` and `end` and reaches the file, flushed, in `end`: a
 * program that is killed leaves whole lines behind. `key` is NULL for an element of an array. One
 * thread at a time.
 */
#ifndef PROBE_JSONL_H
#define PROBE_JSONL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct probe_jsonl {
    FILE *out; /* the caller's; NULL writes nothing */
    char *text;
    size_t length;
    size_t capacity;
    bool failed; /* a line was lost: memory ran out, or the file could not be written */
};

/* Does not take `out` over: the caller closes it after `finish`. */
void probe_jsonl_init(struct probe_jsonl *jsonl, FILE *out);
void probe_jsonl_finish(struct probe_jsonl *jsonl);

void probe_jsonl_begin(struct probe_jsonl *jsonl);
void probe_jsonl_end(struct probe_jsonl *jsonl);

void probe_jsonl_text(struct probe_jsonl *jsonl, const char *key, const char *value);
void probe_jsonl_integer(struct probe_jsonl *jsonl, const char *key, int64_t value);
void probe_jsonl_boolean(struct probe_jsonl *jsonl, const char *key, bool value);
/* Nine significant digits, which is every float exactly; null if it is not finite. */
void probe_jsonl_number(struct probe_jsonl *jsonl, const char *key, float value);
void probe_jsonl_numbers(struct probe_jsonl *jsonl, const char *key, const float *values,
                         size_t count);

void probe_jsonl_open_object(struct probe_jsonl *jsonl, const char *key);
void probe_jsonl_close_object(struct probe_jsonl *jsonl);
void probe_jsonl_open_array(struct probe_jsonl *jsonl, const char *key);
void probe_jsonl_close_array(struct probe_jsonl *jsonl);

#endif
