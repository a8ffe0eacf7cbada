/* SPDX-License-Identifier: MIT */
/*
 * figure: the head, the hands, the gaze and the controllers of one frame, as solids. The frame is
 * in OpenXR's axes.
 */
#ifndef TOOL_FIGURE_H
#define TOOL_FIGURE_H

#include "core/sampler/sample.h"
#include "tool/drawing/solids.h"

/* What a camera shows of the head, the hands and the controllers, in pixels. */
struct tool_figure_box {
    double left, right, top, bottom;
};

struct tool_figure_box tool_figure_bounds(const struct us_frame_sample *frame,
                                          const struct tool_view_camera *camera);

/* Whether a hand has joints to show. */
bool tool_figure_shows_hand(const struct us_hand_sample *hand);

/* Whether a controller has a grip or an aim pose to show. */
bool tool_figure_shows_controller(const struct us_controller_sample *controller);

/* Adds what the frame holds. A hand that is not tracked is left out; joints that are valid and not
 * tracked are pale. */
void tool_figure_add(struct tool_solids *solids, const struct us_frame_sample *frame);

#endif
