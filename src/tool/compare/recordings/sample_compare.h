/* SPDX-License-Identifier: MIT */
/*
 * sample_compare: compares two recordings at one time.
 */
#ifndef TOOL_SAMPLE_COMPARE_H
#define TOOL_SAMPLE_COMPARE_H

#include "core/playback/loaded_recording.h"
#include "tool/compare/recordings/difference.h"

/*
 * Compares head, hands and gaze, and in two session recordings also controllers, views, profiles
 * and components, each file at its own recording time; between begin_time and end_time of
 * `difference`. A hand that is not tracked, and a gaze or a pose that is not valid, has no values
 * to compare. It compares whether a pose is tracked in two sessions only, because an input
 * animation file does not have this for a pose.
 */
void tool_sample_compare(struct tool_difference *difference, const struct us_loaded_recording *a,
                         double a_s, const struct us_loaded_recording *b, double b_s);

#endif
