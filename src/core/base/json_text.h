/* SPDX-License-Identifier: MIT */
/*
 * json_text: writes JSON into a buffer of fixed size. If the text does not fit, the result is
 * empty.
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
/* Terminates the text and returns its length in bytes, or 0 if it did not fit. */
uint32_t us_json_text_finish(struct us_json_text *text);

void us_json_text_raw(struct us_json_text *text, const char *raw);
/* `,"name":` before any value; without the comma at the beginning of an object, an array or the
 * text. A name of NULL is an element of an array. */
void us_json_text_name(struct us_json_text *text, const char *name);
/* A member with any text: invalid UTF-8 is replaced, and special characters are escaped. NULL gives
 * null. */
void us_json_text_string(struct us_json_text *text, const char *name, const char *value);
void us_json_text_integer(struct us_json_text *text, const char *name, int64_t value);
void us_json_text_bool(struct us_json_text *text, const char *name, bool value);
/* A number with nine digits, as many as a float holds; null if it is not finite. The thread's
 * locale must be "C". */
void us_json_text_number(struct us_json_text *text, const char *name, double value);
/* An array of numbers. */
void us_json_text_numbers(struct us_json_text *text, const char *name, const float *values,
                          uint32_t count);

#endif
