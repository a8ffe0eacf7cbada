/* SPDX-License-Identifier: MIT */
#include "core/recording/format.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/bytes.h"
#include "core/recording/recording.h"

enum { FIELDS = 6, FIELD_IN_TANGENT = 2, FIELD_OUT_TANGENT = 3 };

static enum us_result key_fail(struct us_error *error, enum us_result result,
                               const struct us_curve *curve, unsigned curve_index,
                               uint32_t first_key, uint32_t key, uint32_t field)
{
    static const char *const fields[FIELDS] = {"time",        "value",     "in-tangent",
                                               "out-tangent", "in-weight", "out-weight"};
    char name[US_ERROR_CURVE_SIZE];
    us_recording_curve_name(curve_index, name, sizeof name);
    uint64_t byte =
        curve->byte + US_CURVE_HEADER_SIZE + (uint64_t)key * curve->key_size + 4 * field;
    if (result == US_ERROR_UNSORTED)
        return us_result_fail(error, result, byte, name,
                              "key %" PRIu32 " is at %g s, before the key in front of it at %g s; "
                              "keys must be sorted by time",
                              first_key + key, (double)us_curve_time_s(curve, key),
                              (double)us_curve_time_s(curve, key - 1));
    return us_result_fail(error, result, byte, name,
                          "the %s of key %" PRIu32 " is not a finite number; the file is damaged",
                          fields[field], first_key + key);
}

static bool field_is_good(const uint8_t *key, uint32_t field)
{
    float value = us_bytes_load_f32(key + 4 * field);
    bool is_tangent = field == FIELD_IN_TANGENT || field == FIELD_OUT_TANGENT;
    return is_tangent ? !isnan(value) : isfinite(value);
}

/* If all exponent bits are set, the value is infinity or NaN. This is checked for a whole key
 * first, because it is rare. */
static bool has_odd_field(const uint8_t *key, uint32_t field_count)
{
    uint32_t odd = 0;
    for (uint32_t i = 0; i < field_count; i++)
        odd |= (us_bytes_load_u32(key + 4 * i) & 0x7f800000u) == 0x7f800000u;
    return odd != 0;
}

enum us_result us_key_check_check(const struct us_curve *curve, unsigned curve_index,
                                  uint32_t first_key, struct us_error *error)
{
    uint32_t field_count = curve->key_size == US_KEY_SIZE_FULL ? FIELDS : 2;
    uint32_t falls_at = 0;
    float before_s = -INFINITY;
    for (uint32_t i = 0; i < curve->key_count; i++) {
        const uint8_t *key = curve->keys + (size_t)i * curve->key_size;
        if (has_odd_field(key, field_count))
            for (uint32_t field = 0; field < field_count; field++)
                if (!field_is_good(key, field))
                    return key_fail(error, US_ERROR_NOT_FINITE, curve, curve_index, first_key, i,
                                    field);
        float time_s = us_bytes_load_f32(key);
        if (time_s < before_s && falls_at == 0)
            falls_at = i;
        before_s = time_s;
    }
    return falls_at == 0
               ? US_OK
               : key_fail(error, US_ERROR_UNSORTED, curve, curve_index, first_key, falls_at, 0);
}

/* Merge two sorted runs that follow each other: of equal times the left run's come first. */
static void merge_runs(const uint8_t *from, uint8_t *to, size_t key_size, size_t left,
                       size_t middle, size_t right)
{
    size_t a = left, b = middle;
    for (size_t i = left; i < right; i++) {
        bool take_a = a < middle && (b >= right || us_bytes_load_f32(from + a * key_size) <=
                                                       us_bytes_load_f32(from + b * key_size));
        size_t *taken = take_a ? &a : &b;
        memcpy(to + i * key_size, from + (*taken)++ * key_size, key_size);
    }
}

