/* SPDX-License-Identifier: MIT */
/*
 * json_text: JSON into a buffer of fixed size; what does not fit makes the whole empty.
 */
#ifndef US_JSON_TEXT_H
#define US_JSON_TEXT_H

#include <stdbool.h>
#include <stdint.h>

struct us_json_text {
    char *begin, *at, *end; /* `end` is behind the last byte */
    bool overflown;
};

void us_json_text_init(struct us_json_text *text, char *out, uint32_t out_size);
/* The length, 0 if it did not fit. The text is terminated. */
uint32_t us_json_text_finish(struct us_json_text *text);

void us_json_text_raw(struct us_json_text *text, const char *raw);
/* `,"name":` before any value; without the comma at the beginning of an object, an array or the
 * text. A name of NULL is an element of an array. */
void us_json_text_name(struct us_json_text *text, const char *name);
/* A member with text from anywhere: made valid UTF-8 and escaped; NULL is null. */
void us_json_text_string(struct us_json_text *text, const char *name, const char *value);
void us_json_text_integer(struct us_json_text *text, const char *name, int64_t value);
void us_json_text_bool(struct us_json_text *text, const char *name, bool value);
/* Numbers need the thread's locale to be "C". Not finite: null. Nine digits: what a float holds. */
void us_json_text_number(struct us_json_text *text, const char *name, double value);
/* An array of numbers. */
void us_json_text_numbers(struct us_json_text *text, const char *name, const float *values,
                          uint32_t count);

#endif
