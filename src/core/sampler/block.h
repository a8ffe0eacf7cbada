/* SPDX-License-Identifier: MIT */
/*
 * block: a recording, or a span of one, laid out for sampling. Private to the sampler.
 *
 * Immutable once made: any number of threads may sample it at once. Sampling allocates nothing,
 * takes no lock and makes no system call.
 */
#ifndef US_BLOCK_H
#define US_BLOCK_H

#include "core/sampler/frame_table.h"
#include "core/sampler/sample.h"

struct us_block;

/* When the tracks of the whole recording begin and end, where the block is only a span of it. */
struct us_block_tracks {
    float first_s[US_FRAME_TABLE_TRACKS], last_s[US_FRAME_TABLE_TRACKS];
};

struct us_block_options {
    uint64_t limit_bytes; /* rows that would take more are not made; sampling then searches every
                             curve */
    const struct us_block_tracks
        *tracks; /* not NULL: the recording is a window, and need not outlive the block */
};

/* `recording` must be repaired. Without `tracks` it must outlive the block. */
enum us_result us_block_create(const struct us_recording *recording,
                               const struct us_block_options *options, struct us_block **out_block,
                               struct us_error *error);
void us_block_destroy(struct us_block *block);

/* How many times the limit its rows would take: above 1 there are none. */
float us_block_excess(const struct us_block *block);

/* As us_sampler_frame. The time should lie in the block's span: outside, the nearest rows are held.
 */
void us_block_frame(const struct us_block *block, double time_s, unsigned parts,
                    struct us_frame_sample *out);

/*
 * Whether the hand pinched at any time in (from_s, to_s], or at `to_s` if `from_s` is not before
 * it. Costs as much as there are rows in between. Where curves repeat by themselves, only `to_s`
 * counts.
 */
bool us_block_pinched(const struct us_block *block, enum us_hand hand, double from_s, double to_s);

#endif
