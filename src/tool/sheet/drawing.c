/* SPDX-License-Identifier: MIT */
#include "tool/sheet/drawing.h"

#include <cairo-svg.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/bytes.h"
#include "core/base/text.h"
#include "tool/cli/text.h"
#include "tool/output/part_file.h"

/* Colours that people with any colour vision can tell apart (Okabe and Ito, 2008). */
const struct tool_colour tool_colour_text = {0.13, 0.14, 0.16},
                         tool_colour_faint = {0.6, 0.62, 0.65},
                         tool_colour_left = {0.0, 0.447, 0.698},
                         tool_colour_right = {0.835, 0.369, 0.0},
                         tool_colour_gaze = {0.0, 0.62, 0.451},
                         tool_colour_head = {0.35, 0.37, 0.4};

enum { TEXT_SIZE = 512 };

struct tool_drawing_file {
    cairo_surface_t *surface;
    bool is_svg;
    struct us_writer bytes;
};

static cairo_status_t keep(void *data, const unsigned char *bytes, unsigned length)
{
    struct us_writer *to = &((struct tool_drawing_file *)data)->bytes;
    us_writer_put(to, bytes, length);
    return to->failed ? CAIRO_STATUS_NO_MEMORY : CAIRO_STATUS_SUCCESS;
}

bool tool_drawing_begin(bool is_svg, double width, double height, struct tool_drawing *out)
{
    struct tool_drawing_file *file = calloc(1, sizeof *file);
    if (file == NULL)
        return false;
    file->is_svg = is_svg;
    file->surface = is_svg
                        ? cairo_svg_surface_create_for_stream(keep, file, width, height)
                        : cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)width, (int)height);
    *out = (struct tool_drawing){cairo_create(file->surface), file};
    cairo_select_font_face(out->cairo, "sans-serif", CAIRO_FONT_SLANT_NORMAL,
                           CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_source_rgb(out->cairo, 1.0, 1.0, 1.0);
    cairo_paint(out->cairo);
    cairo_set_line_cap(out->cairo, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_join(out->cairo, CAIRO_LINE_JOIN_ROUND);
    return true;
}

/* The bytes of the image are complete when the surface is finished. */
static cairo_status_t finish(struct tool_drawing *drawing)
{
    struct tool_drawing_file *file = drawing->file;
    cairo_status_t status = cairo_status(drawing->cairo);
    cairo_destroy(drawing->cairo);
    if (status == CAIRO_STATUS_SUCCESS && !file->is_svg)
        status = cairo_surface_write_to_png_stream(file->surface, keep, file);
    cairo_surface_finish(file->surface);
    if (status == CAIRO_STATUS_SUCCESS)
        status = cairo_surface_status(file->surface);
    cairo_surface_destroy(file->surface);
    return status;
}

bool tool_drawing_end(struct tool_drawing *drawing, const char *command, const char *path)
{
    struct tool_drawing_file *file = drawing->file;
    cairo_status_t status = finish(drawing);
    bool is_written = status == CAIRO_STATUS_SUCCESS &&
                      tool_part_file_write(path, file->bytes.bytes, file->bytes.size);
    if (status != CAIRO_STATUS_SUCCESS)
        tool_text_complain("%s: %s could not be drawn: %s", command, path,
                           cairo_status_to_string(status));
    us_writer_finish(&file->bytes);
    free(file);
    return is_written;
}

void tool_drawing_colour(const struct tool_drawing *drawing, struct tool_colour colour,
                         double alpha)
{
    cairo_set_source_rgba(drawing->cairo, colour.red, colour.green, colour.blue, alpha);
}

static double width_of(const struct tool_drawing *drawing, const char *text)
{
    cairo_text_extents_t extents;
    cairo_text_extents(drawing->cairo, text, &extents);
    return extents.x_advance;
}

/* Cuts a text, which has room for three more bytes, between two characters. */
static void fit(const struct tool_drawing *drawing, double width, char *text)
{
    size_t length = strlen(text);
    while (length > 0 && width_of(drawing, text) > width) {
        length = us_utf8_cut(text, length, length - 1);
        memcpy(text + length, "...", 4);
    }
}

void tool_drawing_text(const struct tool_drawing *drawing, double x, double y, double width,
                       double size, enum tool_align align, const char *text)
{
    char shown[TEXT_SIZE + 4];
    us_utf8_copy(shown, TEXT_SIZE, text, TEXT_SIZE);
    cairo_set_font_size(drawing->cairo, size);
    fit(drawing, width, shown);
    double used = width_of(drawing, shown);
    double left = align == TOOL_ALIGN_LEFT    ? x
                  : align == TOOL_ALIGN_RIGHT ? x - used
                                              : x - used / 2;
    cairo_move_to(drawing->cairo, left, y);
    cairo_show_text(drawing->cairo, shown);
}

void tool_drawing_line(const struct tool_drawing *drawing, double x, double y, double x2, double y2,
                       double width)
{
    cairo_set_line_width(drawing->cairo, width);
    cairo_move_to(drawing->cairo, x, y);
    cairo_line_to(drawing->cairo, x2, y2);
    cairo_stroke(drawing->cairo);
}

void tool_drawing_box(const struct tool_drawing *drawing, double x, double y, double width,
                      double height)
{
    cairo_rectangle(drawing->cairo, x, y, width, height);
    cairo_fill(drawing->cairo);
}

bool tool_drawing_picture(const struct tool_drawing *drawing, const char *path, double x, double y,
                          double width, double height)
{
    cairo_surface_t *picture = cairo_image_surface_create_from_png(path);
    double columns = cairo_image_surface_get_width(picture);
    double rows = cairo_image_surface_get_height(picture);
    bool is_read =
        cairo_surface_status(picture) == CAIRO_STATUS_SUCCESS && columns > 0.0 && rows > 0.0;
    if (is_read) {
        double scale = fmin(width / columns, height / rows);
        cairo_save(drawing->cairo);
        cairo_translate(drawing->cairo, x + 0.5 * (width - scale * columns),
                        y + 0.5 * (height - scale * rows));
        cairo_scale(drawing->cairo, scale, scale);
        cairo_set_source_surface(drawing->cairo, picture, 0.0, 0.0);
        cairo_paint(drawing->cairo);
        cairo_restore(drawing->cairo);
    }
    cairo_surface_destroy(picture);
    return is_read;
}
