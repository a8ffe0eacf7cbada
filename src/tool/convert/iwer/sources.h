/* SPDX-License-Identifier: MIT */
/*
 * sources: the input sources that WebXR has in a frame of a session recording, with their poses and
 * gamepads.
 */
#ifndef TOOL_IWER_SOURCES_H
#define TOOL_IWER_SOURCES_H

#include "tool/convert/iwer/schema.h"
#include "tool/edit/stage/outline.h"

enum {
    TOOL_IWER_SEEN_MOST = 2 * US_SESSION_HANDS, /* a controller and a tracked hand of each */
    TOOL_IWER_BUTTON_NUMBERS = 3                /* pressed, touched, value */
};

/* An input source of the file. WebXR makes a new one when any of the first four changes. */
struct tool_iwer_source {
    enum us_session_hand hand;
    unsigned profile; /* 1 + its place in the recording's table; 0: none */
    bool has_grip, has_hand;
    unsigned buttons, axes;
    struct tool_iwer_slot slots[TOOL_IWER_BUTTONS_MOST];
    int vectors[TOOL_IWER_AXES_MOST / 2];
};

/* An input source in a frame; poses in LOCAL. */
struct tool_iwer_seen {
    struct tool_iwer_source key; /* its first four */
    struct us_pose ray, grip;
    float pinch[TOOL_IWER_BUTTON_NUMBERS]; /* of a hand */
};

struct tool_iwer_sources {
    const struct tool_edit_outline *outline; /* the caller's */
    struct tool_iwer_source list[TOOL_IWER_INPUTS_MOST];
    unsigned count;
    uint64_t grip_rays, joint_rays; /* target rays that were made up */
    uint64_t palms;                 /* of the hands that were seen */
};

/* Whether a pose is valid, finite and a rotation. */
bool tool_iwer_is_pose(const struct us_pose *pose, uint8_t flags);
bool tool_iwer_is_there(const struct us_session_location *location);

/* The input sources of a frame, and how many; `input` is that in force, or zeros. */
unsigned tool_iwer_sources_see(struct tool_iwer_sources *sources,
                               const struct us_session_frame *frame,
                               const struct us_session_input *input,
                               struct tool_iwer_seen out[TOOL_IWER_SEEN_MOST]);

/* The place of an input source in the list, which is added; TOOL_IWER_NONE: there are too many. */
int tool_iwer_sources_find(struct tool_iwer_sources *sources, const struct tool_iwer_source *key);

/* A button; what is not active is not pressed. */
void tool_iwer_sources_button(const struct us_session_input *input,
                              const struct tool_iwer_slot *slot,
                              float out[TOOL_IWER_BUTTON_NUMBERS]);
/* A thumbstick or trackpad as WebXR has it, with y towards the user. */
struct us_session_value tool_iwer_sources_axes(const struct us_session_input *input, int place);

#endif
