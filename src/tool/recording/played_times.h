/* SPDX-License-Identifier: MIT */
/*
 * played_times: the times at which the values of a recording of either kind may change, and its
 * markers.
 */
#ifndef TOOL_PLAYED_TIMES_H
#define TOOL_PLAYED_TIMES_H

#include "tool/recording/inspection.h"

struct tool_played_marker {
    double at_s;      /* recording time */
    const char *name; /* the recording's */
};

struct tool_played_time {
    double at_s;   /* recording time */
    bool is_frame; /* of a session: a frame, not an input between two frames */
};

struct tool_played_times {
    struct tool_played_time *times; /* of keys; of a session of frames and inputs; rising */
    size_t count;
    struct tool_played_marker *markers; /* by time */
    size_t marker_count;
};

/* Reads the file of the inspection once more. False after a message. */
bool tool_played_times_read(struct tool_played_times *out, struct tool_inspection *inspection);
/* The markers of a recording that lasts as long as they do. */
bool tool_played_times_add_markers(struct tool_played_times *out,
                                   const struct us_recording *recording);
void tool_played_times_finish(struct tool_played_times *played);

/* Times of two files that are closer than this are one; times of an input animation file are
 * floats, whose steps grow with the time. */
double tool_played_times_tolerance_s(double at_s);

#endif
