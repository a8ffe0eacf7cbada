/* SPDX-License-Identifier: MIT */
/*
 * sampler: computes head, hands, gaze and inputs of a recording at a recording time in seconds,
 * with velocities and with how each value was computed. sample.h says what the values mean.
 *
 * Any number of threads may sample at once, at any times in any order; the same time gives the same
 * bits. Sampling allocates nothing, takes no lock and makes no system call. Sampling a whole frame
 * costs one search for keys.
 *
 * A sampler of a file streams it: a thread reads ahead of the sampled times. If it has not reached
 * a time yet, as after a jump, the sampler answers with the nearest pose that it has, and counts
 * the answer as late. us_sampler_set_wait makes it wait instead.
 */
#ifndef US_SAMPLER_H
#define US_SAMPLER_H

#include <stdbool.h>
#include <stdint.h>

#include "core/recording/curve_index.h"
#include "core/recording/recording.h"
#include "core/base/result.h"
#include "core/sampler/sample.h"

struct us_block;
struct us_block_source;
struct us_sampler;

/*
 * Makes a sampler of a repaired recording, which must outlive it. The sampler's memory is at most a
 * small multiple of the recording's. The only error is US_ERROR_MEMORY.
 */
enum us_result us_sampler_create(const struct us_recording *recording,
                                 struct us_sampler **out_sampler, struct us_error *error);
/*
 * Makes a sampler that reads a file while it plays, in bounded memory. It takes ownership of file
 * and index, also on failure. No curve may have a repeating wrap mode (loop, ping-pong), and no
 * rotation may have lost its W: those need the whole recording (us_repair_needs_whole).
 */
enum us_result us_sampler_create_streaming(struct us_file *file, struct us_curve_index *index,
                                           struct us_sampler **out_sampler, struct us_error *error);
/* Makes a sampler of any source of blocks (block.h). It takes ownership of the source, also
 * on failure. */
enum us_result us_sampler_create_of_source(struct us_block_source *source,
                                           struct us_sampler **out_sampler, struct us_error *error);
/* Samples this block in place of the source's, and takes it over; us_sampler_recording stays that
 * of the source. No thread may be sampling. */
void us_sampler_use_block(struct us_sampler *sampler, struct us_block *block);
/* No thread may be sampling. NULL does nothing. */
void us_sampler_destroy(struct us_sampler *sampler);

/* The recording of a streaming sampler without its keys, as us_curve_index_read gives it; valid as
 * long as the sampler. NULL for a sampler of a recording in memory. */
const struct us_recording *us_sampler_recording(const struct us_sampler *sampler);

/*
 * Says which time plays, in each frame: a sampler of a file reads ahead of that time, and keeps
 * what was sampled at other times in the last frames, such as the moment at which a fault froze a
 * hand. Before the first call, the time that plays is the one that was sampled last. NULL does
 * nothing. One thread at a time may call it; it takes no lock and makes no system call.
 */
void us_sampler_play(struct us_sampler *sampler, double time_s);
/*
 * With `wait`, no answer is late: sampling a time that was not read yet takes a lock and waits for
 * the reading thread. Deterministic runs and the tool use it; a frame thread that must not block
 * cannot. Any thread may call it.
 */
void us_sampler_set_wait(struct us_sampler *sampler, bool wait);
/* The number of late answers so far. */
uint64_t us_sampler_late_count(const struct us_sampler *sampler);
/* Whether the sampler found keys that are not sorted by time. It then plays a sorted copy in
 * memory. */
bool us_sampler_sorts_keys(const struct us_sampler *sampler);
/* Whether reading the file failed after it was opened, and why. The sampler answers times that it
 * could not read with the nearest pose. `out_error` may be NULL. */
bool us_sampler_error(const struct us_sampler *sampler, struct us_error *out_error);

/* Fills the parts of `out` that `parts` names (bits of us_sample_parts), all at one recording time,
 * and leaves the others as they are. US_SAMPLE_STILL leaves out velocities, which about halves the
 * work. A NaN time counts as the time of the first key. */
void us_sampler_frame(const struct us_sampler *sampler, double time_s, unsigned parts,
                      struct us_frame_sample *out);
void us_sampler_head(const struct us_sampler *sampler, double time_s, struct us_head_sample *out);

/* The inputs of a session at a recording time. If `how` is US_HOW_ABSENT or US_HOW_BEFORE_START,
 * nothing else is written. */
void us_sampler_inputs(const struct us_sampler *sampler, double time_s,
                       struct us_input_sample *out);

/*
 * Whether the hand pinched at any time after the earlier and up to the later of two recording
 * times; if they are equal, at that time. The cost grows with the number of keys in between. A
 * streaming sampler only looks at the blocks that it still has in memory. If curves have repeating
 * wrap modes, it only looks at the later time.
 */
bool us_sampler_pinched(const struct us_sampler *sampler, enum us_hand hand, double from_s,
                        double to_s);

#endif
