/* SPDX-License-Identifier: MIT */
/*
 * isaac_sample: what a message of IsaacTeleop says of a part of a person, as a session recording
 * holds it: head.fbs, hand.fbs and controller.fbs, whose axes, units and order of joints are those
 * of OpenXR (docs/formats.md). Poses are in STAGE. Pure; one thread.
 */
#ifndef TOOL_ISAAC_SAMPLE_H
#define TOOL_ISAAC_SAMPLE_H

#include "session/codec/session_message.h"
#include "tool/convert/isaac/isaac_file.h"

struct tool_isaac_controls {
    bool is_active;
    bool primary, secondary, stick_click, menu;
    float stick_x, stick_y, squeeze, trigger;
};

/* The newest of each part. */
struct tool_isaac_person {
    bool
        tells_tracked; /* the head tells whether it is tracked; otherwise it is where it is valid */
    struct us_session_location head;
    struct us_session_hand_joints hands[US_SESSION_HANDS];
    struct us_session_location grips[US_SESSION_HANDS], aims[US_SESSION_HANDS];
    struct tool_isaac_controls controls[US_SESSION_HANDS];
    uint64_t poses_off; /* that are said to be valid, and are no poses */
    uint64_t radii_off; /* that are no radii; made up */
};

/* Takes a message. False if it is not as the schemas say, or lacks a part that they demand. */
bool tool_isaac_sample(const struct tool_isaac_message *message, struct tool_isaac_person *person);
/* Forgets a part: it is not tracked. */
void tool_isaac_sample_lose(enum tool_isaac_part part, struct tool_isaac_person *person);

#endif
