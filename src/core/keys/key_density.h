/* SPDX-License-Identifier: MIT */
/*
 * key_density: how short a span of time must be for its keys to fit into memory. Private to the
 * maker.
 */
#ifndef US_KEY_DENSITY_H
#define US_KEY_DENSITY_H

#include <stdbool.h>
#include <stdint.h>

#include "core/recording/curve_index.h"

/*
 * Cut the span from `*from_s` to `*to_s` around `time_s` until the keys in it take no more than
 * `limit_bytes`, or until all of those stand at its beginning, where of each curve only the last
 * one counts. Depends on the arguments alone. Each cut leaves out a quarter of the keys or more and
 * reads about twenty times for each curve, whatever their number is. False if the file cannot be
 * read.
 */
bool us_key_density_cut(const struct us_file *file, const struct us_curve_index *index,
                        double time_s, uint64_t limit_bytes, double *from_s, double *to_s);

#endif
