/* SPDX-License-Identifier: MIT */
/*
 * stream: the blocks of a source, made ahead of playback by a thread of its own. Private to the
 * sampler.
 *
 * A ring of slots holds the block that plays, those that come next in the direction of play and the
 * one before. Short recordings have a slot for each block, all made at once, and no thread; of
 * longer ones the first few keys are a block of their own, so that opening is quick. Any number of
 * threads may pin blocks at once, which is wait-free: no allocation, lock or system call. What is
 * asked for steers what is made; near an end, the other end is made as well, so that a loop's seam
 * is ready.
 */
#ifndef US_STREAM_H
#define US_STREAM_H

#include <stdbool.h>
#include <stdint.h>

#include "core/sampler/block.h"
#include "core/sampler/block_source.h"

struct us_stream;

/* A block that stays as it is until it is unpinned. */
struct us_pin {
    const struct us_block *block; /* NULL: there is none at all */
    double time_s; /* the time asked for, or the nearest one that the block can answer */
    double from_s; /* where the block begins; it answers up to `time_s` from there on */
    void *slot;
};

/*
 * Takes the source over, also on failure. The first block is made before this returns, and is what
 * an error is about. It has the first few frames if the recording is not short.
 */
enum us_result us_stream_create(struct us_block_source *source, struct us_stream **out_stream,
                                struct us_error *error);
void us_stream_destroy(struct us_stream *stream);

/* With `wait`, a block that is not there is waited for; that takes a lock. Without, the nearest one
 * is given and counted as late. */
struct us_pin us_stream_pin(struct us_stream *stream, double time_s, bool wait);
/* The block for a time before one that was asked for, if it is still there: nothing is steered and
 * nothing is late. */
struct us_pin us_stream_pin_kept(struct us_stream *stream, double time_s);
void us_stream_unpin(struct us_stream *stream, struct us_pin *pin);

/* The recording without its keys. */
const struct us_recording *us_stream_recording(const struct us_stream *stream);
/* How many pins were late. */
uint64_t us_stream_late_count(const struct us_stream *stream);
/* Whether keys were not sorted by time, and so were sorted in memory; found while reading. */
bool us_stream_is_sorted(const struct us_stream *stream);
/* The first block that could not be made, if there was one. */
bool us_stream_error(struct us_stream *stream, struct us_error *out_error);

#endif
