/* SPDX-License-Identifier: MIT */
/*
 * hand_solver: makes up the joints of a hand that a frame lacks, from those that it has.
 *
 * What is given stays as it is. A finger whose tip is given bends evenly, with bones of their
 * length, until it reaches the tip; beyond the last joint that is given, it goes on as it last was.
 * The hand is at first flat and of medium size (person/geometry.h). From then on, a bone is as it
 * was where both of its ends were last given. Without a rotation the hand is turned as it was when
 * one was last given; where none was ever given, it is upright, and turned so that its joints are
 * in the direction of those that are given. One thread.
 */
#ifndef TOOL_HAND_SOLVER_H
#define TOOL_HAND_SOLVER_H

#include <stdbool.h>
#include <stdint.h>

#include "session/codec/session_message.h"

struct tool_hand_solver {
    struct us_vec3 bones[US_SESSION_JOINTS]; /* to each joint from the one before, in the wrist */
    struct us_quat turns[US_SESSION_JOINTS]; /* of each joint in the wrist */
    struct us_quat wrist;                    /* its last rotation, given or found */
    bool has_wrist;                          /* a rotation of the hand was given */
};

void tool_hand_solver_init(struct tool_hand_solver *solver, enum us_session_hand hand);

/*
 * Completes the hand: every joint gets a valid place and rotation, those that are made up without
 * "tracked". Returns them, a bit for each. 0, and nothing changes: nothing is missing, or the hand
 * is not active, or no joint has a place.
 */
uint32_t tool_hand_solver_complete(struct tool_hand_solver *solver,
                                   struct us_session_hand_joints *hand);

#endif
