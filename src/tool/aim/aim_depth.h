/* SPDX-License-Identifier: MIT */
/*
 * aim_depth: the depth of a textured patch, and of a face of one colour, by where the second eye
 * shows what the first one shows. For this module only.
 */
#ifndef TOOL_AIM_AIM_DEPTH_H
#define TOOL_AIM_AIM_DEPTH_H

#include "platform/numbers.h"
#include "tool/aim/aim.h"
#include "tool/aim/patch_fit.h"

/* ---- The two eyes ---- */

/*
 * A place of the first view is given as tangents: it is on the ray through (across, down, -1).
 * Depth is along the first view's -Z, and inverse: the place in the second picture moves about
 * evenly with the inverse depth (in 1/m), and 0 is infinitely far. On a plane, the inverse depth is
 * linear in the place.
 */

/* Nothing is expected nearer than this. */
#define AIM_NEAREST_M 0.08
/* Nearer than this, nothing is expected where the other eye does not look. */
#define AIM_NEAREST_UNSEEN_M 0.2

/* What a place in a picture is off by at best, in pixels; and where edges are steps from one pixel
 * to the next, by how much each eye's edge is off: one standard deviation. */
#define AIM_PLACE_PX 0.1
#define AIM_STEP_PX 0.29

struct tool_aim_eye_pair {
    struct tool_aim_window from_window, to_window;
    double from_size[2], to_size[2]; /* of the pictures, in pixels */
    struct us_vec3 axes[3], shift_m; /* the first view in the second one */
};

/* False: no poses, no fields of view, or both eyes are at one place. */
bool tool_aim_eye_pair_make(struct tool_aim_eye_pair *pair, const struct tool_aim_eye *from,
                            const struct tool_aim_eye *to);

/* The tangents of a place of the first picture. */
void tool_aim_eye_pair_tangents(const struct tool_aim_eye_pair *pair, const double px[2],
                                double out[2]);

/* Where the second view shows a place of the first one, and how that changes with the inverse
 * depth, in pixels. False: behind the second eye. */
bool tool_aim_eye_pair_project(const struct tool_aim_eye_pair *pair, const double tangents[2],
                               double inverse, double out_px[2], double out_change[2]);

/* ---- Depth ---- */

/* Says why there is no point. Returns false. */
bool tool_aim_refuse(struct tool_aim_point *out, const char *format, ...) US_FORMAT(2, 3);

/* The point that a view shows at a place, whose tangents these are, by its inverse depth and the
 * standard deviation of that. The score is the caller's. False, and why. */
bool tool_aim_conclude(const struct tool_aim_view *view, struct tool_aim_at at,
                       const double tangents[2], double inverse, double deviation,
                       struct tool_aim_point *out);

/* As tool_aim_depth, by correlation alone. */
bool tool_aim_depth_of_patch(const struct tool_aim_eye eyes[2], struct tool_aim_at at,
                             const double half_px[2], struct tool_aim_point *out);

#endif
