/* SPDX-License-Identifier: MIT */
/*
 * drawing: an image file, PNG or SVG by the suffix of its name, that cairo draws. Lengths are
 * pixels of the PNG or units of the SVG; x goes right, y goes down.
 */
#ifndef TOOL_DRAWING_H
#define TOOL_DRAWING_H

#include <cairo.h>
#include <stdbool.h>

#include "core/base/pose.h"
#include "core/sampler/sample.h"

struct tool_colour {
    double red, green, blue; /* sRGB, 0 to 1 */
};

extern const struct tool_colour tool_colour_text, tool_colour_faint, tool_colour_left,
    tool_colour_right, tool_colour_gaze, tool_colour_head;

struct tool_drawing_file;

struct tool_drawing {
    cairo_t *cairo;
    struct tool_drawing_file *file;
};

/* Begins a white image. False if memory runs out. */
bool tool_drawing_begin(bool is_svg, double width, double height, struct tool_drawing *out);

/* Writes the file: the whole image, or nothing. Frees the drawing. Prints what is wrong, after the
 * name of the command, and returns false if it cannot be written. */
bool tool_drawing_end(struct tool_drawing *drawing, const char *command, const char *path);

void tool_drawing_colour(const struct tool_drawing *drawing, struct tool_colour colour,
                         double alpha);

enum tool_align { TOOL_ALIGN_LEFT, TOOL_ALIGN_CENTRE, TOOL_ALIGN_RIGHT };

/* A line of text at a baseline. Characters that are not UTF-8 become '?', and a text that is wider
 * than `width` ends with three dots. */
void tool_drawing_text(const struct tool_drawing *drawing, double x, double y, double width,
                       double size, enum tool_align align, const char *text);

/* A straight line with round ends, in the colour that is set. */
void tool_drawing_line(const struct tool_drawing *drawing, double x, double y, double x2, double y2,
                       double width);

/* A filled rectangle, in the colour that is set. */
void tool_drawing_box(const struct tool_drawing *drawing, double x, double y, double width,
                      double height);

/* A PNG file, as large as fits into a rectangle, in its middle. False: it cannot be read. */
bool tool_drawing_picture(const struct tool_drawing *drawing, const char *path, double x, double y,
                          double width, double height);

/*
 * figure: draws a person: the camera, the solids of a body, and the figure made of them.
 *
 * view_camera: an orthographic camera that looks at a person. Pure. The world is OpenXR's:
 * right-handed, +Y up, metres.
 */

struct tool_figure_camera {
    struct us_vec3 right, up, toward; /* of the image, in the world; unit and orthogonal */
    struct us_vec3 centre;            /* the point that is shown at (x, y) */
    double x, y, scale;               /* pixels, pixels per metre */
};

struct tool_figure_point {
    double x, y;  /* pixels */
    double depth; /* metres; a larger one is nearer to the viewer */
};

enum tool_figure_side { TOOL_FIGURE_FRONT, TOOL_FIGURE_SIDE };

/*
 * A camera that sees a head from its front, or from its right side, 15 degrees from above. Only the
 * head's heading counts, not whether it looks up or down or is tilted. If the head looks straight
 * up or down, -Z is its front. `x`, `y`, `scale` and `centre` are those of the caller.
 */
struct tool_figure_camera tool_figure_camera_make(struct us_pose head, enum tool_figure_side side,
                                                  struct us_vec3 centre, double x, double y,
                                                  double scale);

struct tool_figure_point tool_figure_camera_project(const struct tool_figure_camera *camera,
                                                    struct us_vec3 point);

/*
 * solids: capsules, balls and faces in the world, drawn from far to near.
 */

enum { TOOL_SOLIDS_MOST = 256, TOOL_FACE_CORNERS = 4 };

struct tool_solid {
    struct tool_figure_point corners[TOOL_FACE_CORNERS]; /* of a capsule: its two ends */
    double radius; /* of a capsule, in pixels; 0: a face with four corners */
    double depth;
    struct tool_colour colour;
    double alpha;
};

struct tool_solids {
    const struct tool_figure_camera *camera;
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
                                          const struct tool_figure_camera *camera);

/* Whether a hand has joints to show. */
bool tool_figure_shows_hand(const struct us_hand_sample *hand);

/* Whether a controller has a grip or an aim pose to show. */
bool tool_figure_shows_controller(const struct us_controller_sample *controller);

/* Adds what the frame holds. A hand that is not tracked is left out; joints that are valid and not
 * tracked are pale. */
void tool_figure_add(struct tool_solids *solids, const struct us_frame_sample *frame);

#endif
