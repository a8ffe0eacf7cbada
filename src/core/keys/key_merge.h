/* SPDX-License-Identifier: MIT */
/*
 * key_merge: the key times of any number of curves as one strictly rising list, one by one.
 *
 * It needs no memory beyond its own, however many keys there are. curve/key_times.h makes the same
 * list of curves in memory, all at once and faster; playback needs that.
 */
#ifndef US_KEY_MERGE_H
#define US_KEY_MERGE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/keys/curve_reader.h"

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
