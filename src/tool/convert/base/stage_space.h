/* SPDX-License-Identifier: MIT */
/*
 * stage_space: files whose poses are relative to the floor, in OpenXR's STAGE.
 *
 * A session recording holds its poses in LOCAL. Such a file does not say where LOCAL is. It is
 * chosen as OpenXR describes it: where the head is in the first frame that has one, upright, with
 * -Z where the head looks. Each frame also gets where LOCAL_FLOOR and STAGE are in LOCAL, so that
 * what the file holds can be told again. All functions are pure but for their outputs.
 */
#ifndef TOOL_CONVERT_STAGE_SPACE_H
#define TOOL_CONVERT_STAGE_SPACE_H

#include <stdbool.h>
#include <stdint.h>

#include "session/codec/session_message.h"
#include "tool/convert/base/loss.h"

/* Zeroed memory is one that is not chosen: then LOCAL is where STAGE is. */
struct tool_convert_stage {
    bool is_chosen;
    struct us_pose T_local_stage;
    float height_m; /* of LOCAL above the floor */
};

/* Chooses LOCAL by a head in STAGE, unless it is chosen already or the head has no valid pose. */
void tool_convert_stage_choose(struct tool_convert_stage *stage,
                               const struct us_session_location *head);

/* Moves all valid poses of a frame into LOCAL, but for those of spaces and views. */
void tool_convert_frame_move(struct us_session_frame *frame, struct us_pose T_local_file);

/* A place that is valid and tracked. */
struct us_session_location tool_convert_place(struct us_pose pose);

/* Moves a frame from STAGE to LOCAL, and fills its spaces. */
void tool_convert_stage_move(const struct tool_convert_stage *stage,
                             struct us_session_frame *frame);

/* Says what was chosen. */
void tool_convert_stage_report(const struct tool_convert_stage *stage, struct tool_loss *loss);

/* A pose of seven float32 in a file, little-endian: the position x y z, the orientation x y z w. */
struct us_pose tool_convert_pose_load(const uint8_t *at);

/* The flags of a pose: valid and tracked, or 0 if it is not finite or its quaternion has not the
 * length 1, within 1 %. */
uint8_t tool_convert_pose_flags(const struct us_pose *pose);

#endif
