/* SPDX-License-Identifier: MIT */
/*
 * drawing: an image file, PNG or SVG by the suffix of its name, that cairo draws. Lengths are
 * pixels of the PNG or units of the SVG; x goes right, y goes down.
 */
#ifndef TOOL_DRAWING_H
#define TOOL_DRAWING_H

#include <cairo.h>
#include <stdbool.h>

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

#endif
