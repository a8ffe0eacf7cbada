/* SPDX-License-Identifier: MIT */
/*
 * detect_flags: finds tracking gaps, a lost tail and a gaze without a direction. Private to repair
 * and inspect.
 *
 * Each function adds at most one item to the report. It returns US_OK, US_ERROR_MEMORY or, for a
 * file, US_ERROR_FILE.
 */
#ifndef US_DETECT_FLAGS_H
#define US_DETECT_FLAGS_H

#include "core/repair/detect.h"

/* Tracking gaps of the hand whose `tracked` curve is `curve_index`, in the time that is played. A
 * hand that is never tracked has no gaps. */
enum us_result us_detect_gaps(const struct us_detect *detect, unsigned curve_index);

/* Pose keys that end before the keys of the hands' flags, which a writer of version 1.1 causes. A
 * recording without a camera may end its poses when tracking ends. */
enum us_result us_detect_lost_tail(const struct us_detect *detect);

/* Gaze keys whose direction is shorter than US_REPAIR_ZERO_NORM. */
enum us_result us_detect_zero_gaze(const struct us_detect *detect);

/* The length of the direction at `time_s`, with both ends of its curves clamped. `direction`: three
 * readers, on X, Y and Z. */
double us_detect_direction_norm(struct us_curve_reader direction[3], double time_s);

#endif
