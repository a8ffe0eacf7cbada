/* SPDX-License-Identifier: MIT */
/*
 * motion_sink: what the sinks of files of motion share: everything is given twice, and the first
 * time they find the nodes of skeleton.h. What such a file cannot hold, everything but poses, is
 * counted for the report. Belongs to one thread.
 */
#ifndef TOOL_CONVERT_MOTION_MOTION_SINK_H
#define TOOL_CONVERT_MOTION_MOTION_SINK_H

#include <stdint.h>

#include "session/codec/session_message.h"
#include "tool/convert/base/format.h"
#include "tool/convert/base/frame_losses.h"
#include "tool/convert/base/loss.h"
#include "tool/convert/motion/skeleton.h"

struct tool_motion_counts {
    uint64_t topics[US_SESSION_TOPICS]; /* messages */
    uint64_t before;                    /* frames before the app had the focus */
    struct tool_frame_losses of_frames;
};

/* The first member of each kind's own sink. */
struct tool_motion_sink {
    struct tool_convert_sink base; /* the first member */
    struct tool_skeleton skeleton;
    struct tool_skeleton_pose pose; /* of the newest line or frame of the file */
    struct tool_motion_counts counts;
    struct tool_edit_distance worst; /* from the frames to what the file says */
};

/* The `open` of each kind. */
void tool_motion_sink_open(struct tool_convert_sink *sink);
/* Writes at a place of the file; does not count the bytes. */
void tool_motion_sink_put(struct tool_motion_sink *sink, const void *bytes, uint64_t size,
                          uint64_t offset);
/* Counts a message of the first pass. A frame before the app had the focus counts alone as that. */
void tool_motion_sink_count(struct tool_motion_sink *sink, struct us_session_message *message);
/* Adds what was lost, and that `frames` were compared. */
void tool_motion_sink_report(const struct tool_motion_sink *sink, uint64_t frames,
                             struct tool_loss *loss);

#endif
