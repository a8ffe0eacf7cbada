/* SPDX-License-Identifier: MIT */
/*
 * sorted_keys: handles recordings whose keys are not sorted by time. Unity sorts such keys stably.
 * This sorts them the same way, in a copy in memory that is as large as the file.
 */
#ifndef US_SORTED_KEYS_H
#define US_SORTED_KEYS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/file.h"
#include "core/keys/curve_reader.h"
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
enum us_result us_sorted_keys_read(const struct us_file *file, struct us_file *out_file,
                                   struct us_curve_index *out_index, struct us_error *error);

/* Check and sort the curves of an index whose file is these bytes, in place, and count those that
 * were not sorted. */
enum us_result us_sorted_keys_curves(struct us_curve_index *index, uint8_t *bytes,
                                     struct us_error *error);

/*
 * key_merge: the key times of any number of curves as one strictly rising list, one by one.
 *
 * It needs no memory beyond its own, however many keys there are. curve/curve.h makes the same
 * list of curves in memory, all at once and faster; playback needs that.
 */

/* A heap of the curves by their next key times. Belongs to one thread. */
struct us_key_merge {
    struct us_curve_reader *readers; /* borrowed */
    uint32_t heap_count;             /* curves that have keys left */
    uint16_t heap[US_CURVE_COUNT];   /* indices of readers; heap[0] has the earliest time */
    uint32_t next[US_CURVE_COUNT];   /* the next key of each reader, and its time in seconds */
    float next_s[US_CURVE_COUNT];
};

/* Begins at the first keys of `count` curves, at most US_CURVE_COUNT. */
void us_key_merge_init(struct us_key_merge *merge, struct us_curve_reader *readers, uint32_t count);

/* The next time in seconds, or false at the end. */
bool us_key_merge_next(struct us_key_merge *merge, float *out_s);

#endif
