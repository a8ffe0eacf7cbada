/* SPDX-License-Identifier: MIT */
/*
 * foreign_format: recognises well-known kinds of files that are not recordings, by their first
 * bytes.
 */
#ifndef US_FOREIGN_FORMAT_H
#define US_FOREIGN_FORMAT_H

#include <stddef.h>
#include <stdint.h>

/* This many bytes are enough to recognise any of them. */
enum { US_FOREIGN_FORMAT_START = 256 };

/* "a PNG image", "a JSON file", ...; NULL for an unknown kind. `size` is the number of bytes at
 * `start`: US_FOREIGN_FORMAT_START, or less for a shorter file. `*out_advice` says what to do, such
 * as "unpack it", or is NULL.
 */
const char *us_foreign_format_kind(const uint8_t *start, size_t size, const char **out_advice);

#endif
