/* SPDX-License-Identifier: MIT */
/*
 * sample_facts: what a recording holds at one time: head, hands and gaze, and of a session
 * recording the poses and the components of controllers. Names of what is sampled, and samples in
 * OpenXR's axes.
 */
#ifndef TOOL_SAMPLE_FACTS_H
#define TOOL_SAMPLE_FACTS_H

#include "core/playback/loaded_recording.h"
#include "tool/recording/fact_sheet.h"

/* The joints of a hand, in the order of XrHandJointEXT. */
enum { TOOL_SAMPLE_JOINTS = 26 };
/* "PALM": the name of a place below TOOL_SAMPLE_JOINTS, without prefix and suffix. */
const char *tool_sample_joint_name(unsigned joint);

/* From Unity's axes to OpenXR's: all but the views, which have these axes. */
void tool_sample_turn_frame(struct us_frame_sample *frame);
/* All that a recording holds at a time, in OpenXR's axes. Velocities are 0. */
void tool_sample_still(const struct us_loaded_recording *loaded, double time_s,
                       struct us_frame_sample *out);

/* `frame` was sampled at that time, and is in the axes that are asked for. */
void tool_sample_facts_add(const struct tool_fact_sheet *sheet,
                           const struct us_loaded_recording *loaded, double time_s,
                           const struct us_frame_sample *frame);

#endif
