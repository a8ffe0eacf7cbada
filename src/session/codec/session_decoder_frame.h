/* SPDX-License-Identifier: MIT */
/*
 * session_decoder_frame: makes a frame from nanopb's struct, and fills in the values that it leaves
 * out.
 */
#ifndef US_SESSION_DECODER_FRAME_H
#define US_SESSION_DECODER_FRAME_H

#include <stdbool.h>
#include <understudy_session.pb.h>

#include "session/codec/session_decoder_state.h"

/* False if a length is wrong; `state` is then as it was. `out` is zeroed before. */
bool us_session_take_frame(const understudy_Frame *from, struct us_session_decoder_state *state,
                           struct us_session_frame *out);

/* From 7 values: position, then orientation. */
struct us_pose us_session_take_pose(const float *values);

#endif
