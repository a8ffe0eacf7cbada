/* SPDX-License-Identifier: MIT */
/*
 * frame_losses: what frames hold that files of poses alone have no place for: input animation
 * files, glTF and BVH. Belongs to one thread.
 */
#ifndef TOOL_CONVERT_BASE_FRAME_LOSSES_H
#define TOOL_CONVERT_BASE_FRAME_LOSSES_H

#include <stdbool.h>
#include <stdint.h>

#include "session/codec/session_message.h"
#include "tool/convert/base/loss.h"

/* Each is a number of frames but for `untracked`. */
struct tool_frame_losses {
    uint64_t views, spaces, bounds, aims, sources, radii, velocities, gaze_times, presences, rates;
    uint64_t unfocused, hidden; /* without the focus, and those that were not to be drawn */
    uint64_t untracked;         /* poses that are valid and not tracked */
};

void tool_frame_losses_count(struct tool_frame_losses *losses, struct us_session_frame *frame);
void tool_frame_losses_report(const struct tool_frame_losses *losses, struct tool_loss *loss);

/* Whether two frames differ in anything but their poses (tool/edit/stage/frame_tracks.h) and times:
 * in what the losses above count, bit for bit. */
bool tool_frame_losses_is_other(const struct us_session_frame *a, const struct us_session_frame *b);

#endif