enum us_result us_key_check_sort(const struct us_curve *curve, unsigned curve_index, uint8_t *keys,
                                 struct us_error *error)
{
    const size_t key_size = curve->key_size, count = curve->key_count;
    uint8_t *room = malloc(count * key_size + 1);
    if (room == NULL) {
        char name[US_ERROR_CURVE_SIZE];
        us_recording_curve_name(curve_index, name, sizeof name);
        return us_result_fail(error, US_ERROR_MEMORY, US_NO_BYTE, name,
                              "out of memory for sorting the keys");
    }
    uint8_t *from = keys, *to = room;
    for (size_t run = 1; run < count; run *= 2) {
        for (size_t left = 0; left < count; left += 2 * run) {
            size_t middle = left + run < count ? left + run : count;
            size_t right = left + 2 * run < count ? left + 2 * run : count;
            merge_runs(from, to, key_size, left, middle, right);
        }
        uint8_t *swap = from;
        from = to;
        to = swap;
    }
    if (from != keys)
        memcpy(keys, from, count * key_size);
    free(room);
    return US_OK;
}

/* Two floats at once: the sign bits of a sum of these are set where a float is infinite or NaN. */
#define EXPONENTS 0x7f8000007f800000u
#define LEAST_EXPONENTS 0x0080000000800000u
#define SIGNS 0x8000000080000000u

/* Copies times and values. True if the keys are good, and time and value say all about them. The
 * loop has no branches, so that it is fast; the caller finds out afterwards what is wrong. */
static bool pack_full(const uint8_t *keys, uint32_t count, uint8_t *out)
{
    uint64_t odd = 0, weights = 0;
    uint32_t modes = US_WEIGHTED_BOTH;
    float before_s = -INFINITY;
    bool falls = false;
    for (uint32_t i = 0; i < count; i++, keys += US_KEY_SIZE_FULL, out += US_KEY_SIZE_SHORT) {
        odd |= (us_bytes_load_u64(keys) & EXPONENTS) + LEAST_EXPONENTS;
        odd |= (us_bytes_load_u64(keys + 8) & EXPONENTS) + LEAST_EXPONENTS;
        weights |= us_bytes_load_u64(keys + 16);
        modes &= us_bytes_load_u32(keys + 24);
        float time_s = us_bytes_load_f32(keys);
        falls |= time_s < before_s;
        before_s = time_s;
        memcpy(out, keys, US_KEY_SIZE_SHORT);
    }
    return (odd & SIGNS) == 0 && (weights & ~SIGNS) == 0 && modes == US_WEIGHTED_BOTH && !falls;
}

static bool pack_short(const uint8_t *keys, uint32_t count, uint8_t *out)
{
    uint64_t odd = 0;
    float before_s = -INFINITY;
    bool falls = false;
    for (uint32_t i = 0; i < count; i++, keys += US_KEY_SIZE_SHORT, out += US_KEY_SIZE_SHORT) {
        odd |= (us_bytes_load_u64(keys) & EXPONENTS) + LEAST_EXPONENTS;
        float time_s = us_bytes_load_f32(keys);
        falls |= time_s < before_s;
        before_s = time_s;
        memcpy(out, keys, US_KEY_SIZE_SHORT);
    }
    return (odd & SIGNS) == 0 && !falls;
}

enum us_result us_key_check_pack(const struct us_curve *curve, unsigned curve_index,
                                 uint32_t first_key, uint8_t *out, uint32_t *out_key_size,
                                 struct us_error *error)
{
    bool full = curve->key_size == US_KEY_SIZE_FULL;
    *out_key_size = US_KEY_SIZE_SHORT;
    if (full ? pack_full(curve->keys, curve->key_count, out)
             : pack_short(curve->keys, curve->key_count, out))
        return US_OK;
    *out_key_size = curve->key_size;
    memcpy(out, curve->keys, (size_t)curve->key_count * curve->key_size);
    return us_key_check_check(curve, curve_index, first_key, error);
}
