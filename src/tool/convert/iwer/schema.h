/* SPDX-License-Identifier: MIT */
/* schema: the input sources of a recording of IWER's ActionRecorder, its reference space, and its
 * frames. */
#ifndef TOOL_CONVERT_IWER_SCHEMA_H
#define TOOL_CONVERT_IWER_SCHEMA_H

#include <cjson/cJSON.h>

#include "core/base/pose.h"
#include "core/base/result.h"
#include "tool/convert/iwer/layout.h"

enum { TOOL_IWER_INPUTS_MOST = 64, TOOL_IWER_ITEMS_MOST = 64 };

/* Places in the recording's components, or TOOL_IWER_NONE. */
struct tool_iwer_slot {
    int value, click, touch;
};

struct tool_iwer_input {
    int index;     /* its own number in the file */
    bool is_known; /* false: it has no hand, or no pointer that is tracked: it is left out */
    enum us_session_hand hand;
    bool has_grip, has_hand, has_gamepad;
    bool is_hand;           /* a tracked hand, of which the profile is that of hands */
    bool is_guessed;        /* no name of its profiles is known */
    char name[64];          /* the first of its profiles; "" without any */
    const char *path;       /* the profile of OpenXR; NULL: none */
    uint8_t profile;        /* 1 + its place in the recording's table; 0: none */
    unsigned buttons, axes; /* of the file */
    struct tool_iwer_slot slots[TOOL_IWER_BUTTONS_MOST];
    int vectors[TOOL_IWER_AXES_MOST / 2];
    uint8_t joints[TOOL_IWER_JOINTS]; /* of OpenXR, in the order of the file */
};

struct tool_iwer_schema {
    struct tool_iwer_input list[TOOL_IWER_INPUTS_MOST];
    unsigned count;
};

/* Fills the components, too. Errors name the place, such as schema[1]. */
enum us_result tool_iwer_schema_read(const cJSON *json, struct us_session_components *components,
                                     struct tool_iwer_schema *out, struct us_error *error);

/* NULL: there is none of this number. */
const struct tool_iwer_input *tool_iwer_schema_find(const struct tool_iwer_schema *schema,
                                                    double index);

/* The space that the poses of a file are in. */
struct tool_iwer_reference {
    bool is_said;              /* by the file */
    bool is_floor;             /* LOCAL_FLOOR; otherwise LOCAL */
    bool is_moved;             /* it is not LOCAL itself */
    struct us_pose T_local_it; /* where it is in LOCAL */
};

/* Of the member that Understudy adds; NULL: the file lacks it. */
enum us_result tool_iwer_reference_read(const cJSON *json, struct tool_iwer_reference *out,
                                        struct us_error *error);

/* ---- frame.c: a frame of IWER's ActionRecorder as a frame and an input of a session recording
 * ---- */

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

#endif
