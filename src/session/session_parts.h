/* SPDX-License-Identifier: MIT */
/*
 * session_parts: which parts of a person a session shows. A recorder asks for a part in every
 * frame, whether it is there or not: a hand that was never tracked is recorded, and not shown.
 */
#ifndef US_SESSION_PARTS_H
#define US_SESSION_PARTS_H

#include "session/codec/session_message.h"

enum us_session_part {
    US_SESSION_PART_HEAD = 1,
    US_SESSION_PART_LEFT = 2, /* joints */
    US_SESSION_PART_RIGHT = 4,
    US_SESSION_PART_GAZE = 8,
    US_SESSION_PART_CONTROLLERS = 16, /* poses of actions, and components */
    US_SESSION_PART_ALL = 31
};

/* The parts that a message shows, as bits: a valid head, an active hand with a valid joint, an
 * active and valid gaze, an active pose that is valid, an active component. Pure. */
unsigned us_session_parts_of(const struct us_session_message *message);

#endif
