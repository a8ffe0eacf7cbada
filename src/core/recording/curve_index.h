/* SPDX-License-Identifier: MIT */
/*
 * curve_index: finds which curves a file holds, and where, from their headers alone.
 *
 * The layout is the one whose reading ends exactly at the end of the file. It reads the first and
 * the last key of each curve and no others, so the cost does not depend on the length. Counts are
 * checked against the file's size before anything is allocated.
 */
#ifndef US_CURVE_INDEX_H
#define US_CURVE_INDEX_H

#include <stdbool.h>

#include "core/base/file.h"
#include "core/recording/recording.h"
#include "core/base/result.h"

/* Zeroed is the default. */
struct us_decode_options {
    bool headerless; /* the bytes are a 1.0 body of 2019 without its header: never guessed */
    /* For us_loaded_recording_open: search a large file, too, for keys that are not sorted, so that
     * every answer is that of the sorted keys. Otherwise keys are sorted when playback finds
     * unsorted ones.
     */
    bool check_order;
};

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

/* `options` and `error` may be NULL. Zeroed on failure. */
enum us_result us_curve_index_read(const struct us_file *file,
                                   const struct us_decode_options *options,
                                   struct us_curve_index *out, struct us_error *error);
void us_curve_index_finish(struct us_curve_index *index);

#endif
