/* SPDX-License-Identifier: MIT */
/*
 * plots: the curves and bars of a sheet, one below the other, over one axis of time.
 */
#ifndef TOOL_PLOTS_H
#define TOOL_PLOTS_H

#include "tool/drawing/drawing.h"
#include "tool/sheet/moments.h"
#include "tool/sheet/tracks.h"

/* The height that the plots of these tracks take. */
double tool_plots_height(const struct tool_tracks *tracks);

/* Draws them from `y` down. `x` is the left edge of the labels; the axis is TOOL_TRACKS_COLUMNS
 * wide. The moments are vertical lines. */
void tool_plots_draw(const struct tool_drawing *drawing, const struct tool_tracks *tracks,
                     const struct tool_moments *moments, double x, double y);

#endif
