/* SPDX-License-Identifier: MIT */
/*
 * view_camera: an orthographic camera that looks at a person. Pure. The world is OpenXR's:
 * right-handed, +Y up, metres.
 */
#ifndef TOOL_VIEW_CAMERA_H
#define TOOL_VIEW_CAMERA_H

#include "core/base/pose.h"

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

#endif
