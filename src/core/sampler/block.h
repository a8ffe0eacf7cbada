/* SPDX-License-Identifier: MIT */
/*
 * block: a span of a recording in memory, laid out for sampling. Private to the sampler and to the
 * sources of blocks (block_source.h).
 *
 * A block never changes, so any number of threads may sample it at once. Sampling allocates
 * nothing, takes no lock and makes no system call. Times are recording times in seconds; sample.h
 * says what the values mean.
 */
#ifndef US_BLOCK_H
#define US_BLOCK_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/joint.h"
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

#endif
