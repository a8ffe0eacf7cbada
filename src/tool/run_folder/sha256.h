/* SPDX-License-Identifier: MIT */
/*
 * sha256: the SHA-256 hash of files (FIPS 180-4), so that a run can name its recording
 * without a cryptographic library.
 */
#ifndef TOOL_SHA256_H
#define TOOL_SHA256_H

#include <stdbool.h>
#include <stdint.h>

enum { TOOL_SHA256_TEXT = 65 }; /* 64 hexadecimal digits and the end */

/* Hashes a file; the digits are lower case. Returns false, with errno, if it cannot be read.
 * `out_size` is in bytes. */
bool tool_sha256_file(const char *path, char out[TOOL_SHA256_TEXT], uint64_t *out_size);

#endif
