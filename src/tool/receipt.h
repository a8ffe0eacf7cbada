/* SPDX-License-Identifier: MIT */
/*
 * receipt: what `understudy install` wrote, so that nothing else is ever overwritten or removed.
 *
 * A text file: "understudy 1", then "library HASH" and "manifest HASH" with the 64-bit FNV-1a of
 * the bytes that were written, then "folder PATH" for each folder that was made, parents first.
 */
#ifndef US_TOOL_RECEIPT_H
#define US_TOOL_RECEIPT_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

enum { US_RECEIPT_FOLDERS = 24 };

struct us_receipt {
    uint64_t library_hash, manifest_hash;
    unsigned folder_count;
    char folders[US_RECEIPT_FOLDERS][PATH_MAX];
};

enum us_receipt_state {
    US_RECEIPT_READ,
    US_RECEIPT_NONE,    /* there is no such file */
    US_RECEIPT_DAMAGED, /* it cannot be read, or is no receipt */
};

uint64_t us_receipt_hash(const uint8_t *bytes, uint64_t size);

/* `out` is emptied first. */
enum us_receipt_state us_receipt_read(const char *path, struct us_receipt *out);
/* False, and said, if it cannot be written. */
bool us_receipt_write(const char *path, const struct us_receipt *receipt);

/*
 * Make `path` and what is missing above it, with mode 0700, noting each folder that was made.
 * False, and said, if that fails.
 */
bool us_receipt_make_folder(struct us_receipt *receipt, const char *path);

#endif
