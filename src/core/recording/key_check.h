/* SPDX-License-Identifier: MIT */
/*
 * key_check: checks the keys of a curve: finite, and sorted by time.
 */
#ifndef US_KEY_CHECK_H
#define US_KEY_CHECK_H

#include "core/curve/curve.h"
#include "core/base/result.h"

/*
 * Times, values and weights must be finite, tangents must not be NaN, and times must not fall.
 * Values that are not finite are reported first: after US_ERROR_UNSORTED all keys are finite.
 * `curve` holds keys `first_key` and on of curve `curve_index`, and its `byte` is where its header
 * would begin if key `first_key` were the file's first: so that an error names the key and the byte
 * of the file.
 */
enum us_result us_key_check_check(const struct us_curve *curve, unsigned curve_index,
                                  uint32_t first_key, struct us_error *error);

/* Sort keys by time. The sort is stable: keys at one time keep their order. `keys` are the curve's,
 * and finite. */
enum us_result us_key_check_sort(const struct us_curve *curve, unsigned curve_index, uint8_t *keys,
                                 struct us_error *error);

/*
 * Check the same, and copy the keys to `out`, which has room for all of them. Keys of a curve that
 * is linear throughout (weights 0 on both sides, no steps) are copied as 8-byte keys with time and
 * value, which evaluate to the same. `*out_key_size` is the size of the keys there.
 */
enum us_result us_key_check_pack(const struct us_curve *curve, unsigned curve_index,
                                 uint32_t first_key, uint8_t *out, uint32_t *out_key_size,
                                 struct us_error *error);

#endif
