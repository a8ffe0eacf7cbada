/* SPDX-License-Identifier: MIT */
/*
 * motion_counts: what a file of motion alone cannot hold: everything but poses, counted for the
 * report of a conversion. Belongs to one thread.
 */
#ifndef TOOL_CONVERT_MOTION_COUNTS_H
#define TOOL_CONVERT_MOTION_COUNTS_H

#include <stdint.h>

#include "session/codec/session_message.h"
#include "tool/convert/base/loss.h"

struct tool_motion_counts {
    uint64_t inputs, events, haptics, structs, meshes; /* messages */
    uint64_t before;                                   /* frames before the app had the focus */
    uint64_t views, spaces, bounds, aims, radii, velocities, gaze_times, presences, rates;
    uint64_t unfocused, hidden; /* frames without focus, and those that were not to be drawn */
    uint64_t untracked;         /* poses that are valid and not tracked */
};

/* Counts a message. A frame counts alone as `before`, if it is one of those. */
void tool_motion_counts_add(struct tool_motion_counts *counts, struct us_session_message *message,
                            int64_t start_ns);
void tool_motion_counts_report(const struct tool_motion_counts *counts, struct tool_loss *loss);

#endif
