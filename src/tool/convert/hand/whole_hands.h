/* SPDX-License-Identifier: MIT */
/*
 * whole_hands: a stage that makes up the joints that hands lack, for files that cannot say that a
 * joint is missing, and counts them. One thread.
 */
#ifndef TOOL_WHOLE_HANDS_H
#define TOOL_WHOLE_HANDS_H

#include "tool/convert/base/loss.h"
#include "tool/convert/hand/hand_solver.h"
#include "tool/edit/stage/stage.h"

struct tool_whole_hands {
    struct tool_edit_stage stage; /* the first member; `next` is the caller's to set */
    struct tool_hand_solver solvers[US_SESSION_HANDS];
    uint64_t poses[US_SESSION_HANDS];  /* that were made up */
    uint32_t joints[US_SESSION_HANDS]; /* of them: a bit for each joint */
};

void tool_whole_hands_init(struct tool_whole_hands *hands);
/* Before the first frame of each pass over the recording: forgets the frames and counts anew. */
void tool_whole_hands_begin(struct tool_whole_hands *hands);
/* Without the stage: completes the hands of a frame. */
void tool_whole_hands_complete(struct tool_whole_hands *hands, struct us_session_frame *frame);
/* Adds what the last pass made up. */
void tool_whole_hands_report(const struct tool_whole_hands *hands, struct tool_loss *loss);

#endif
