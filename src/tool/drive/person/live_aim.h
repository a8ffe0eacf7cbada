/* SPDX-License-Identifier: MIT */
/*
 * live_aim: the commands with which a live person points at a place, touches it, grabs there or
 * looks at it. They depend on what the person does in the newest frame. One thread at a time.
 */
#ifndef US_TOOL_LIVE_AIM_H
#define US_TOOL_LIVE_AIM_H

#include "person/geometry.h"
#include "tool/drive/person/live_person.h"

enum tool_live_aim_kind {
    TOOL_LIVE_POINT_AT, /* the ray of the hand's aim goes through the place; the hand turns */
    TOOL_LIVE_POKE,     /* the fingertip, or the controller's poke pose, touches the place */
    TOOL_LIVE_GRAB_AT,  /* the hand goes there, and closes */
    TOOL_LIVE_LOOK_AT,  /* the head turns to the place */
    TOOL_LIVE_GAZE_AT,  /* the eyes do, in the head as it is */
};

struct tool_live_aim {
    enum tool_live_aim_kind kind;
    enum us_hand hand;
    struct rt_vector point_m; /* in LOCAL */
    struct rt_vector into;    /* of length 1: the way into what is there */
    double over_s, after_s;   /* of the way there */
    double depth_m;           /* of a poke: so far behind the place the tip turns back */
    const char *shape;        /* of a grab: "pinch", "fist" or "squeeze"; NULL: by the hand */
};

enum { TOOL_LIVE_AIM_LINES = 8, TOOL_LIVE_AIM_LINE = 224 };

struct tool_live_aim_plan {
    unsigned count;
    char lines[TOOL_LIVE_AIM_LINES][TOOL_LIVE_AIM_LINE];
    struct tool_live_command commands[TOOL_LIVE_AIM_LINES]; /* of these lines */
    double seconds;                                         /* until all is done */
};

/* A poke begins so far in front of the place, goes there in this time, and back in the same. */
#define TOOL_LIVE_POKE_FROM_M 0.1
#define TOOL_LIVE_POKE_S 0.15
/* A hand closes in this time. */
#define TOOL_LIVE_CLOSE_S 0.1

/* `frame` is the newest that was composed. False: it cannot be done; `why` is the reason. */
bool tool_live_aim_plan(const struct tool_live_person *person, uint64_t frame,
                        const struct tool_live_aim *aim, struct tool_live_aim_plan *out, char *why,
                        size_t size);

#endif
