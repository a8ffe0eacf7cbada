/* SPDX-License-Identifier: MIT */
/*
 * curve_index: finds which curves a file holds, and where, from their headers alone.
 *
 * The layout is the one whose reading ends exactly at the end of the file. A file that does not
 * begin with the format's eight bytes, but with the wrap mode 8 of a first curve, is a recording of
 * 2019, whose curves stand without a header: it is read as version 1.0. It reads the first and
 * the last key of each curve and no others, so the cost does not depend on the length. Counts are
 * checked against the file's size before anything is allocated.
 */
#ifndef US_CURVE_INDEX_H
#define US_CURVE_INDEX_H

#include "core/base/file.h"
#include "core/recording/recording.h"
#include "core/base/result.h"

/*
 * A recording without its keys: in `head`, every curve's `keys` is NULL, and all else is as decode
 * leaves it. The times are of each curve's first and last key as they stand in the file, not yet
 * checked; 0 where a curve has none.
 */
struct us_curve_index {
    struct us_recording head;
    float first_s[US_CURVE_COUNT], last_s[US_CURVE_COUNT];
};

/* Compute the head's key count and times from the curves. Times that are not finite are ignored. */
void us_curve_index_measure(struct us_curve_index *index);

/* Where key `key` of curve `curve_index` begins in the file. */
uint64_t us_curve_index_key_byte(const struct us_curve_index *index, unsigned curve_index,
                                 uint32_t key);

/* `error` may be NULL. Zeroed on failure. */
enum us_result us_curve_index_read(const struct us_file *file, struct us_curve_index *out,
                                   struct us_error *error);
void us_curve_index_finish(struct us_curve_index *index);

#endif
