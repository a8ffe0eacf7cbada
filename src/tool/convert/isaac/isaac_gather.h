/* SPDX-License-Identifier: MIT */
/*
 * isaac_gather: the messages of IsaacTeleop, put together to what a person did at one time after
 * the other: the times of the first part that the recording has, which leads.
 *
 * A part without a message at such a time keeps its newest one for 0.1 s, and is lost then. One
 * thread.
 */
#ifndef TOOL_CONVERT_ISAAC_ISAAC_GATHER_H
#define TOOL_CONVERT_ISAAC_ISAAC_GATHER_H

#include "session/codec/session_message.h"
#include "tool/convert/base/format.h"
#include "tool/convert/isaac/isaac_file.h"

/*
 * isaac_sample.c: what a message of IsaacTeleop says of a part of a person, as a session recording
 * holds it: head.fbs, hand.fbs and controller.fbs, whose axes, units and order of joints are those
 * of OpenXR (docs/formats.md). Poses are in STAGE. Pure; one thread.
 */

/* In the order of a message. */
enum tool_isaac_control {
    TOOL_ISAAC_PRIMARY,
    TOOL_ISAAC_SECONDARY,
    TOOL_ISAAC_STICK_CLICK,
    TOOL_ISAAC_MENU,
    TOOL_ISAAC_STICK_X,
    TOOL_ISAAC_STICK_Y,
    TOOL_ISAAC_SQUEEZE,
    TOOL_ISAAC_TRIGGER,
    TOOL_ISAAC_CONTROLS
};

struct tool_isaac_controls {
    bool is_active;
    float values[TOOL_ISAAC_CONTROLS]; /* of a button 0 or 1 */
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

/* ---- The messages together ---- */

struct tool_isaac_gather {
    struct tool_isaac_file file;
    /* Of the whole recording. */
    uint64_t messages[TOOL_ISAAC_PARTS]; /* with times that can be held */
    enum tool_isaac_part leader;
    uint64_t first_ns; /* of the leader's messages */
    uint64_t others;   /* messages of other channels */
    /* Up to this time. */
    struct tool_isaac_person person;
    uint64_t late, between;              /* messages that are not used */
    uint64_t held;                       /* parts of times whose newest message before counts */
    uint64_t times_ns[TOOL_ISAAC_PARTS]; /* of the newest of each part */
    /* Its own. */
    bool has_part[TOOL_ISAAC_PARTS], is_used[TOOL_ISAAC_PARTS];
    bool waits; /* a time waits for what comes at the same time */
    struct tool_isaac_message ahead;
    bool has_ahead, is_end;
};

/* Opens a file, of zeroed memory, and reads its messages once. US_ERROR_NOTHING if none is of a
 * part. tool_isaac_gather_close in any case. */
enum us_result tool_isaac_gather_open(struct tool_isaac_gather *gather, const char *path,
                                      struct us_error *error);
void tool_isaac_gather_close(struct tool_isaac_gather *gather);

/* Goes to the leader's next time; `person` is what all parts say then. */
enum us_result tool_isaac_gather_next(struct tool_isaac_gather *gather, bool *out_end,
                                      struct us_error *error);
void tool_isaac_gather_rewind(struct tool_isaac_gather *gather);

/* The current time since the first one. */
int64_t tool_isaac_gather_time(const struct tool_isaac_gather *gather);

#endif
