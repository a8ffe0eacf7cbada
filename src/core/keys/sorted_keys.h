/* SPDX-License-Identifier: MIT */
/*
 * sorted_keys: handles recordings whose keys are not sorted by time. Unity sorts such keys stably.
 * This sorts them the same way, in a copy in memory that is as large as the file.
 */
#ifndef US_SORTED_KEYS_H
#define US_SORTED_KEYS_H

#include "core/base/file.h"
#include "core/recording/curve_index.h"

/* Checks whether the key times of every curve are sorted. Reads the whole file once. */
enum us_result us_sorted_keys_check(const struct us_file *file, const struct us_curve_index *index,
                                    bool *out_sorted, struct us_error *error);

/* Checks a few keys of the curve with the most keys. This is quick, and finds keys that are far
 * from their place in time. */
enum us_result us_sorted_keys_sample(const struct us_file *file, const struct us_curve_index *index,
                                     bool *out_sorted, struct us_error *error);

/*
 * Read the file, sort the keys of each curve, and index the copy. `out_file` owns it. The index's
 * head says how many curves were not sorted. Zeroed on failure.
 */
enum us_result us_sorted_keys_read(const struct us_file *file,
                                   const struct us_decode_options *options,
                                   struct us_file *out_file, struct us_curve_index *out_index,
                                   struct us_error *error);

/* Check and sort the curves of an index whose file is these bytes, in place, and count those that
 * were not sorted. */
enum us_result us_sorted_keys_curves(struct us_curve_index *index, uint8_t *bytes,
                                     struct us_error *error);

#endif
