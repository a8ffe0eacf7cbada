/* SPDX-License-Identifier: MIT */
/*
 * row_distance: how far a recording is from the straight line between two of its times. The page
 * draws straight lines between its rows.
 */
#ifndef TOOL_ROW_DISTANCE_H
#define TOOL_ROW_DISTANCE_H

#include "core/playback/loaded_recording.h"

/*
 * The largest distance of head, joints and gaze from the straight line between the times a and b,
 * at a quarter, the half and three quarters of the way. Inputs and flags, and what is absent or not
 * valid at one of the times, do not count.
 */
double tool_row_distance_m(const struct us_loaded_recording *loaded, double a_s, double b_s);

#endif
