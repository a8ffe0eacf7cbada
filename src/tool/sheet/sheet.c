/* SPDX-License-Identifier: MIT */
#include "tool/sheet/sheet.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/path.h"
#include "tool/cli/command.h"
#include "tool/cli/text.h"
#include "tool/sheet/drawing.h"
#include "tool/recording/samples.h"
#include "tool/sheet/plots.h"

enum {
    WIDTH = 1280,
    MARGIN = 32,
    TITLE = 64,
    PANEL_HEIGHT = 216,
    CAPTION = 46,
    ROW = PANEL_HEIGHT + CAPTION
};

/* All that a sheet shows. */
struct sheet {
    const struct us_loaded_recording *loaded;
    const struct tool_sheet_request *request;
    struct tool_sheet_pictures *pictures; /* NULL: none */
    struct tool_sheet_pictures of_run;
    unsigned columns;               /* of moments */
    double cell_width, panel_width; /* of a moment, and of one of its panels */
    struct tool_moments moments;
    struct us_frame_sample frames[TOOL_MOMENTS_MOST];
    struct tool_tracks tracks;
    double scale; /* pixels per metre; the same for all moments */
    struct tool_solids solids;
};

/* A camera that shows a moment in the middle of a panel at (x, y). */
static struct tool_figure_camera aim(const struct sheet *sheet, const struct us_frame_sample *frame,
                                     enum tool_figure_side side, double x, double y, double scale)
{
    struct us_pose head = frame->head.motion.pose;
    struct tool_figure_camera camera =
        tool_figure_camera_make(head, side, head.position_m, 0.0, 0.0, scale);
    struct tool_figure_box box = tool_figure_bounds(frame, &camera);
    camera.x = x + 0.5 * sheet->panel_width - 0.5 * (box.left + box.right);
    camera.y = y + 0.5 * PANEL_HEIGHT - 0.5 * (box.top + box.bottom);
    return camera;
}

/* The largest scale at which a moment fits into its panels. */
static double fit(const struct sheet *sheet, const struct us_frame_sample *frame)
{
    double scale = 240.0;
    for (enum tool_figure_side side = TOOL_FIGURE_FRONT; side <= TOOL_FIGURE_SIDE; side++) {
        struct tool_figure_camera camera = aim(sheet, frame, side, 0.0, 0.0, 1.0);
        struct tool_figure_box box = tool_figure_bounds(frame, &camera);
        scale = fmin(scale, (sheet->panel_width - 8.0) / (box.right - box.left));
        scale = fmin(scale, (PANEL_HEIGHT - 8.0) / (box.bottom - box.top));
    }
    return scale;
}

/* A line of 0.25 m. */
static void draw_scale(const struct tool_drawing *drawing, const struct sheet *sheet, double x,
                       double y)
{
    tool_drawing_colour(drawing, tool_colour_faint, 1.0);
    tool_drawing_line(drawing, x, y, x + 0.25 * sheet->scale, y, 1.5);
    tool_drawing_text(drawing, x, y - 4.0, 60.0, 9.0, TOOL_ALIGN_LEFT, "25 cm");
}

