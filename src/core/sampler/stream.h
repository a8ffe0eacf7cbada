/* SPDX-License-Identifier: MIT */
/*
 * stream: makes the blocks of a source ahead of playback, on a thread of its own. Private to the
 * sampler.
 *
 * A ring of slots holds the block that plays, the next blocks in the direction of play, and the
 * previous one. More slots hold the blocks of other times that were pinned in the last frames, and
 * those that these go on into. The stream makes all blocks of a short recording when it opens it,
 * and starts no thread. The first block of a longer recording has only a few frames, so that
 * opening is quick.
 *
 * Any number of threads may pin blocks at once. Pinning is wait-free: it allocates nothing, takes
 * no lock and makes no system call. The time that plays and the pinned times tell the worker which
 * blocks to make next.
 * Near an end of the recording it also makes the block at the other end, so that a loop continues
 * without a late block.
 */
#ifndef US_STREAM_H
#define US_STREAM_H

#include <stdbool.h>
#include <stdint.h>

#include "core/sampler/block.h"

struct us_stream;

/* A block that the stream does not free before it is unpinned. */
struct us_pin {
    const struct us_block *block; /* NULL: the stream has no block at all */
    double time_s; /* the requested time, or the nearest time that the block covers */
    double from_s; /* the time at which the block begins */
    void *slot;    /* private to the stream */
};

/*
 * Makes a stream and its first block. It takes ownership of the source, also on failure. An error
 * is about the first block, the thread or memory.
 */
enum us_result us_stream_create(struct us_block_source *source, struct us_stream **out_stream,
                                struct us_error *error);
/* Stops the worker and frees all blocks. No block may be pinned. NULL does nothing. */
void us_stream_destroy(struct us_stream *stream);

/* Pins the block for a time. If there is none yet: with `wait`, takes a lock and waits for the
 * worker to make it; without, pins the nearest block and counts the pin as late. Any thread. */
struct us_pin us_stream_pin(struct us_stream *stream, double time_s, bool wait);
/* Says which time plays; see us_sampler_play. */
void us_stream_play(struct us_stream *stream, double time_s);
/* Pins the block for a time if the stream still has it; otherwise `block` is NULL. Does not
 * influence which blocks the worker makes, and never counts as late. */
struct us_pin us_stream_pin_kept(struct us_stream *stream, double time_s);
/* Ends a pin, also one without a block, and clears it. */
void us_stream_unpin(struct us_stream *stream, struct us_pin *pin);

/* The recording without its keys; valid as long as the stream. */
const struct us_recording *us_stream_recording(const struct us_stream *stream);
/* The number of late pins so far. */
uint64_t us_stream_late_count(const struct us_stream *stream);
/* Whether the source found keys that are not sorted by time, and sorted them in memory. */
bool us_stream_sorts_keys(const struct us_stream *stream);
/* Whether the worker failed to make a block, and why the first one failed. `out_error` may be NULL.
 */
bool us_stream_error(struct us_stream *stream, struct us_error *out_error);

#endif
