/* SPDX-License-Identifier: MIT */
#include "tool/drawing/solids.h"

#include <stdlib.h>

static struct tool_solid *add(struct tool_solids *solids, struct tool_colour colour, double alpha)
{
    if (solids->count == TOOL_SOLIDS_MOST)
        return NULL;
    struct tool_solid *solid = &solids->list[solids->count++];
    *solid = (struct tool_solid){.colour = colour, .alpha = alpha};
    return solid;
}

void tool_solids_add_capsule(struct tool_solids *solids, struct us_vec3 from, struct us_vec3 to,
                             double radius_m, struct tool_colour colour, double alpha)
{
    struct tool_solid *solid = add(solids, colour, alpha);
    if (solid == NULL)
        return;
    solid->corners[0] = tool_view_camera_project(solids->camera, from);
    solid->corners[1] = tool_view_camera_project(solids->camera, to);
    solid->radius = radius_m * solids->camera->scale;
    solid->depth = (solid->corners[0].depth + solid->corners[1].depth) / 2.0;
}

void tool_solids_add_face(struct tool_solids *solids,
                          const struct us_vec3 corners[TOOL_FACE_CORNERS],
                          struct tool_colour colour, double alpha)
{
    struct tool_solid *solid = add(solids, colour, alpha);
    for (unsigned i = 0; solid != NULL && i < TOOL_FACE_CORNERS; i++) {
        solid->corners[i] = tool_view_camera_project(solids->camera, corners[i]);
        solid->depth += solid->corners[i].depth / TOOL_FACE_CORNERS;
    }
}

static int by_depth(const void *a, const void *b)
{
    double first = ((const struct tool_solid *)a)->depth;
    double second = ((const struct tool_solid *)b)->depth;
    return (first > second) - (first < second);
}

/* The colour on a white page, darker (factor < 1) or as it is. Opaque, so that capsules that
 * overlap do not show through each other. */
static void set_colour(const struct tool_drawing *drawing, const struct tool_solid *solid,
                       double factor)
{
    double white = 1.0 - solid->alpha, share = solid->alpha * factor;
    struct tool_colour colour = {white + share * solid->colour.red,
                                 white + share * solid->colour.green,
                                 white + share * solid->colour.blue};
    tool_drawing_colour(drawing, colour, 1.0);
}

static void draw_capsule(const struct tool_drawing *drawing, const struct tool_solid *solid)
{
    const struct tool_view_point *a = &solid->corners[0], *b = &solid->corners[1];
    /* A line of no length would draw nothing. */
    double x = b->x, y = a->x == b->x && a->y == b->y ? b->y + 0.01 : b->y;
    set_colour(drawing, solid, 0.6);
    tool_drawing_line(drawing, a->x, a->y, x, y, 2.0 * solid->radius + 1.2);
    set_colour(drawing, solid, 1.0);
    tool_drawing_line(drawing, a->x, a->y, x, y, 2.0 * solid->radius);
}

static void draw_face(const struct tool_drawing *drawing, const struct tool_solid *solid)
{
    cairo_move_to(drawing->cairo, solid->corners[0].x, solid->corners[0].y);
    for (unsigned i = 1; i < TOOL_FACE_CORNERS; i++)
        cairo_line_to(drawing->cairo, solid->corners[i].x, solid->corners[i].y);
    cairo_close_path(drawing->cairo);
    tool_drawing_colour(drawing, solid->colour, solid->alpha);
    cairo_fill_preserve(drawing->cairo);
    cairo_set_line_width(drawing->cairo, 0.8);
    tool_drawing_colour(drawing, solid->colour, 1.0);
    cairo_stroke(drawing->cairo);
}

void tool_solids_draw(struct tool_solids *solids, const struct tool_drawing *drawing)
{
    qsort(solids->list, solids->count, sizeof solids->list[0], by_depth);
    for (unsigned i = 0; i < solids->count; i++) {
        if (solids->list[i].radius > 0.0)
            draw_capsule(drawing, &solids->list[i]);
        else
            draw_face(drawing, &solids->list[i]);
    }
}
