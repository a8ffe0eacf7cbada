/* SPDX-License-Identifier: MIT */
/*
 * curve: keys, wrap modes and evaluation, exactly as Unity's AnimationCurve does it.
 *
 * A curve is a view of keys that lie in memory as they lie in the file: little-endian, unaligned, 8
 * or 28 bytes each. It owns nothing. All functions are pure, read only, and may be called from any
 * thread.
 */
#ifndef US_CURVE_H
#define US_CURVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/bytes.h"

enum us_wrap {
    US_WRAP_DEFAULT = 0, /* Unity leaves it to the clip's mode; here it clamps */
    US_WRAP_ONCE = 1,
    US_WRAP_LOOP = 2,
    US_WRAP_PINGPONG = 4,
    US_WRAP_CLAMP_FOREVER = 8,
};

/* The place of a wrap mode in this list: clamp forever, default, once, loop, ping-pong, unknown. */
enum { US_WRAP_UNKNOWN = 5, US_WRAP_PLACES = 6 };
unsigned us_wrap_place(int32_t mode);

/* Bits of us_key.weighted_mode: which side's weight counts. */
enum us_weighted {
    US_WEIGHTED_NONE = 0,
    US_WEIGHTED_IN = 1,
    US_WEIGHTED_OUT = 2,
    US_WEIGHTED_BOTH = 3
};

struct us_key {
    float time_s;
    float value;
    float in_tangent; /* value per second; +-infinity makes a step */
    float out_tangent;
    float in_weight; /* share of the segment's length; not clamped */
    float out_weight;
    int32_t weighted_mode;
};

enum { US_KEY_SIZE_SHORT = 8, US_KEY_SIZE_FULL = 28, US_CURVE_HEADER_SIZE = 12 };

struct us_curve {
    const uint8_t *keys; /* key_count * key_size bytes; times never decrease; borrowed */
    uint32_t key_count;
    uint32_t key_size; /* 8: time and value, linear; 28: all of us_key */
    int32_t pre_wrap;  /* as in the file; values outside the enum clamp */
    int32_t post_wrap;
    uint32_t axis; /* curves with the same number have keys at the same times; 0: unknown */
    uint64_t byte; /* where the curve's header begins in the file; US_NO_BYTE if made in memory */
};

/* The piece of a curve between two neighbouring keys. */
struct us_segment {
    struct us_key left, right;
};

/* Key `index`, which must be below key_count. An 8-byte key reads as weights 0 on both sides:
 * linear. */
struct us_key us_curve_key(const struct us_curve *curve, uint32_t index);
static inline float us_curve_time_s(const struct us_curve *curve, size_t index)
{
    return us_bytes_load_f32(curve->keys + index * curve->key_size);
}
/* Write a key as 28 bytes at `out`. */
void us_key_store(const struct us_key *key, uint8_t *out);

/*
 * The value at `time_s`, after wrapping, and if `out_slope` is not NULL its right-hand derivative
 * per second of `time_s` (0 where the curve is held). 0 keys give 0, one key its value. Of keys at
 * one time the last one counts. Finite where keys are and weights are within [0, 1].
 */
double us_curve_evaluate(const struct us_curve *curve, double time_s, double *out_slope);

/* The same with both ends clamped, whatever the wrap modes are. */
double us_curve_evaluate_clamped(const struct us_curve *curve, double time_s);

/* A Boolean curve holds its left key's value; true is above 0.5. No keys: false. */
bool us_curve_evaluate_bool(const struct us_curve *curve, double time_s);

/*
 * Maps `time_s` into [first key, last key] by the wrap modes. `out_rate`
 * (may be NULL): d(result)/d(time_s), that is 1, -1 (ping-pong on its way back) or 0 (held). Needs
 * 1 key or more.
 */
double us_curve_wrap(const struct us_curve *curve, double time_s, double *out_rate);

/* True if the curve repeats before its first key or after its last one: it has a loop or ping-pong
 * wrap mode, and 2 keys or more. */
bool us_curve_repeats(const struct us_curve *curve);

/* The last key with time <= time_s; 0 if there is none. Needs 1 key or more. */
uint32_t us_curve_find(const struct us_curve *curve, double time_s);

/*
 * The segment from key `index` to the next one (index + 1 < key_count); of several keys at the next
 * time the last one, as if the others were not there.
 */
struct us_segment us_curve_segment(const struct us_curve *curve, uint32_t index);

/* Value and right-hand slope at left.time_s <= time_s <= right.time_s. A segment of no length gives
 * the right value. */
double us_segment_evaluate(const struct us_segment *segment, double time_s, double *out_slope);

/*
 * The precision of weighted segments whose weights are within [0, 1]. Newton's method, with a slope
 * of at least US_CURVE_SOLVE_SLOPE, stops when the error is below US_CURVE_SOLVE_ERROR of the
 * segment's length, or after US_CURVE_SOLVE_MOST steps. Where d(time)/du is below
 * US_CURVE_LEAST_RATE, the slope of the value is computed as a limit.
 */
#define US_CURVE_SOLVE_ERROR 1e-11
#define US_CURVE_SOLVE_SLOPE 1e-12
#define US_CURVE_LEAST_RATE 1e-9
enum { US_CURVE_SOLVE_MOST = 80 };

/* True where the segment is the straight line between its keys: weights 0 on both counted sides, no
 * step. */
bool us_segment_is_linear(const struct us_segment *segment);

/* key_times: the key times of several curves as one rising list. */

struct us_curve_key_times {
    float *at_s; /* strictly rising; from malloc; NULL if there is none */
    uint32_t count;
};

/* True if both curves have keys at the same times. */
bool us_curve_key_times_equal(const struct us_curve *a, const struct us_curve *b);

/*
 * The union of the key times of `count` curves. Working memory is a small multiple of the distinct
 * curves' keys. False if memory runs out; `out` is then empty.
 */
bool us_curve_key_times_union(const struct us_curve *const *curves, uint32_t count,
                              struct us_curve_key_times *out);

void us_curve_key_times_finish(struct us_curve_key_times *times);

#endif
