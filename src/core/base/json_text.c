/* SPDX-License-Identifier: MIT */
#include "core/base/json_text.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/base/utf8.h"

void us_json_text_init(struct us_json_text *text, char *out, uint32_t out_size)
{
    *text = (struct us_json_text){out, out, out + out_size, out_size == 0};
}

uint32_t us_json_text_finish(struct us_json_text *text)
{
    if (text->overflown) { /* otherwise `put` left room for the NUL */
        if (text->begin < text->end)
            *text->begin = '\0';
        return 0;
    }
    *text->at = '\0';
    return (uint32_t)(text->at - text->begin);
}

static void put(struct us_json_text *text, const char *bytes, size_t count)
{
    if ((size_t)(text->end - text->at) <= count) {
        text->overflown = true;
        return;
    }
    memcpy(text->at, bytes, count);
    text->at += count;
}

void us_json_text_raw(struct us_json_text *text, const char *raw)
{
    put(text, raw, strlen(raw));
}

static bool needs_comma(const struct us_json_text *text)
{
    return text->at > text->begin && strchr("{[,:", text->at[-1]) == NULL;
}

void us_json_text_name(struct us_json_text *text, const char *name)
{
    if (needs_comma(text))
        put(text, ",", 1);
    if (name == NULL)
        return;
    put(text, "\"", 1);
    us_json_text_raw(text, name);
    put(text, "\":", 2);
}

static void put_character(struct us_json_text *text, const char **at)
{
    const unsigned char *bytes = (const unsigned char *)*at;
    size_t length = us_utf8_length(*at);
    char escaped[8];
    if (length == 0 && bytes[0] < 0x20)
        snprintf(escaped, sizeof escaped, "\\u%04x", bytes[0]);
    else if (length == 0)
        memcpy(escaped, "\xef\xbf\xbd", 4);
    else if (bytes[0] == '"' || bytes[0] == '\\')
        snprintf(escaped, sizeof escaped, "\\%c", bytes[0]);
    else if (bytes[0] == 0x7f)
        memcpy(escaped, "\\u007f", 7);
    else {
        put(text, *at, length);
        *at += length;
        return;
    }
    us_json_text_raw(text, escaped);
    *at += 1;
}

void us_json_text_string(struct us_json_text *text, const char *name, const char *value)
{
    us_json_text_name(text, name);
    if (value == NULL) {
        us_json_text_raw(text, "null");
        return;
    }
    put(text, "\"", 1);
    while (*value != '\0' && !text->overflown)
        put_character(text, &value);
    put(text, "\"", 1);
}

void us_json_text_integer(struct us_json_text *text, const char *name, int64_t value)
{
    char digits[24];
    snprintf(digits, sizeof digits, "%" PRId64, value);
    us_json_text_name(text, name);
    us_json_text_raw(text, digits);
}

void us_json_text_bool(struct us_json_text *text, const char *name, bool value)
{
    us_json_text_name(text, name);
    us_json_text_raw(text, value ? "true" : "false");
}

static void put_number(struct us_json_text *text, double value)
{
    char digits[32] = "null";
    if (isfinite(value))
        snprintf(digits, sizeof digits, "%.9g", value);
    us_json_text_raw(text, digits);
}

void us_json_text_number(struct us_json_text *text, const char *name, double value)
{
    us_json_text_name(text, name);
    put_number(text, value);
}

void us_json_text_numbers(struct us_json_text *text, const char *name, const float *values,
                          uint32_t count)
{
    us_json_text_name(text, name);
    put(text, "[", 1);
    for (uint32_t i = 0; i < count; i++) {
        if (i > 0)
            put(text, ",", 1);
        put_number(text, (double)values[i]);
    }
    put(text, "]", 1);
}
