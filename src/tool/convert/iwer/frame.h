/* SPDX-License-Identifier: MIT */
/*
 * frame: a frame of IWER's ActionRecorder as a frame and an input of a session recording.
 */
#ifndef TOOL_IWER_FRAME_H
#define TOOL_IWER_FRAME_H

#include "tool/convert/iwer/schema.h"

/* What was made up, and what was left out. */
struct tool_iwer_counts {
    uint64_t palms, radii;
    uint64_t unknown; /* frames of input sources that are left out */
    uint64_t doubles; /* frames of an input source beside another one of its hand */
    uint64_t buttons; /* that are used and that the profile lacks */
    uint64_t touches; /* that are not the press, of buttons without a touch */
};

struct tool_iwer_frame {
    double time_ms;                /* of the file's clock */
    struct us_session_frame frame; /* without times and number; in the file's space */
    struct us_session_input input; /* without its time and result */
};

/* `number` is the frame's place in the file, from 0, which errors name. `out` is set whole. */
enum us_result tool_iwer_frame_read(const cJSON *json, uint64_t number,
                                    const struct tool_iwer_schema *schema,
                                    struct tool_iwer_frame *out, struct tool_iwer_counts *counts,
                                    struct us_error *error);

/* Moves every pose into LOCAL. */
void tool_iwer_frame_move(struct us_session_frame *frame, struct us_pose T_local_file);

#endif
