/* SPDX-License-Identifier: MIT */
/*
 * live_plan: what a command adds to a script that grows. A jump is one step between two frames. A
 * motion is a key on each frame of the drive on the way of minimum jerk (Flash and Hogan 1985):
 * after the share t of its time it is at 10 t^3 - 15 t^4 + 6 t^5 of the way.
 */
#ifndef US_TOOL_LIVE_PLAN_H
#define US_TOOL_LIVE_PLAN_H

#include "tool/drive/person/live_session.h"

#define TOOL_LIVE_PLAN_LONGEST_S 3600.0
#define TOOL_LIVE_PLAN_KEYS 65536 /* of one input */

struct tool_live_when {
    double hz;
    uint64_t now; /* the newest frame that was composed */
    double over_s, after_s;
};

/* Adds what a line without a time says. False: it is wrong, and a part of it may be in the script
 * and in the session. */
bool tool_live_plan_add(struct rt_script *script, struct tool_live_session *session,
                        const char *line, const struct tool_live_when *when,
                        struct rt_script_error *out_error);

#endif
