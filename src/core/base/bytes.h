/* SPDX-License-Identifier: MIT */
/*
 * bytes: loads and stores little-endian values at any alignment, builds byte strings in memory, and
 * hashes and finds bytes.
 *
 * A writer belongs to one thread.
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
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* FNV-1a of 64 bits: the hash of what came before, US_BYTES_HASH_BEGIN at first, and of these. */
#define US_BYTES_HASH_BEGIN UINT64_C(14695981039346656037)
static inline uint64_t us_bytes_hash(uint64_t hash, const void *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ ((const uint8_t *)bytes)[i]) * UINT64_C(1099511628211);
    return hash;
}

/* Where these bytes hold that part first, or NULL. */
const void *us_bytes_find(const void *bytes, size_t size, const void *part, size_t part_size);

/* A copy as a text, with its end, from malloc. NULL: there is no memory. */
char *us_bytes_text(const void *bytes, size_t size);

void us_bytes_store_u32(uint8_t *at, uint32_t value);
void us_bytes_store_u64(uint8_t *at, uint64_t value);
void us_bytes_store_f32(uint8_t *at, float value);

struct us_writer {
    uint8_t *bytes; /* from malloc; us_writer_finish frees it */
    size_t size, capacity;
    bool failed; /* out of memory: later writes do nothing */
};

void us_writer_u8(struct us_writer *writer, uint8_t value);
void us_writer_i32(struct us_writer *writer, int32_t value);
void us_writer_u64(struct us_writer *writer, uint64_t value);
void us_writer_f32(struct us_writer *writer, float value);
void us_writer_put(struct us_writer *writer, const void *bytes, size_t count);
/* The text without its zero. */
void us_writer_text(struct us_writer *writer, const char *text);
/* Where so many more bytes may be written; the caller adds to `size` what it wrote. NULL: there is
 * no memory. */
uint8_t *us_writer_reserve(struct us_writer *writer, size_t count);
void us_writer_finish(struct us_writer *writer);

/*
 * random: numbers that look random and are a function of a seed alone, the same on every machine.
 * Pure; any thread.
 */

/* A well-mixed 64-bit hash (the finalizer of the generator SplitMix64). */
static inline uint64_t us_random_mix(uint64_t value)
{
    value += UINT64_C(0x9e3779b97f4a7c15);
    value = (value ^ (value >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    value = (value ^ (value >> 27)) * UINT64_C(0x94d049bb133111eb);
    return value ^ (value >> 31);
}

/* A random number in [-1, 1) of a hash. */
static inline double us_random_of(uint64_t hash)
{
    return (double)(hash >> 11) / 4503599627370496.0 - 1.0; /* 2^52 */
}

#endif
