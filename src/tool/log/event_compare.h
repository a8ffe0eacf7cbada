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

/* A line that is about a time: the order in which an app asks within a frame means nothing. */
bool tool_event_is_question(const struct tool_log_event *event);

/*
 * Hashes for finding the lines to compare. Lines about the same thing (the same event of the same
 * action, space, call, ...) have the same hash of their thing. Lines with the same hash of their
 * values have no differing field. The hash of the time is that of the thing, which is given, and of
 * the time that a question asks for, rounded to a thousandth of a frame.
 */
uint64_t tool_event_hash_thing(const struct tool_log_event *event);
uint64_t tool_event_hash_time(const struct tool_log_event *event, uint64_t thing);
uint64_t tool_event_hash_value(const struct tool_log_event *event);

/* The first field in which two lines about the same thing differ, or NULL. Line numbers, frames and
 * what depends on the wall clock do not count. */
const char *tool_event_differing_field(const struct tool_log_event *a,
                                       const struct tool_log_event *b,
                                       const struct tool_event_tolerance *allow);

#endif
