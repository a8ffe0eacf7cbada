/* SPDX-License-Identifier: MIT */
/*
 * plots: the curves and bars of a sheet, one below the other, over one axis of time, and the values
 * that they show.
 */
#ifndef TOOL_PLOTS_H
#define TOOL_PLOTS_H

#include <stdbool.h>

#include "core/playback/loaded_recording.h"
#include "tool/sheet/drawing.h"
#include "tool/sheet/moments.h"

/*
 * tracks: values of a whole recording at equal distances of time, for the curves of a sheet.
 */

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

/* ---- The plots ---- */

/* The height that the plots of these tracks take. */
double tool_plots_height(const struct tool_tracks *tracks);

/* Draws them from `y` down. `x` is the left edge of the labels; the axis is TOOL_TRACKS_COLUMNS
 * wide. The moments are vertical lines. */
void tool_plots_draw(const struct tool_drawing *drawing, const struct tool_tracks *tracks,
                     const struct tool_moments *moments, double x, double y);

#endif
