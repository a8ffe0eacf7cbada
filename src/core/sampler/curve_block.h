/* SPDX-License-Identifier: MIT */
/*
 * curve_block: a block (block.h) of a recording of curves, or of a span of one. Private to the
 * sampler.
 */
#ifndef US_CURVE_BLOCK_H
#define US_CURVE_BLOCK_H

#include "core/sampler/block.h"
#include "core/sampler/frame_table.h"

/* When the tracks of the whole recording begin and end, where the block is only a span of it. */
struct us_curve_block_tracks {
    float first_s[US_FRAME_TABLE_TRACKS], last_s[US_FRAME_TABLE_TRACKS];
};

struct us_curve_block_options {
    uint64_t limit_bytes; /* rows that would take more are not made; sampling then searches every
                             curve */
    const struct us_curve_block_tracks
        *tracks; /* not NULL: the recording is a window, and need not outlive the block */
};

/* `recording` must be repaired. Without `tracks` it must outlive the block. */
enum us_result us_curve_block_create(const struct us_recording *recording,
                                     const struct us_curve_block_options *options,
                                     struct us_block **out_block, struct us_error *error);

/* How many times the limit the rows of a block of curves would take: above 1 there are none. */
float us_curve_block_excess(const struct us_block *block);

#endif
