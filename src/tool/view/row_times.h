/* SPDX-License-Identifier: MIT */
/*
 * row_times: the times at which a recording is written to the page: its frames or key times, more
 * where the movement between two of them is not straight, and fewer if there are too many.
 */
#ifndef TOOL_ROW_TIMES_H
#define TOOL_ROW_TIMES_H

#include <stdbool.h>
#include <stddef.h>

#include "core/playback/loaded_recording.h"

/* More rows than this are thinned. Ten minutes at 90 Hz are 54000. */
enum { TOOL_ROW_TIMES_MOST = 60000 };

/* Between two rows, the straight line is at most this far from the recording. */
#define TOOL_ROW_TIMES_STRAIGHT_M 0.0001

struct tool_row_times {
    double *at_s; /* strictly rising, in recording time, from the start of playback to its end */
    size_t count;
    size_t frames; /* how many there were before they were thinned */
    bool is_thinned;
    bool is_failed; /* memory ran out */
};

void tool_row_times_add(struct tool_row_times *times, double at_s);

/* Removes times before `from_s`, adds both ends, and thins what are too many. */
void tool_row_times_limit(struct tool_row_times *times, double from_s, double to_s);
/* Adds times where the recording is not straight. Not done where times were thinned. */
void tool_row_times_refine(struct tool_row_times *times, const struct us_loaded_recording *loaded);
void tool_row_times_finish(struct tool_row_times *times);

/*
 * How far the recording is from the straight line between two of its times: the largest distance of
 * head, joints and gaze at a quarter, the half and three quarters of the way. Inputs and flags, and
 * what is absent or not valid at one of the times, do not count.
 */
double tool_row_times_distance_m(const struct us_loaded_recording *loaded, double a_s, double b_s);

#endif
