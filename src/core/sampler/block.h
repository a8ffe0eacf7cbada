/* SPDX-License-Identifier: MIT */
/*
 * block: a span of a recording in memory, laid out for sampling. Private to the sampler and to the
 * sources of blocks (block_source.h).
 *
 * A block is immutable once it is made: any number of threads may sample it at once. Sampling
 * allocates nothing, takes no lock and makes no system call.
 */
#ifndef US_BLOCK_H
#define US_BLOCK_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/joint.h"
#include "core/sampler/sample.h"

struct us_block;

/* What each kind of block implements. */
struct us_block_ops {
    void (*frame)(const struct us_block *block, double time_s, unsigned parts,
                  struct us_frame_sample *out);
    bool (*pinched)(const struct us_block *block, enum us_hand hand, double from_s, double to_s);
    /* NULL: a recording of this kind holds no inputs. */
    void (*inputs)(const struct us_block *block, double time_s, struct us_input_sample *out);
    void (*destroy)(struct us_block *block);
};

/* The first member of each kind of block. */
struct us_block {
    const struct us_block_ops *ops;
};

/* Half-open: from_s <= t < to_s. The first span of a recording begins at -infinity, the last one
 * ends at +infinity. */
struct us_span {
    double from_s, to_s;
};

/* As us_sampler_frame. The time should lie in the block's span; outside of it, the nearest values
 * are held. */
static inline void us_block_frame(const struct us_block *block, double time_s, unsigned parts,
                                  struct us_frame_sample *out)
{
    block->ops->frame(block, time_s, parts, out);
}

/* Whether the hand pinched at any time in (from_s, to_s], or at `to_s` if `from_s` is not before
 * it. */
static inline bool us_block_pinched(const struct us_block *block, enum us_hand hand, double from_s,
                                    double to_s)
{
    return block->ops->pinched(block, hand, from_s, to_s);
}

/* As us_sampler_inputs. */
static inline void us_block_inputs(const struct us_block *block, double time_s,
                                   struct us_input_sample *out)
{
    if (block->ops->inputs != NULL)
        block->ops->inputs(block, time_s, out);
    else
        out->how = US_HOW_ABSENT;
}

/* NULL is fine. */
static inline void us_block_destroy(struct us_block *block)
{
    if (block != NULL)
        block->ops->destroy(block);
}

#endif
