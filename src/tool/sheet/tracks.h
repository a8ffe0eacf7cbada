/* SPDX-License-Identifier: MIT */
/*
 * tracks: values of a whole recording at equal distances of time, for the curves of a sheet.
 */
#ifndef TOOL_TRACKS_H
#define TOOL_TRACKS_H

#include <stdbool.h>

#include "core/playback/loaded_recording.h"

enum { TOOL_TRACKS_COLUMNS = 1060 };

/* A value that the recording lacks at a time is NaN. Axes are OpenXR's. */
struct tool_tracks {
    double from_s, to_s; /* the first and the last column */
    float head_m[3][TOOL_TRACKS_COLUMNS];
    /* The head's heading to the left, without jumps at half a turn, and its elevation; degrees. */
    float head_degrees[2][TOOL_TRACKS_COLUMNS];
    float hand_m[US_HAND_COUNT]
                [TOOL_TRACKS_COLUMNS];          /* height of a palm or a grip above the head */
    float gaze_degrees[2][TOOL_TRACKS_COLUMNS]; /* in the head: to the left, and up; degrees */
    float trigger[US_HAND_COUNT][TOOL_TRACKS_COLUMNS];   /* of a controller: 0 to 1 */
    bool is_tracked[US_HAND_COUNT][TOOL_TRACKS_COLUMNS]; /* the hand, or the controller's pose */
    /* At any time since the column before. */
    bool is_pinching[US_HAND_COUNT][TOOL_TRACKS_COLUMNS];
    bool has_head, has_gaze, has_hand[US_HAND_COUNT], has_trigger; /* at any time */
    bool has_joints, has_controllers;                              /* of either hand */
};

/* Samples the recording from its start to its end. */
void tool_tracks_fill(const struct us_loaded_recording *loaded, struct tool_tracks *out);

#endif
