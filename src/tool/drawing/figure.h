/* SPDX-License-Identifier: MIT */
/*
 * figure: draws a person: the camera, the solids of a body, and the figure made of them.
 *
 * view_camera: an orthographic camera that looks at a person. Pure. The world is OpenXR's:
 * right-handed, +Y up, metres.
 */
#ifndef TOOL_FIGURE_H
#define TOOL_FIGURE_H

#include "core/base/pose.h"
#include "core/sampler/sample.h"
#include "tool/drawing/drawing.h"

struct tool_view_camera {
    struct us_vec3 right, up, toward; /* of the image, in the world; unit and orthogonal */
    struct us_vec3 centre;            /* the point that is shown at (x, y) */
    double x, y, scale;               /* pixels, pixels per metre */
};

struct tool_view_point {
    double x, y;  /* pixels */
    double depth; /* metres; a larger one is nearer to the viewer */
};

enum tool_view_side { TOOL_VIEW_FRONT, TOOL_VIEW_SIDE };

/*
 * A camera that sees a head from its front, or from its right side, 15 degrees from above. Only the
 * head's heading counts, not whether it looks up or down or is tilted. If the head looks straight
 * up or down, -Z is its front. `x`, `y`, `scale` and `centre` are those of the caller.
 */
struct tool_view_camera tool_view_camera_make(struct us_pose head, enum tool_view_side side,
                                              struct us_vec3 centre, double x, double y,
                                              double scale);

struct tool_view_point tool_view_camera_project(const struct tool_view_camera *camera,
                                                struct us_vec3 point);

/*
 * solids: capsules, balls and faces in the world, drawn from far to near.
 */

enum { TOOL_SOLIDS_MOST = 256, TOOL_FACE_CORNERS = 4 };

struct tool_solid {
    struct tool_view_point corners[TOOL_FACE_CORNERS]; /* of a capsule: its two ends */
    double radius; /* of a capsule, in pixels; 0: a face with four corners */
    double depth;
    struct tool_colour colour;
    double alpha;
};

struct tool_solids {
    const struct tool_view_camera *camera;
    unsigned count;
    struct tool_solid list[TOOL_SOLIDS_MOST];
};

/* Draws all of them. */
void tool_solids_draw(struct tool_solids *solids, const struct tool_drawing *drawing);

/*
 * figure: the head, the hands, the gaze and the controllers of one frame, as solids. The frame is
 * in OpenXR's axes.
 */

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
