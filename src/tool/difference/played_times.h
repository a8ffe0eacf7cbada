/* SPDX-License-Identifier: MIT */
/*
 * played_times: the times at which the values of a recording may change, and its markers, of either
 * kind of recording.
 */
#ifndef TOOL_PLAYED_TIMES_H
#define TOOL_PLAYED_TIMES_H

#include "core/playback/loaded_recording.h"
#include "tool/view/row_times.h"

struct tool_played_marker {
    double at_s; /* recording time */
    char *name;
};

struct tool_played_times {
    struct tool_row_times times; /* of keys; of a session of frames and inputs; 8 bytes each */
    struct tool_played_marker *markers; /* by time */
    size_t marker_count, marker_room;
};

/* Of the file that `loaded` was opened from, and as it was opened. False after a message. What is
 * damaged in a session is said on standard error. */
bool tool_played_times_read(struct tool_played_times *out, const char *path, bool headerless,
                            const struct us_loaded_recording *loaded);
void tool_played_times_finish(struct tool_played_times *played);

/* Times of two files that are closer than this are one; times of an input animation file are
 * floats, whose steps grow with the time. */
double tool_played_times_tolerance_s(double at_s);

#endif
