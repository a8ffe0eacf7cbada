/* SPDX-License-Identifier: MIT */
/*
 * session_decoder_state: the values of earlier messages that a message depends on.
 */
#ifndef US_SESSION_DECODER_STATE_H
#define US_SESSION_DECODER_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "session/codec/session_message.h"

/* The values that messages leave out because they did not change. Starts zeroed. */
struct us_session_decoder_state {
    bool frame_is_known; /* there was a complete frame */
    bool input_is_known;
    struct us_session_frame frame;
    struct us_session_input input;
    /* Of the last frame in which the hand was active. */
    uint8_t joint_flags[US_SESSION_HANDS][US_SESSION_JOINTS];
    float joint_radii_m[US_SESSION_HANDS][US_SESSION_JOINTS];
};

#endif
