/* SPDX-License-Identifier: MIT */
/*
 * solids: capsules, balls and faces in the world, drawn from far to near.
 */
#ifndef TOOL_SOLIDS_H
#define TOOL_SOLIDS_H

#include "tool/drawing/drawing.h"
#include "tool/drawing/view_camera.h"

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

/* A capsule is what is nearer to a segment than its radius; a ball has the same point twice. What
 * does not fit into the list is left out. */
void tool_solids_add_capsule(struct tool_solids *solids, struct us_vec3 from, struct us_vec3 to,
                             double radius_m, struct tool_colour colour, double alpha);
void tool_solids_add_face(struct tool_solids *solids,
                          const struct us_vec3 corners[TOOL_FACE_CORNERS],
                          struct tool_colour colour, double alpha);

/* Draws all of them. */
void tool_solids_draw(struct tool_solids *solids, const struct tool_drawing *drawing);

#endif
