/* SPDX-License-Identifier: MIT */
/*
 * session_wire: the messages of the schema as nanopb has them, one at a time. Private to the codec.
 */
#ifndef US_SESSION_WIRE_H
#define US_SESSION_WIRE_H

#include <stdbool.h>
#include <stdint.h>
#include <understudy_session.pb.h>

#include "session/codec/session_codec.h"
#include "session/codec/session_message.h"
#include "session/codec/session_wire.def"

union us_session_wire {
    understudy_Session session;
    understudy_Components components;
    understudy_Frame frame;
    understudy_Input input;
    understudy_Event event;
    understudy_Haptic haptic;
    understudy_Marker marker;
    understudy_Struct unknown;
    understudy_Mesh mesh;
};

/* For the lists of session_wire.def: from `from` to `to`. */
#define US_SESSION_WIRE_SAME(member) to->member = from->member;

/* nanopb's description of the message of a topic; NULL for /session and /components. */
const pb_msgdesc_t *us_session_wire_fields(enum us_session_topic topic);

/*
 * session_decoder_frame: makes a frame from nanopb's struct, and fills in the values that it leaves
 * out.
 */

/* False if a length is wrong; `state` is then as it was. `out` is zeroed before. */
bool us_session_take_frame(const understudy_Frame *from, struct us_session_frame_state *state,
                           struct us_session_frame *out);

/* From 7 values: position, then orientation. */
struct us_pose us_session_take_pose(const float *values);

/*
 * session_encoder_frame: makes nanopb's struct of a frame, without the values that are the same as
 * in the frame before.
 */

struct us_session_hand_state {
    bool is_known; /* the chunk holds what follows */
    uint8_t flags[US_SESSION_JOINTS];
    float radii_m[US_SESSION_JOINTS];
};

/* Zeroed at the beginning of a chunk. */
struct us_session_frame_encoder {
    bool has_frame; /* the chunk has one, and the next members hold its values */
    understudy_Views views;
    understudy_Spaces spaces;
    enum us_session_presence presence;
    float refresh_rate_hz;
    struct us_session_hand_state hands[US_SESSION_HANDS];
};

void us_session_frame_encoder_fill(struct us_session_frame_encoder *encoder,
                                   const struct us_session_frame *frame, understudy_Frame *out);

/* Position, then orientation; returns 7. */
pb_size_t us_session_put_pose(float *out, const struct us_pose *pose);

#endif
