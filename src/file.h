/* SPDX-License-Identifier: MIT */
/*
 * file: the only file input and output of the core.
 */
#ifndef US_FILE_H
#define US_FILE_H

#include <stdint.h>

#include "result.h"

/*
 * Read a whole regular file. A directory, a FIFO, a device or a missing file is an error that says
 * so; opening never blocks. On success `*out_bytes` (from malloc, never NULL) is the caller's to
 * free.
 */
enum us_result us_file_read(const char *path, uint8_t **out_bytes, uint64_t *out_size,
                            struct us_error *error);

/* Write a file whole or not at all: a new file beside it takes its name at the end. What exists
 * under that name and is no regular file is an error, and is left alone. */
enum us_result us_file_write(const char *path, const uint8_t *bytes, uint64_t size,
                             struct us_error *error);

#endif
