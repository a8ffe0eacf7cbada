/* SPDX-License-Identifier: MIT */
/*
 * whole_hands: a stage that makes up the joints that hands lack, for files that cannot say that a
 * joint is missing, and counts them. One thread.
 *
 * What is given stays as it is. A finger whose tip is given bends evenly, with bones of their
 * length, until it reaches the tip; beyond the last joint that is given, it goes on as it last was.
 * The hand is at first flat and of medium size (person/geometry.h). From then on, a bone is as it
 * was where both of its ends were last given. Without a rotation the hand is turned as it was when
 * one was last given; where none was ever given, it is upright, and turned so that its joints are
 * in the direction of those that are given.
 */
#ifndef TOOL_CONVERT_WHOLE_HANDS_H
#define TOOL_CONVERT_WHOLE_HANDS_H

#include <stdbool.h>
#include <stdint.h>

#include "session/codec/session_message.h"
#include "tool/convert/base/loss.h"
#include "tool/edit/stage/stage.h"

/* What is known of a hand. */
struct tool_hand_solver {
    struct us_vec3 bones[US_SESSION_JOINTS]; /* to each joint from the one before, in the wrist */
    struct us_quat turns[US_SESSION_JOINTS]; /* of each joint in the wrist */
    struct us_quat wrist;                    /* its last rotation, given or found */
    bool has_wrist;                          /* a rotation of the hand was given */
};

struct tool_whole_hands {
    struct tool_edit_stage stage; /* the first member; `next` is the caller's to set */
    struct tool_hand_solver solvers[US_SESSION_HANDS];
    uint64_t poses[US_SESSION_HANDS];  /* that were made up */
    uint32_t joints[US_SESSION_HANDS]; /* of them: a bit for each joint */
};

void tool_whole_hands_init(struct tool_whole_hands *hands);
/* Before the first frame of each pass over the recording: forgets the frames and counts anew. */
void tool_whole_hands_begin(struct tool_whole_hands *hands);
/* Adds what the last pass made up. */
void tool_whole_hands_report(const struct tool_whole_hands *hands, struct tool_loss *loss);

#endif
