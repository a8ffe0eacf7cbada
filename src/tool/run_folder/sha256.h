/* SPDX-License-Identifier: MIT */
/*
 * sha256: the SHA-256 hash of bytes and files (FIPS 180-4), so that a run can name its recording
 * without a cryptographic library.
 */
#ifndef TOOL_SHA256_H
#define TOOL_SHA256_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TOOL_SHA256_TEXT = 65 }; /* 64 hexadecimal digits and the end */

struct tool_sha256 {
    uint32_t state[8];
    uint64_t length; /* bytes so far */
    uint8_t block[64];
};

void tool_sha256_init(struct tool_sha256 *hash);
void tool_sha256_add(struct tool_sha256 *hash, const void *bytes, size_t size);
/* Writes the digits in lower case. `hash` is used up. */
void tool_sha256_finish(struct tool_sha256 *hash, char out[TOOL_SHA256_TEXT]);

/* Hashes a file. Returns false, with errno, if it cannot be read. `out_size` is in bytes. */
bool tool_sha256_file(const char *path, char out[TOOL_SHA256_TEXT], uint64_t *out_size);

#endif
