/* SPDX-License-Identifier: MIT */
/*
 * bytes: a bounded little-endian reader with a sticky failure flag, and a growing writer.
 *
 * A read past the end gives 0 and sets `failed`; every later read gives 0 as well, so that a caller
 * may check once at the end of a group. Nothing is read outside [bytes, bytes + size). Not shared
 * between threads.
 */
#ifndef US_BYTES_H
#define US_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Loads and stores at any alignment. */
static inline uint32_t us_bytes_load_u32(const uint8_t *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static inline uint64_t us_bytes_load_u64(const uint8_t *at)
{
    return (uint64_t)us_bytes_load_u32(at) | (uint64_t)us_bytes_load_u32(at + 4) << 32;
}

static inline float us_bytes_load_f32(const uint8_t *at)
{
    uint32_t bits = us_bytes_load_u32(at);
    float value;
    memcpy(&value, &bits, sizeof(value));
    return value;
}

void us_bytes_store_u32(uint8_t *at, uint32_t value);
void us_bytes_store_u64(uint8_t *at, uint64_t value);
void us_bytes_store_f32(uint8_t *at, float value);

struct us_reader {
    const uint8_t *bytes; /* borrowed */
    uint64_t size;
    uint64_t offset; /* of the next byte; stays where the first failing read began */
    bool failed;
};

uint8_t us_reader_u8(struct us_reader *reader);
int32_t us_reader_i32(struct us_reader *reader);
uint64_t us_reader_u64(struct us_reader *reader);
float us_reader_f32(struct us_reader *reader);
/* The next `count` bytes, or NULL. */
const uint8_t *us_reader_take(struct us_reader *reader, uint64_t count);
uint64_t us_reader_left(const struct us_reader *reader);

struct us_writer {
    uint8_t *bytes; /* from malloc; us_writer_finish frees it */
    uint64_t size;
    uint64_t capacity;
    bool failed; /* out of memory: later writes do nothing */
};

void us_writer_u8(struct us_writer *writer, uint8_t value);
void us_writer_i32(struct us_writer *writer, int32_t value);
void us_writer_u64(struct us_writer *writer, uint64_t value);
void us_writer_f32(struct us_writer *writer, float value);
void us_writer_put(struct us_writer *writer, const void *bytes, uint64_t count);
void us_writer_finish(struct us_writer *writer);

#endif
