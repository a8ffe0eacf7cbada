/* SPDX-License-Identifier: MIT */
/*
 * curve_block: a block (block.h) of a recording of curves, or of a span of it. Private to the
 * sampler.
 */
#ifndef US_CURVE_BLOCK_H
#define US_CURVE_BLOCK_H

#include "core/sampler/block.h"
#include "core/sampler/frame_table.h"

/* The recording times at which the tracks of the whole recording begin and end, for a block that is
 * only a span of it. */
struct us_curve_block_tracks {
    float first_s[US_FRAME_TABLE_TRACKS], last_s[US_FRAME_TABLE_TRACKS];
};

struct us_curve_block_options {
    uint64_t limit_bytes; /* a frame table that would be larger is not made; sampling then searches
                             each curve */
    const struct us_curve_block_tracks
        *tracks; /* NULL: the block is of the whole recording. Otherwise `recording` is a window,
                    and the block copies what it needs */
};

/* Makes a block; the caller owns it. `recording` must be repaired. It must outlive the block if
 * `tracks` is NULL. Fails if memory runs out. */
enum us_result us_curve_block_create(const struct us_recording *recording,
                                     const struct us_curve_block_options *options,
                                     struct us_block **out_block, struct us_error *error);

/* The size of the frame table in multiples of `limit_bytes`. Above 1 the block has no table. */
float us_curve_block_excess(const struct us_block *block);

#endif
