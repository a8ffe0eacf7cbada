/* SPDX-License-Identifier: MIT */
/*
 * samples: what a recording of either kind holds, time by time.
 */
#ifndef TOOL_SAMPLES_H
#define TOOL_SAMPLES_H

#include "core/playback/loaded_recording.h"
#include "tool/recording/inspection.h"

/*
 * sample_facts: what a recording holds at one time: head, hands and gaze, and of a session
 * recording the poses and the components of controllers. Names of what is sampled, and samples in
 * OpenXR's axes.
 */

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

/*
 * played_times: the times at which the values of a recording of either kind may change, and its
 * markers.
 */

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