/* The world's axes: X red, Y green, Z blue. */
static void draw_axes(const struct tool_drawing *drawing, const struct tool_figure_camera *camera,
                      double x, double y)
{
    static const struct tool_colour colours[] = {
        {0.8, 0.2, 0.2}, {0.2, 0.6, 0.2}, {0.2, 0.35, 0.8}};
    const struct us_vec3 axes[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (unsigned i = 0; i < 3; i++) {
        tool_drawing_colour(drawing, colours[i], 1.0);
        tool_drawing_line(drawing, x, y, x + 13.0 * (double)us_vec3_dot(axes[i], camera->right),
                          y - 13.0 * (double)us_vec3_dot(axes[i], camera->up), 1.6);
    }
}

static void draw_panel(const struct tool_drawing *drawing, struct sheet *sheet, unsigned moment,
                       enum tool_figure_side side, double x, double y)
{
    const struct us_frame_sample *frame = &sheet->frames[moment];
    struct tool_figure_camera camera = aim(sheet, frame, side, x, y, sheet->scale);
    cairo_save(drawing->cairo);
    cairo_rectangle(drawing->cairo, x, y, sheet->panel_width, PANEL_HEIGHT);
    cairo_clip(drawing->cairo);
    tool_drawing_colour(drawing, tool_colour_faint, 0.09);
    tool_drawing_box(drawing, x, y, sheet->panel_width, PANEL_HEIGHT);
    sheet->solids.camera = &camera;
    sheet->solids.count = 0;
    tool_figure_add(&sheet->solids, frame);
    tool_solids_draw(&sheet->solids, drawing);
    draw_axes(drawing, &camera, x + sheet->panel_width - 20.0, y + PANEL_HEIGHT - 18.0);
    if (side == TOOL_FIGURE_FRONT)
        draw_scale(drawing, sheet, x + 8.0, y + PANEL_HEIGHT - 8.0);
    cairo_restore(drawing->cairo);
}

/* "tracked, pinching" */
static const char *words_of(const struct us_frame_sample *frame, unsigned hand)
{
    if (tool_figure_shows_hand(&frame->hands[hand]))
        return frame->hands[hand].pinching ? "pinching" : "tracked";
    if (tool_figure_shows_controller(&frame->controllers[hand]))
        return "controller";
    return frame->hands[hand].how == US_HOW_ABSENT ? "not recorded" : "not tracked";
}

static void draw_picture(const struct tool_drawing *drawing, const struct sheet *sheet,
                         unsigned moment, double x, double y)
{
    const struct tool_sheet_picture *picture =
        tool_sheet_pictures_at(sheet->pictures, sheet->moments.list[moment].time_s);
    char path[PATH_MAX];
    tool_drawing_colour(drawing, tool_colour_faint, 0.09);
    tool_drawing_box(drawing, x, y, sheet->panel_width, PANEL_HEIGHT);
    if (picture != NULL &&
        snprintf(path, sizeof path, "%s/pictures/%s", sheet->pictures->folder, picture->name) <
            (int)sizeof path &&
        tool_drawing_picture(drawing, path, x, y, sheet->panel_width, PANEL_HEIGHT))
        return;
    tool_drawing_colour(drawing, tool_colour_text, 1.0);
    tool_drawing_text(drawing, x + 0.5 * sheet->panel_width, y + 0.5 * PANEL_HEIGHT,
                      sheet->panel_width, 11.0, TOOL_ALIGN_CENTRE, "no picture");
}

static void draw_moment(const struct tool_drawing *drawing, struct sheet *sheet, unsigned moment,
                        double x, double y)
{
    const struct us_frame_sample *frame = &sheet->frames[moment];
    char text[TOOL_MOMENTS_NAME + 64];
    if (sheet->pictures != NULL)
        draw_picture(drawing, sheet, moment, x + 2.0 * (sheet->panel_width + 2.0), y);
    draw_panel(drawing, sheet, moment, TOOL_FIGURE_FRONT, x, y);
    draw_panel(drawing, sheet, moment, TOOL_FIGURE_SIDE, x + sheet->panel_width + 2.0, y);
    snprintf(text, sizeof text, "%.3f s  %s", sheet->moments.list[moment].time_s,
             sheet->moments.list[moment].name);
    tool_drawing_colour(drawing, tool_colour_text, 1.0);
    tool_drawing_text(drawing, x, y + PANEL_HEIGHT + 16.0, 2.0 * sheet->panel_width, 13.0,
                      TOOL_ALIGN_LEFT, text);
    for (unsigned hand = 0; hand < US_HAND_COUNT; hand++) {
        snprintf(text, sizeof text, "%s %s", us_hand_name((enum us_hand)hand),
                 words_of(frame, hand));
        tool_drawing_colour(drawing, hand == US_HAND_LEFT ? tool_colour_left : tool_colour_right,
                            1.0);
        tool_drawing_text(drawing, x + hand * sheet->panel_width, y + PANEL_HEIGHT + 31.0,
                          sheet->panel_width, 11.0, TOOL_ALIGN_LEFT, text);
    }
}

static void draw_title(const struct tool_drawing *drawing, const struct sheet *sheet)
{
    const struct us_recording *recording = &sheet->loaded->recording;
    const struct tool_tracks *tracks = &sheet->tracks;
    char text[256];
    snprintf(text, sizeof text,
             "%.3f s of the head%s%s%s; each moment from the front and from the right%s%s",
             tracks->to_s - tracks->from_s, tracks->has_joints ? ", hands" : "",
             tracks->has_controllers ? ", controllers" : "", tracks->has_gaze ? ", eyes" : "",
             sheet->pictures != NULL ? ", and what the app drew" : "",
             recording->marker_count > TOOL_MOMENTS_MOST ? "; not all markers are drawn" : "");
    tool_drawing_colour(drawing, tool_colour_text, 1.0);
    tool_drawing_text(drawing, MARGIN, 34.0, WIDTH - 2.0 * MARGIN, 20.0, TOOL_ALIGN_LEFT,
                      us_path_name(sheet->request->name));
    tool_drawing_text(drawing, MARGIN, 53.0, WIDTH - 2.0 * MARGIN, 12.0, TOOL_ALIGN_LEFT, text);
}

static double rows_height(const struct sheet *sheet)
{
    return (double)ROW * ((sheet->moments.count + sheet->columns - 1) / sheet->columns);
}

static void draw(const struct tool_drawing *drawing, struct sheet *sheet)
{
    draw_title(drawing, sheet);
    for (unsigned i = 0; i < sheet->moments.count; i++)
        draw_moment(drawing, sheet, i, MARGIN + sheet->cell_width * (i % sheet->columns),
                    TITLE + (double)ROW * (i / sheet->columns));
    tool_plots_draw(drawing, &sheet->tracks, &sheet->moments, MARGIN,
                    TITLE + rows_height(sheet) + 8.0);
}

static void fill(struct sheet *sheet)
{
    us_sampler_set_wait(sheet->loaded->sampler, true);
    sheet->scale = INFINITY;
    tool_tracks_fill(sheet->loaded, &sheet->tracks);
    for (unsigned i = 0; i < sheet->moments.count; i++) {
        tool_sample_still(sheet->loaded, sheet->moments.list[i].time_s, &sheet->frames[i]);
        sheet->scale = fmin(sheet->scale, fit(sheet, &sheet->frames[i]));
    }
    sheet->scale = fmax(sheet->scale, 60.0);
}

static void lay_out(struct sheet *sheet)
{
    bool has_pictures = sheet->pictures != NULL;
    sheet->columns = has_pictures ? 2 : 3;
    sheet->cell_width = (WIDTH - 2.0 * MARGIN) / sheet->columns;
    sheet->panel_width = sheet->cell_width / (has_pictures ? 3.0 : 2.0) - 6.0;
}

/* Chooses what to draw. */
static int prepare(struct sheet *sheet)
{
    const struct tool_sheet_request *request = sheet->request;
    const char *name = us_path_name(request->name);
    struct us_error error;
    if (sheet->pictures != NULL &&
        !tool_sheet_pictures_read(request->run, request->command, sheet->pictures))
        return TOOL_EXIT_USAGE;
    if (sheet->pictures != NULL && sheet->pictures->played[0] != '\0' &&
        strcmp(sheet->pictures->played, name) != 0)
        tool_text_complain("%s: the run in %s played %s, and not %s: its pictures may show other "
                           "movements",
                           request->command, request->run, sheet->pictures->played, name);
    if (!tool_moments_choose(&sheet->loaded->recording, request->at, sheet->pictures,
                             request->command, &sheet->moments))
        return TOOL_EXIT_USAGE;
    lay_out(sheet);
    fill(sheet);
    if (!us_sampler_error(sheet->loaded->sampler, &error))
        return TOOL_EXIT_OK;
    tool_text_complain("%s: %s: %s", request->command, request->name, error.text);
    return TOOL_EXIT_RECORDING;
}

static int no_memory(const struct tool_sheet_request *request)
{
    tool_text_complain("%s: memory ran out", request->command);
    return TOOL_EXIT_OUTPUT;
}

static int write_sheet(struct sheet *sheet)
{
    const char *output = sheet->request->output;
    struct tool_drawing drawing;
    int code = prepare(sheet);
    if (code != TOOL_EXIT_OK)
        return code;
    double height = TITLE + rows_height(sheet) + 8.0 + tool_plots_height(&sheet->tracks) + 8.0;
    bool is_svg = strcmp(strrchr(output, '.'), ".svg") == 0;
    if (!tool_drawing_begin(is_svg, WIDTH, height, &drawing))
        return no_memory(sheet->request);
    draw(&drawing, sheet);
    bool is_written = tool_drawing_end(&drawing, sheet->request->command, output);
    return is_written ? TOOL_EXIT_OK : TOOL_EXIT_OUTPUT;
}

int tool_sheet_write(const struct us_loaded_recording *loaded,
                     const struct tool_sheet_request *request)
{
    struct sheet *sheet = calloc(1, sizeof *sheet);
    if (sheet == NULL)
        return no_memory(request);
    sheet->loaded = loaded;
    sheet->request = request;
    sheet->pictures = request->run != NULL ? &sheet->of_run : NULL;
    const int code = write_sheet(sheet);
    free(sheet);
    return code;
}
