/* SPDX-License-Identifier: MIT */
/*
 * foxglove_losses: what a session recording has and Foxglove's messages cannot hold, counted. One
 * thread.
 */
#ifndef TOOL_FOXGLOVE_LOSSES_H
#define TOOL_FOXGLOVE_LOSSES_H

#include <stdbool.h>
#include <stdint.h>

#include "session/codec/session_message.h"
#include "tool/convert/base/loss.h"

struct tool_foxglove_losses {
    uint64_t velocities, halves, lost, untracked, not_numbers; /* of poses */
    uint64_t partial_hands, radii, aims;
    uint64_t frames, views, bounds, gaze_times; /* of frames */
    uint64_t syncs, haptics, unknown, meshes;   /* of messages */
    uint64_t early;                             /* messages and markers before time 0 */
    uint32_t controls;
};

/* A pose that is written if it is whole. `valid` are its flags without what is no number, `flags`
 * those that were recorded; `is_lost`: it was whole in the frame before. */
void tool_foxglove_losses_pose(struct tool_foxglove_losses *losses, uint8_t valid, uint8_t flags,
                               bool is_lost);
void tool_foxglove_losses_frame(struct tool_foxglove_losses *losses,
                                const struct us_session_frame *frame);
void tool_foxglove_losses_message(struct tool_foxglove_losses *losses,
                                  const struct us_session_message *message);

void tool_foxglove_losses_report(const struct tool_foxglove_losses *losses,
                                 const struct us_session_info *info, struct tool_loss *loss);

#endif
