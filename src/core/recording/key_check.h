/* SPDX-License-Identifier: MIT */
/*
 * key_check: whether the keys of a curve are what a file may hold.
 */
#ifndef US_KEY_CHECK_H
#define US_KEY_CHECK_H

#include "core/curve/curve.h"
#include "core/base/result.h"

/*
 * Times, values and weights must be finite, tangents must not be NaN, and times must not fall. What
 * is not finite comes first: US_ERROR_UNSORTED says that all keys are finite.
 * `curve` holds keys `first_key` and on of curve `curve_index`, and its `byte` is where its header
 * would begin if key `first_key` were the file's first: so that an error names the key and the byte
 * of the file.
 */
enum us_result us_key_check_check(const struct us_curve *curve, unsigned curve_index,
                                  uint32_t first_key, struct us_error *error);

/* Sort keys by time; those at one time stay in their order. `keys` are the curve's, and finite. */
enum us_result us_key_check_sort(const struct us_curve *curve, unsigned curve_index, uint8_t *keys,
                                 struct us_error *error);

/*
 * Check the same, and copy the keys to `out`, which has room for all of them: of curves that are
 * straight lines throughout (weights 0 on both sides, no steps) only time and value, as 8-byte
 * keys, which say the same. `*out_key_size` is the size of the keys there.
 */
enum us_result us_key_check_pack(const struct us_curve *curve, unsigned curve_index,
                                 uint32_t first_key, uint8_t *out, uint32_t *out_key_size,
                                 struct us_error *error);

#endif
