/* SPDX-License-Identifier: MIT */
/*
 * session_block: a block (core/sampler/block.h) of a session recording: the frames and the inputs
 * of a span of time.
 *
 * Poses between two frames are interpolated: positions linearly, rotations linearly along the
 * shorter way and normalised. On a frame, within 2 us, they are the recorded bits. Where tracking
 * is lost between two frames, the earlier frame's pose is held. A value that is not finite, and a
 * rotation that is not of length 1, is played as not valid. Truth values, inputs and flags are
 * steps. Samples are in the axes of sample.h: the mirror image of OpenXR's in the plane z = 0. Time
 * 0 is `origin_ns`.
 */
#ifndef US_SESSION_BLOCK_H
#define US_SESSION_BLOCK_H

#include "core/base/result.h"
#include "core/sampler/block.h"
#include "session/codec/session_message.h"

/* What a block holds. The frames reach from the last one before the span to the first one after it,
 * the inputs from the last one before the span to its end. Both are sorted by time. */
struct us_session_content {
    int64_t origin_ns;
    int64_t first_ns, last_ns; /* of the whole recording's frames */
    uint32_t frame_count, input_count;
    struct us_session_frame *frames;
    struct us_session_input *inputs;
};

/* The XrTime of a time of the recording. If that is too far off, the result is before 0 or after
 * US_SESSION_TIME_MAX. */
int64_t us_session_block_time_ns(int64_t origin_ns, double time_s);

/* Takes the content's arrays over, also on failure. Without a frame the result is
 * US_ERROR_NOTHING. */
enum us_result us_session_block_create(struct us_session_content *content,
                                       struct us_block **out_block, struct us_error *error);

/* The sample that a block with this content gives at a time; `parts` are bits of enum
 * us_sample_parts. The content must have a frame. */
void us_session_content_sample(const struct us_session_content *content, double time_s,
                               unsigned parts, struct us_frame_sample *out);

/* The same for the block's other questions: us_block_pinched and us_block_inputs. */
bool us_session_content_pinched(const struct us_session_content *content, enum us_hand hand,
                                double from_s, double to_s);
void us_session_content_inputs(const struct us_session_content *content, double time_s,
                               struct us_input_sample *out);

void us_session_content_finish(struct us_session_content *content);

#endif
