/* SPDX-License-Identifier: MIT */
/*
 * event_compare: compares two lines of event logs: their subject, and their values.
 */
#ifndef TOOL_EVENT_COMPARE_H
#define TOOL_EVENT_COMPARE_H

#include <stdbool.h>

#include "tool/log/log_reader.h"

/* How far two values may be apart and still count as the same. */
struct tool_event_tolerance {
    double position_m, angle_rad; /* of poses */
    double number;                /* of any other number */
};

/* Whether two lines are about the same thing: the same event of the same action, space, call, ...
 */
bool tool_event_is_same_thing(const struct tool_log_event *a, const struct tool_log_event *b);

/* A line that is about a time: the order in which an app asks within a frame means nothing. */
bool tool_event_is_question(const struct tool_log_event *event);
/* Whether two of those are about the same time. */
bool tool_event_is_same_time(const struct tool_log_event *a, const struct tool_log_event *b,
                             const struct tool_event_tolerance *allow);

/* The first field in which two lines about the same thing differ, or NULL. Line numbers, frames and
 * what depends on the wall clock do not count. */
const char *tool_event_differing_field(const struct tool_log_event *a,
                                       const struct tool_log_event *b,
                                       const struct tool_event_tolerance *allow);

#endif
