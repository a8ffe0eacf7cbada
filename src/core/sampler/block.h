/* SPDX-License-Identifier: MIT */
/*
 * block: a span of a recording in memory, laid out for sampling. Private to the sampler and to the
 * sources of blocks (block.h).
 *
 * A block never changes, so any number of threads may sample it at once. Sampling allocates
 * nothing, takes no lock and makes no system call. Times are recording times in seconds; sample.h
 * says what the values mean.
 */
#ifndef US_BLOCK_H
#define US_BLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/pose.h"
#include "core/base/result.h"
#include "core/recording/recording.h"
#include "core/sampler/sample.h"

struct us_block;

/* The functions of a kind of block; see the functions below. */
struct us_block_ops {
    void (*frame)(const struct us_block *block, double time_s, unsigned parts,
                  struct us_frame_sample *out);
    bool (*pinched)(const struct us_block *block, enum us_hand hand, double from_s, double to_s);
    /* NULL: this kind of recording holds no inputs. */
    void (*inputs)(const struct us_block *block, double time_s, struct us_input_sample *out);
    void (*destroy)(struct us_block *block);
};

/* The first member of each kind of block. */
struct us_block {
    const struct us_block_ops *ops;
};

/* The times from_s <= t < to_s. The first span of a recording begins at -infinity, and the last one
 * ends at +infinity. */
struct us_span {
    double from_s, to_s;
};

/* Like us_sampler_frame. Outside of the block's span, it holds the nearest values. */
static inline void us_block_frame(const struct us_block *block, double time_s, unsigned parts,
                                  struct us_frame_sample *out)
{
    block->ops->frame(block, time_s, parts, out);
}

/* Whether the hand pinched at any time in (from_s, to_s]; if from_s >= to_s, whether it pinched at
 * `to_s`. */
static inline bool us_block_pinched(const struct us_block *block, enum us_hand hand, double from_s,
                                    double to_s)
{
    return block->ops->pinched(block, hand, from_s, to_s);
}

/* Like us_sampler_inputs. */
static inline void us_block_inputs(const struct us_block *block, double time_s,
                                   struct us_input_sample *out)
{
    if (block->ops->inputs != NULL)
        block->ops->inputs(block, time_s, out);
    else
        out->how = US_HOW_ABSENT;
}

/* Frees a block. No thread may be sampling it. NULL does nothing. */
static inline void us_block_destroy(struct us_block *block)
{
    if (block != NULL)
        block->ops->destroy(block);
}

/*
 * block_source: the interface of the modules that make the blocks of a recording that is played
 * while it is read. Private to the sampler and to the kinds of recordings.
 *
 * A source divides time into cells. A block covers a cell or a part of one. It depends on the
 * recording and on its span alone, not on blocks made before. Times are recording times in seconds.
 * A source belongs to one thread at a time: first to its creator, then to the stream's worker.
 */

struct us_block_source;

struct us_block_source_ops {
    /* The recording without its keys; valid as long as the source. Any thread may call it. */
    const struct us_recording *(*recording)(const struct us_block_source *source);
    /* The number of cells, at least 1. */
    uint32_t (*cell_count)(const struct us_block_source *source);
    /* The cell that contains a time, which must not be NaN. */
    struct us_span (*cell)(const struct us_block_source *source, double time_s);
    /* Makes the block for a time. It covers the time's cell, or a part of it around the time.
     * `*out_span` is what it covers, also on failure; `*out_block` is then NULL. The caller owns
     * the block. */
    enum us_result (*make)(struct us_block_source *source, double time_s,
                           struct us_block **out_block, struct us_span *out_span,
                           struct us_error *error);
    /* Like `make`, for the first block that is as long as a cell. It may make cells shorter. The
     * stream calls it once, before `make`. */
    enum us_result (*calibrate)(struct us_block_source *source, double time_s,
                                struct us_block **out_block, struct us_span *out_span,
                                struct us_error *error);
    /* Like `make`, for a block of about `frames` frames that begins at `time_s`. It has fewer
     * frames than a cell, so the first poses are available sooner. The stream may call it before
     * `calibrate`. */
    enum us_result (*start)(struct us_block_source *source, double time_s, uint32_t frames,
                            struct us_block **out_block, struct us_span *out_span,
                            struct us_error *error);
    /* Tells the operating system which bytes the source will read soon. May be NULL. */
    void (*ask_ahead)(const struct us_block_source *source);
    /* Sorts the recording in memory, after `make`, `calibrate` or `start` failed with
     * US_ERROR_UNSORTED. True: the stream repeats the call that failed and makes existing blocks
     * again; `*out_first_s` is the time of the first key. NULL: this kind cannot sort. */
    bool (*sort)(struct us_block_source *source, double *out_first_s);
    /* Whether the keys had to be sorted, by `sort` or earlier. Any thread may call it. */
    bool (*sorts_keys)(const struct us_block_source *source);
    void (*destroy)(struct us_block_source *source);
};

/* The first member of each kind of source. */
struct us_block_source {
    const struct us_block_source_ops *ops;
};

#endif
