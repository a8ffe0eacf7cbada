/* SPDX-License-Identifier: MIT */
/*
 * text: UTF-8, times as text, and JSON as text, each of fixed size and without the heap.
 *
 * utf8: which bytes are well-formed UTF-8 (RFC 3629).
 */
#ifndef US_TEXT_H
#define US_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* The length of the well-formed sequence at the beginning of a text of `left` bytes, from 1 to 4; 0
 * if there is none, or NUL. Reads no further than the first byte that does not belong to it, so
 * that a text may end with NUL anywhere. */
static inline size_t us_utf8_sequence(const char *text, size_t left)
{
    static const struct {
        unsigned char from, to, second_from, second_to, length;
    } forms[] = {
        {0x01, 0x7f, 0, 0xff, 1},    {0xc2, 0xdf, 0x80, 0xbf, 2}, {0xe0, 0xe0, 0xa0, 0xbf, 3},
        {0xe1, 0xec, 0x80, 0xbf, 3}, {0xed, 0xed, 0x80, 0x9f, 3}, {0xee, 0xef, 0x80, 0xbf, 3},
        {0xf0, 0xf0, 0x90, 0xbf, 4}, {0xf1, 0xf3, 0x80, 0xbf, 4}, {0xf4, 0xf4, 0x80, 0x8f, 4},
    };
    const unsigned char *at = (const unsigned char *)text;
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        if (left == 0 || at[0] < forms[i].from || at[0] > forms[i].to)
            continue;
        size_t length = forms[i].length;
        if (length > left)
            return 0;
        if (length > 1 && (at[1] < forms[i].second_from || at[1] > forms[i].second_to))
            return 0;
        for (size_t k = 2; k < length; k++)
            if ((at[k] & 0xc0) != 0x80)
                return 0;
        return length;
    }
    return 0;
}

/* The same; 0 also for a control character below 0x20. */
static inline size_t us_utf8_printable(const char *text, size_t left)
{
    return (unsigned char)text[0] < 0x20 ? 0 : us_utf8_sequence(text, left);
}

/* The same of a text that ends with NUL. */
static inline size_t us_utf8_length(const char *text)
{
    return us_utf8_printable(text, 4);
}

/* How many bytes of a text are the byte order mark that some editors put before it: 3 or 0. */
static inline size_t us_utf8_mark(const char *text)
{
    static const char mark[] = "\xef\xbb\xbf";
    return strncmp(text, mark, sizeof mark - 1) == 0 ? sizeof mark - 1 : 0;
}

/* Whether two texts are the same, large and small letters of ASCII counting as one. */
static inline bool us_text_same_letters(const char *a, const char *b)
{
    for (;; a++, b++) {
        const int of_a = *a >= 'A' && *a <= 'Z' ? *a - 'A' + 'a' : *a;
        const int of_b = *b >= 'A' && *b <= 'Z' ? *b - 'A' + 'a' : *b;
        if (of_a != of_b)
            return false;
        if (*a == '\0')
            return true;
    }
}

/* Whether a text ends in another one and is longer. */
static inline bool us_text_ends_in(const char *text, const char *end)
{
    const size_t length = strlen(text), size = strlen(end);
    return length > size && strcmp(text + length - size, end) == 0;
}

/* What a path with '/' has behind another one that it is or is below: "" or "/...". NULL: neither.
 */
static inline const char *us_text_below(const char *path, const char *above)
{
    const size_t length = strlen(above);
    const bool is_below =
        strncmp(path, above, length) == 0 && (path[length] == '/' || path[length] == '\0');
    return is_below ? path + length : NULL;
}

/* What the path of every interaction profile begins with. */
#define US_PROFILE_PREFIX "/interaction_profiles/"

/* The path of a profile without the prefix; a text that does not begin with it stays as it is. */
static inline const char *us_text_profile(const char *path)
{
    const size_t length = sizeof US_PROFILE_PREFIX - 1;
    return strncmp(path, US_PROFILE_PREFIX, length) == 0 ? path + length : path;
}

/* The length of a text of `length` bytes that is cut between two characters, to `most` bytes. */
static inline size_t us_utf8_cut(const char *text, size_t length, size_t most)
{
    if (length <= most)
        return length;
    while (most > 0 && ((unsigned char)text[most] & 0xc0) == 0x80)
        most--;
    return most;
}

