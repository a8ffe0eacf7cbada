/* SPDX-License-Identifier: MIT */
/*
 * utf8: which bytes are well-formed UTF-8 (RFC 3629).
 */
#ifndef US_UTF8_H
#define US_UTF8_H

#include <stddef.h>
#include <string.h>

/* The length of the well-formed sequence at `at`, from 1 to 4; 0 if there is none, or if it is a
 * control character below 0x20. Reads no further than the first byte that does not belong to it, so
 * that a text may end with NUL anywhere. */
static inline size_t us_utf8_length(const char *text)
{
    static const struct {
        unsigned char from, to, second_from, second_to, length;
    } forms[] = {
        {0x20, 0x7f, 0, 0xff, 1},    {0xc2, 0xdf, 0x80, 0xbf, 2}, {0xe0, 0xe0, 0xa0, 0xbf, 3},
        {0xe1, 0xec, 0x80, 0xbf, 3}, {0xed, 0xed, 0x80, 0x9f, 3}, {0xee, 0xef, 0x80, 0xbf, 3},
        {0xf0, 0xf0, 0x90, 0xbf, 4}, {0xf1, 0xf3, 0x80, 0xbf, 4}, {0xf4, 0xf4, 0x80, 0x8f, 4},
    };
    const unsigned char *at = (const unsigned char *)text;
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        if (at[0] < forms[i].from || at[0] > forms[i].to)
            continue;
        size_t length = forms[i].length;
        if (length > 1 && (at[1] < forms[i].second_from || at[1] > forms[i].second_to))
            return 0;
        for (size_t k = 2; k < length; k++)
            if ((at[k] & 0xc0) != 0x80)
                return 0;
        return length;
    }
    return 0;
}

/* Copy a text of up to `from_size` bytes, or up to its NUL. What is not well-formed becomes '?'. A
 * text that is too long is cut between two characters. `to` always ends with NUL. */
static inline void us_utf8_copy(char *to, size_t to_size, const char *from, size_t from_size)
{
    const char *end = (const char *)memchr(from, '\0', from_size);
    size_t size = end != NULL ? (size_t)(end - from) : from_size, length = 0;
    for (size_t at = 0; at < size;) {
        /* A sequence at the very end is looked at in a copy: the NUL behind it may not be there. */
        char sequence[5] = {0};
        memcpy(sequence, from + at, size - at < 4 ? size - at : 4);
        size_t step = us_utf8_length(sequence);
        if (length + (step > 0 ? step : 1) >= to_size)
            break;
        if (step == 0)
            to[length++] = '?';
        for (size_t i = 0; i < step; i++)
            to[length++] = from[at + i];
        at += step > 0 ? step : 1;
    }
    to[length] = '\0';
}

#endif
