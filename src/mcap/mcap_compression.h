/* SPDX-License-Identifier: MIT */
/*
 * mcap_compression: the compression of chunks (https://mcap.dev/spec, "zstd").
 *
 * There are two implementations with the same names. The library understudy_session has the one
 * without compression, so that the layer, which is loaded into other programs, links no compression
 * library. A program that also links the objects of understudy_zstd gets the other one: an object
 * that a program names comes before the members of a library.
 *
 * Pure; any thread. They allocate nothing that stays.
 */
#ifndef US_MCAP_COMPRESSION_H
#define US_MCAP_COMPRESSION_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/bytes.h"
#include "mcap/mcap_record.h"

/* Whether chunks with this compression can be read here. "", no compression, is none of them. */
bool us_mcap_can_decompress(struct us_mcap_text compression);

/* Decompress `size` bytes of a compression that can be read here into exactly `out_size` bytes.
 * False if the bytes are damaged, or more or fewer come out of them; then `out` has no meaning. */
bool us_mcap_decompress(const uint8_t *bytes, uint64_t size, uint8_t *out, uint64_t out_size);

/* The levels of zstd: from fast to small. */
enum { US_MCAP_LEVEL_MIN = 1, US_MCAP_LEVEL_DEFAULT = 9, US_MCAP_LEVEL_MAX = 19 };

/* Appends the bytes to `out`, compressed by zstd. `*out_size` is the compressed size. False if
 * there is no memory, or no compression. */
bool us_mcap_compress(const uint8_t *bytes, uint64_t size, int level, struct us_writer *out,
                      uint64_t *out_size);

#endif