/* How many bytes a message repeats of a word of the user's that is wrong, up to 60, so that there
 * is room for what is wrong. For the precision of "%.*s". */
static inline int us_text_shown(const char *word, size_t length)
{
    return (int)us_utf8_cut(word, length, 60);
}

/* Copy a text of up to `from_size` bytes, or up to its NUL. What is not well-formed becomes '?'. A
 * text that is too long is cut between two characters. `to` always ends with NUL. */
static inline void us_utf8_copy(char *to, size_t to_size, const char *from, size_t from_size)
{
    const char *end = (const char *)memchr(from, '\0', from_size);
    size_t size = end != NULL ? (size_t)(end - from) : from_size, length = 0;
    for (size_t at = 0; at < size;) {
        size_t step = us_utf8_printable(from + at, size - at);
        const char *taken = step > 0 ? from + at : "?";
        step = step > 0 ? step : 1;
        if (to_size - length <= step)
            break;
        memcpy(to + length, taken, step);
        length += step;
        at += step;
    }
    to[length] = '\0';
}

/*
 * seconds: formats times of any size as text, with a decimal point in every locale.
 */

struct us_seconds {
    char text[56];
};

/* "-1.500000000": rounded to `decimals` digits, 0 to 9. From 9e9 s (285 years) on with an exponent,
 * "1.000000015e+30"; "nan" and "inf" are themselves. A number of C and, if finite, of JSON. */
struct us_seconds us_seconds_text(double seconds, int decimals);

/* With how many decimals, from `least` to 9, two numbers are written so that a reader sees which
 * one is larger. `least`, if they are the same. */
int us_seconds_decimals(double a, double b, int least);

/* For the user: "1.500 s"; from 1e9 s on "1.000000000e+30 s (more than 31 years)". */
struct us_seconds us_seconds_words(double seconds);

/*
 * json_text: writes JSON into a buffer of fixed size. If the text does not fit, the result is
 * empty.
 */

struct us_json_text {
    char *begin, *at, *end; /* `end` is behind the last byte */
    bool overflown;
};

void us_json_text_init(struct us_json_text *text, char *out, uint32_t out_size);
/* Terminates the text and returns its length in bytes, or 0 if it did not fit. */
uint32_t us_json_text_finish(struct us_json_text *text);

void us_json_text_raw(struct us_json_text *text, const char *raw);
/* A member with a value as it stands, or with the bracket that begins an array or an object, which
 * us_json_text_raw ends. Before it comes a comma, but not at the beginning of an object, an array
 * or the text. A name of NULL is an element of an array: so it is in all functions here. */
void us_json_text_value(struct us_json_text *text, const char *name, const char *value);
/* A member with any text: invalid UTF-8 is replaced, and special characters are escaped. NULL gives
 * null. */
void us_json_text_string(struct us_json_text *text, const char *name, const char *value);
/* The same of a word that stands for a number. NULL: the number itself, as text. */
void us_json_text_word(struct us_json_text *text, const char *name, const char *word,
                       int32_t number);
void us_json_text_integer(struct us_json_text *text, const char *name, int64_t value);
void us_json_text_bool(struct us_json_text *text, const char *name, bool value);
/* A number with nine digits, as many as a float holds; null if it is not finite. The thread's
 * locale must be "C". */
void us_json_text_number(struct us_json_text *text, const char *name, double value);
/* An array of numbers. */
void us_json_text_numbers(struct us_json_text *text, const char *name, const float *values,
                          uint32_t count);

/* Appends the words of a list that ends with NULL, with ", " between them. A list that does not fit
 * is cut. */
void us_text_join(const char *const *words, char *out, size_t size);

/* Appends a word to a list, with `between` before it unless the list is empty. A word that does not
 * fit is cut. */
void us_text_add(char *list, size_t size, const char *between, const char *word);
/* The same with ", ". */
void us_text_add_word(char *list, size_t size, const char *word);

/* The place of a word in a list that ends with NULL; -1: it is not there, or NULL. */
int us_text_find(const char *const *words, const char *word);

/* The name in a list that ends with NULL that somebody may have meant by `word`: one that begins
 * with it, or that differs in two letters at most. NULL: there is none. */
const char *us_text_closest(const char *word, const char *const *names);

#endif
