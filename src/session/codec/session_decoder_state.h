/* SPDX-License-Identifier: MIT */
/*
 * session_decoder_state: what a message depends on that stands in the messages before it.
 */
#ifndef US_SESSION_DECODER_STATE_H
#define US_SESSION_DECODER_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "session/session_message.h"

/* What messages leave out because it did not change. Zeroed is the beginning. */
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
