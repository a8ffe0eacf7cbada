/* SPDX-License-Identifier: MIT */
/*
 * format: facts of the input animation format that reading and writing share.
 *
 * Versions 1.0 and 1.1 of the public specification, as the toolkit really writes them
 * (docs/format.md). All values are little-endian.
 */
#ifndef US_FORMAT_H
#define US_FORMAT_H

#include <stdbool.h>
#include <stdint.h>

#include "core/recording/recording.h"

#define US_FORMAT_MAGIC UINT64_C(0x6a8faf6e0f9e42c6)

enum { US_FORMAT_HEADER_SIZE = 16 };

/* A marker is a time and a string of at least a length byte. */
enum { US_FORMAT_MARKER_MIN_SIZE = 5 };

/* How a file begins. A recording of 2019 has no header: it begins with the first curve, whose wrap
 * mode is 8. */
enum us_format_start { US_FORMAT_FOREIGN, US_FORMAT_HEADER, US_FORMAT_BARE };
enum us_format_start us_format_start(const uint8_t *start, uint64_t size);

/* True if a file of this layout holds this curve. */
bool us_format_has_curve(const struct us_layout *layout, unsigned curve_index);

/* True for well-formed UTF-8 without NUL. */
bool us_format_is_text(const uint8_t *text, uint32_t length);

/* Copies the text, and writes U+FFFD for each byte that is not part of well-formed UTF-8, and for
 * NUL. Returns its length; `out` may be NULL. */
uint32_t us_format_repair_text(const uint8_t *text, uint32_t length, char *out);

#endif
