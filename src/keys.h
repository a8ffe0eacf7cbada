/* SPDX-License-Identifier: MIT */
/*
 * keys: whether the keys of a curve are what a file may hold.
 */
#ifndef US_KEYS_H
#define US_KEYS_H

#include "curve.h"
#include "result.h"

/*
 * Times, values and weights must be finite, tangents must not be NaN, and times must not fall.
 * `curve` holds keys `first_key` and on of curve `curve_index`, and its `byte` is where its header
 * would begin if key `first_key` were the file's first: so that an error names the key and the byte
 * of the file.
 */
enum us_result us_keys_check(const struct us_curve *curve, unsigned curve_index, uint32_t first_key,
                             struct us_error *error);

#endif
