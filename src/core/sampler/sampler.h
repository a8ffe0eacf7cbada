/* SPDX-License-Identifier: MIT */
/*
 * sampler: (recording, time) -> head, hands, gaze, with velocities and with how each value was
 * made.
 *
 * What the values mean is in sample.h. Any number of threads may sample at once, at any times in
 * any order, and the same time gives the same bits. Sampling allocates nothing, takes no lock and
 * makes no system call; a whole pose of both hands costs one key search.
 *
 * A file is streamed: a thread reads ahead of the times that are asked for. A time that it has not
 * come to yet, as after a jump, is answered with the nearest pose that there is and counted as
 * late, unless the sampler is told to wait.
 */
#ifndef US_SAMPLER_H
#define US_SAMPLER_H

#include <stdbool.h>
#include <stdint.h>

#include "core/recording/curve_index.h"
#include "core/recording/recording.h"
#include "core/base/result.h"
#include "core/sampler/sample.h"

struct us_block_source;
struct us_sampler;

/*
 * Make a sampler of a repaired recording, which must outlive it. Memory is bounded by a small
 * multiple of the recording's.
 */
enum us_result us_sampler_create(const struct us_recording *recording,
                                 struct us_sampler **out_sampler, struct us_error *error);
/*
 * Make a sampler of a file that plays while it is read, in bounded memory. Takes file and index
 * over, also on failure. No curve may repeat by itself (loop, ping-pong), nor a rotation have lost
 * its W: those need the whole recording.
 */
enum us_result us_sampler_create_streaming(struct us_file *file, struct us_curve_index *index,
                                           struct us_sampler **out_sampler, struct us_error *error);
/* The same of any source of blocks (block_source.h), which it takes over, also on failure. */
enum us_result us_sampler_create_of_source(struct us_block_source *source,
                                           struct us_sampler **out_sampler, struct us_error *error);
void us_sampler_destroy(struct us_sampler *sampler);

/* Of a file: the recording without its keys, as us_curve_index_read gives it. Lives as long as the
 * sampler. NULL in memory. */
const struct us_recording *us_sampler_recording(const struct us_sampler *sampler);

/*
 * With `wait`, every answer is exact, and a time that is not read yet takes as long as reading it
 * does. For determinism, and for tools; not for a frame thread that must not block.
 */
void us_sampler_set_wait(struct us_sampler *sampler, bool wait);
/* How many answers were late, and so held. */
uint64_t us_sampler_late_count(const struct us_sampler *sampler);
/* Whether the file's keys were not sorted by time, as far as that was found; they are then played
 * sorted, from memory. */
bool us_sampler_is_sorted(const struct us_sampler *sampler);
/* What is wrong with the file, where reading it failed after it was opened; times there are held.
 */
bool us_sampler_error(const struct us_sampler *sampler, struct us_error *out_error);

/* Fill the parts of `out` that `parts` (bits of us_sample_parts) names, all at one recording time;
 * with US_SAMPLE_STILL, which about halves the work, without velocities. A NaN time counts as the
 * first key's. */
void us_sampler_frame(const struct us_sampler *sampler, double time_s, unsigned parts,
                      struct us_frame_sample *out);
void us_sampler_head(const struct us_sampler *sampler, double time_s, struct us_head_sample *out);
void us_sampler_hand(const struct us_sampler *sampler, enum us_hand hand, double time_s,
                     struct us_hand_sample *out);
void us_sampler_gaze(const struct us_sampler *sampler, double time_s, struct us_gaze_sample *out);

/* The inputs of a session at a recording time. Where `how` says US_HOW_ABSENT or
 * US_HOW_BEFORE_START, nothing else is written. */
void us_sampler_inputs(const struct us_sampler *sampler, double time_s,
                       struct us_input_sample *out);

/*
 * Whether the hand pinched at any time between two recording times, the earlier one excluded unless
 * they are the same. Costs as much as there are keys in between. Of a file, what was read and is no
 * longer kept does not count; of curves that repeat by themselves, only `to_s` does.
 */
bool us_sampler_pinched(const struct us_sampler *sampler, enum us_hand hand, double from_s,
                        double to_s);

#endif
