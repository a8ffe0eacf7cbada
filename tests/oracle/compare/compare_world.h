/* SPDX-License-Identifier: MIT */
/*
 * Where everything is at a moment of the playback, as the app should be told: the clock, and the
 * algebra of spaces. All poses are OpenXR's; all spaces are placed in the anchor space, which the
 * recording plays in.
 */
#ifndef ORACLE_COMPARE_WORLD_H
#define ORACLE_COMPARE_WORLD_H

#include "compare_log.h"

enum { WORLD_STARTS = 16 };

/* Playback starts: at XrTime N from recording time S. */
struct world_start {
    double time_ns, from_s;
};

/* The pose of STAGE or LOCAL_FLOOR in LOCAL, and the line that says so. */
struct world_relation {
    int line;
    enum log_space space;
    struct oracle_pose T_local_space;
};

struct world {
    const struct oracle_recording *recording; /* what is played: start and end */
    const struct oracle_recording *truth;     /* what is expected */
    enum log_space anchor;
    bool head, hands, gaze; /* which are injected */
    int start_count;
    struct world_start starts[WORLD_STARTS];
    int relation_count;
    struct world_relation *relations;
};

/* A time of the recording, and whether it moves on with the app's time. */
struct moment {
    double time_s;
    bool moving;
};

/* A space or a joint at a moment. known: the oracle can tell; valid: an app may be told a pose. */
struct placed {
    bool known, valid;
    struct oracle_motion motion;
};

/* The moment of an app's time, `later_s` after it. */
struct moment world_moment(const struct world *world, double time_ns, double later_s);
/* Is an app's time within `within_s` of the playback's start or end, or of the recording's? */
bool world_near_edge(const struct world *world, double time_ns, double within_s);

/* A space with its offset, in the anchor space, as told on the line of that number. */
struct placed world_place(const struct world *world, struct log_place place, struct moment moment,
                          int line);
/* An injected entity in the anchor space. */
struct placed world_entity(const struct world *world, struct oracle_entity entity,
                           struct moment moment);
/* The same with an offset: lever arms included. */
struct oracle_motion world_offset(struct oracle_motion motion, struct oracle_pose offset);
/* `motion` relative to `base` and expressed in it, both given in one space. */
struct oracle_motion world_relative(struct oracle_motion base, struct oracle_motion motion);

#endif
