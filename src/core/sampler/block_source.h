/* SPDX-License-Identifier: MIT */
/*
 * block_source: makes the blocks of a recording that is played while it is read. Private to the
 * sampler and to the kinds of recordings.
 *
 * A source divides time into cells. A block covers a cell, or a part of one. It depends on the
 * recording and on its span alone, and not on the blocks made before. A source belongs to one
 * thread at a time: the creator's, then the stream's worker.
 */
#ifndef US_BLOCK_SOURCE_H
#define US_BLOCK_SOURCE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/result.h"
#include "core/recording/recording.h"
#include "core/sampler/block.h"

struct us_block_source;

struct us_block_source_ops {
    /* The recording without its keys; valid as long as the source. Any thread. */
    const struct us_recording *(*recording)(const struct us_block_source *source);
    /* How many cells there are, at least 1. */
    uint32_t (*cell_count)(const struct us_block_source *source);
    /* The cell of a time that is a number. */
    struct us_span (*cell)(const struct us_block_source *source, double time_s);
    /* Make the block for a time: of its cell, or of less around the time. `*out_span` is what it
     * covers, also on failure; `*out_block` is then NULL. */
    enum us_result (*make)(struct us_block_source *source, double time_s,
                           struct us_block **out_block, struct us_span *out_span,
                           struct us_error *error);
    /* The same for the first block of a cell's full length. May make cells shorter. Called once,
     * before `make`. */
    enum us_result (*calibrate)(struct us_block_source *source, double time_s,
                                struct us_block **out_block, struct us_span *out_span,
                                struct us_error *error);
    /* The same for a block of about `frames` frames from `time_s` on, fewer than a cell has, so
     * that the first poses need not wait for a cell. May be called before `calibrate`. */
    enum us_result (*start)(struct us_block_source *source, double time_s, uint32_t frames,
                            struct us_block **out_block, struct us_span *out_span,
                            struct us_error *error);
    /* Tell the system which bytes will be read soon. NULL: none. */
    void (*ask_ahead)(const struct us_block_source *source);
    /* After `make`, `calibrate` or `start` failed with US_ERROR_UNSORTED: sort the recording in
     * memory. True: what failed may be tried again, blocks made before are to be made anew, and
     * `*out_first_s` is the time of the first key. NULL: cannot. */
    bool (*sort)(struct us_block_source *source, double *out_first_s);
    /* Whether `sort` was needed, now or when the source was made. Any thread. */
    bool (*is_sorted)(const struct us_block_source *source);
    void (*destroy)(struct us_block_source *source);
};

/* The first member of each kind of source. */
struct us_block_source {
    const struct us_block_source_ops *ops;
};

#endif
