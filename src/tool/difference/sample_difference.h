/* SPDX-License-Identifier: MIT */
/*
 * sample_difference: compares two recordings at one time.
 */
#ifndef TOOL_SAMPLE_DIFFERENCE_H
#define TOOL_SAMPLE_DIFFERENCE_H

#include "core/playback/loaded_recording.h"
#include "tool/difference/difference.h"

/*
 * Compares head, hands, gaze, and of two session recordings also controllers, views, profiles and
 * components, each file at its own recording time; between begin_time and end_time of `difference`.
 * A hand that is not tracked, and a gaze or a pose that is not valid, has no values to compare.
 * Whether a pose is tracked is compared of two sessions only: an input animation file cannot say
 * it of a pose.
 */
void tool_sample_difference_add(struct tool_difference *difference,
                                const struct us_loaded_recording *a, double a_s,
                                const struct us_loaded_recording *b, double b_s);

#endif
