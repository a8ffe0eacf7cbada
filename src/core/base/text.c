/* SPDX-License-Identifier: MIT */
#include "core/base/text.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { MAX_WORD = 32 };

/* Below this a time in nanoseconds fits into an int64_t. */
#define MOST_PLAIN_S 9e9
#define MOST_SHORT_S 1e9

static uint64_t power_of_ten(int exponent)
{
    uint64_t power = 1;
    for (int i = 0; i < exponent; i++)
        power *= 10;
    return power;
}

static struct us_seconds plain(double size_s, const char *sign, int decimals)
{
    struct us_seconds out;
    uint64_t unit = power_of_ten(decimals);
    uint64_t count = (uint64_t)(size_s * (double)unit + 0.5);
    if (decimals == 0)
        snprintf(out.text, sizeof out.text, "%s%" PRIu64, sign, count);
    else
        snprintf(out.text, sizeof out.text, "%s%" PRIu64 ".%0*" PRIu64, sign, count / unit,
                 decimals, count % unit);
    return out;
}

static struct us_seconds with_exponent(double size_s, const char *sign)
{
    struct us_seconds out;
    int exponent = (int)floor(log10(size_s));
    uint64_t digits = (uint64_t)(size_s / pow(10.0, exponent) * 1e9 + 0.5);
    /* The logarithm or the digits may have been rounded up to a power of ten. */
    if (digits >= 10000000000u) {
        digits /= 10;
        exponent++;
    }
    snprintf(out.text, sizeof out.text, "%s%" PRIu64 ".%09" PRIu64 "e+%d", sign,
             digits / 1000000000u, digits % 1000000000u, exponent);
    return out;
}

struct us_seconds us_seconds_text(double seconds, int decimals)
{
    struct us_seconds out;
    const char *sign = seconds < 0.0 ? "-" : "";
    if (isnan(seconds))
        snprintf(out.text, sizeof out.text, "nan");
    else if (isinf(seconds))
        snprintf(out.text, sizeof out.text, "%sinf", sign);
    else if (fabs(seconds) < MOST_PLAIN_S)
        out = plain(fabs(seconds), sign, decimals);
    else
        out = with_exponent(fabs(seconds), sign);
    return out;
}

int us_seconds_decimals(double a, double b, int least)
{
    int decimals = least;
    if (!(a < b || a > b))
        return least;
    while (decimals < 9 &&
           strcmp(us_seconds_text(a, decimals).text, us_seconds_text(b, decimals).text) == 0)
        decimals++;
    return decimals;
}

struct us_seconds us_seconds_words(double seconds)
{
    bool is_short = fabs(seconds) < MOST_SHORT_S;
    struct us_seconds out = is_short ? us_seconds_text(seconds, 3)
                                     : with_exponent(fabs(seconds), seconds < 0.0 ? "-" : "");
    const char *unit = is_short ? " s" : " s (more than 31 years)";
    strncat(out.text, unit, sizeof out.text - strlen(out.text) - 1);
    return out;
}

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

void us_json_text_value(struct us_json_text *text, const char *name, const char *value)
{
    if (needs_comma(text))
        put(text, ",", 1);
    if (name != NULL) {
        put(text, "\"", 1);
        us_json_text_raw(text, name);
        put(text, "\":", 2);
    }
    us_json_text_raw(text, value);
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
    if (value == NULL) {
        us_json_text_value(text, name, "null");
        return;
    }
    us_json_text_value(text, name, "\"");
    while (*value != '\0' && !text->overflown)
        put_character(text, &value);
    put(text, "\"", 1);
}

void us_json_text_word(struct us_json_text *text, const char *name, const char *word,
                       int32_t number)
{
    char digits[16];
    snprintf(digits, sizeof digits, "%" PRId32, number);
    us_json_text_string(text, name, word != NULL ? word : digits);
}

void us_json_text_integer(struct us_json_text *text, const char *name, int64_t value)
{
    char digits[24];
    snprintf(digits, sizeof digits, "%" PRId64, value);
    us_json_text_value(text, name, digits);
}

void us_json_text_bool(struct us_json_text *text, const char *name, bool value)
{
    us_json_text_value(text, name, value ? "true" : "false");
}

void us_json_text_number(struct us_json_text *text, const char *name, double value)
{
    char digits[32] = "null";
    if (isfinite(value))
        snprintf(digits, sizeof digits, "%.9g", value);
    us_json_text_value(text, name, digits);
}

void us_json_text_numbers(struct us_json_text *text, const char *name, const float *values,
                          uint32_t count)
{
    us_json_text_value(text, name, "[");
    for (uint32_t i = 0; i < count; i++)
        us_json_text_number(text, NULL, (double)values[i]);
    us_json_text_raw(text, "]");
}

void us_text_join(const char *const *words, char *out, size_t size)
{
    for (size_t i = 0; words[i] != NULL; i++) {
        size_t length = strlen(out);
        snprintf(out + length, size - length, "%s%s", i > 0 ? ", " : "", words[i]);
    }
}

void us_text_add(char *list, size_t size, const char *between, const char *word)
{
    size_t length = strlen(list);
    snprintf(list + length, size - length, "%s%s", length > 0 ? between : "", word);
}

void us_text_add_word(char *list, size_t size, const char *word)
{
    us_text_add(list, size, ", ", word);
}

int us_text_find(const char *const *words, const char *word)
{
    for (int i = 0; word != NULL && words[i] != NULL; i++)
        if (strcmp(words[i], word) == 0)
            return i;
    return -1;
}

/* The number of letters to change, add or remove (Levenshtein); words longer than MAX_WORD are cut.
 */
static unsigned distance(const char *a, const char *b)
{
    unsigned row[MAX_WORD + 1];
    size_t a_length = strnlen(a, MAX_WORD), b_length = strnlen(b, MAX_WORD);
    for (unsigned j = 0; j <= b_length; j++)
        row[j] = j;
    for (unsigned i = 1; i <= a_length; i++) {
        unsigned diagonal = row[0];
        row[0] = i;
        for (unsigned j = 1; j <= b_length; j++) {
            unsigned best = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            best = best < row[j] + 1 ? best : row[j] + 1;
            row[j] = best < row[j - 1] + 1 ? best : row[j - 1] + 1;
        }
    }
    return row[b_length];
}

const char *us_text_closest(const char *word, const char *const *names)
{
    const char *found = NULL;
    unsigned least = 3;
    size_t length = strlen(word);
    for (; *names != NULL; names++) {
        bool begins = length >= 2 && strncmp(word, *names, length) == 0;
        unsigned off = begins ? 0 : distance(word, *names);
        if (off < least && off < strlen(*names)) {
            least = off;
            found = *names;
        }
    }
    return found;
}
