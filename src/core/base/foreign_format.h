/* SPDX-License-Identifier: MIT */
/*
 * foreign_format: well-known kinds of files that are no recordings, by how they begin.
 */
#ifndef US_FOREIGN_FORMAT_H
#define US_FOREIGN_FORMAT_H

#include <stddef.h>
#include <stdint.h>

/* So many bytes tell them apart. */
enum { US_FOREIGN_FORMAT_START = 256 };

/* "a PNG picture", "a JSON file", ...; NULL if it is none that is known. `size` is that of the file
 * or US_FOREIGN_FORMAT_START, whatever is less. `*out_advice` is what to do, such as "unpack it",
 * or NULL.
 */
const char *us_foreign_format_kind(const uint8_t *start, size_t size, const char **out_advice);

#endif
