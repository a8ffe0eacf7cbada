/* SPDX-License-Identifier: MIT */
#include "tool/sheet/plots.h"

#include <math.h>
#include <stdio.h>

enum { LABELS = 156, PLOT = 76, LANE = 18, GAP = 14, AXIS = 26, TICKS = 12 };

static const double text_size = 11.0;

struct series {
    const char *name;
    struct tool_colour colour;
    const float *values;
};

struct plot {
    const char *title;
    double least; /* the least range that the plot shows */
    bool is_shown;
    unsigned count;
    struct series series[3];
};

/* The axis of time. */
struct axis {
    const struct tool_drawing *drawing;
    double x, y, height; /* of the area for the plots */
    double from_s, to_s;
};

enum { PLOTS = 5 };
static void list_plots(const struct tool_tracks *tracks, struct plot out[PLOTS])
{
    const struct tool_colour up = {0.8, 0.475, 0.655}, ahead = {0.337, 0.706, 0.914};
    out[0] = (struct plot){"head (m)",
                           0.1,
                           tracks->has_head,
                           3,
                           {{"x", tool_colour_right, tracks->head_m[0]},
                            {"y", up, tracks->head_m[1]},
                            {"z", ahead, tracks->head_m[2]}}};
    out[1] = (struct plot){
        "head (degrees)",
        4.0,
        tracks->has_head,
        2,
        {{"left", tool_colour_head, tracks->head_degrees[0]}, {"up", up, tracks->head_degrees[1]}}};
    out[2] = (struct plot){"hand height (m)",
                           0.1,
                           tracks->has_hand[0] || tracks->has_hand[1],
                           2,
                           {{"left", tool_colour_left, tracks->hand_m[0]},
                            {"right", tool_colour_right, tracks->hand_m[1]}}};
    out[3] = (struct plot){
        "eyes (degrees)",
        4.0,
        tracks->has_gaze,
        2,
        {{"left", tool_colour_gaze, tracks->gaze_degrees[0]}, {"up", up, tracks->gaze_degrees[1]}}};
    out[4] = (struct plot){"trigger",
                           1.0,
                           tracks->has_trigger,
                           2,
                           {{"left", tool_colour_left, tracks->trigger[0]},
                            {"right", tool_colour_right, tracks->trigger[1]}}};
}

double tool_plots_height(const struct tool_tracks *tracks)
{
    struct plot plots[PLOTS];
    list_plots(tracks, plots);
    double height = AXIS + GAP;
    for (unsigned i = 0; i < PLOTS; i++)
        height += plots[i].is_shown ? PLOT + GAP : 0;
    for (unsigned hand = 0; hand < US_HAND_COUNT; hand++)
        height += tracks->has_hand[hand] ? LANE + GAP / 2 : 0;
    return height;
}

static double column_x(const struct axis *axis, double time_s)
{
    double length_s = axis->to_s - axis->from_s;
    double share = length_s > 0.0 ? (time_s - axis->from_s) / length_s : 0.0;
    return axis->x + share * (TOOL_TRACKS_COLUMNS - 1);
}

/* The smallest of 1, 2 and 5 times a power of ten that is not below `least`. */
static double round_step(double least)
{
    double power = pow(10.0, floor(log10(least)));
    double digits = least / power;
    return power * (digits <= 1.0 ? 1.0 : digits <= 2.0 ? 2.0 : digits <= 5.0 ? 5.0 : 10.0);
}

static void draw_time(const struct axis *axis)
{
    double step_s = round_step(fmax((axis->to_s - axis->from_s) / TICKS, 1e-3));
    int decimals = step_s < 0.01 ? 3 : step_s < 0.1 ? 2 : step_s < 1.0 ? 1 : 0;
    for (int i = 0; i <= 2 * TICKS; i++) {
        double time_s = (ceil(axis->from_s / step_s - 1e-9) + i) * step_s;
        if (time_s > axis->to_s + 1e-9 * step_s)
            return;
        char text[32];
        snprintf(text, sizeof text, "%.*f s", decimals, time_s);
        tool_drawing_colour(axis->drawing, tool_colour_faint, 0.35);
        tool_drawing_line(axis->drawing, column_x(axis, time_s), axis->y, column_x(axis, time_s),
                          axis->y + axis->height, 0.6);
        tool_drawing_colour(axis->drawing, tool_colour_text, 1.0);
        tool_drawing_text(axis->drawing, column_x(axis, time_s), axis->y + axis->height + 14.0,
                          80.0, text_size, TOOL_ALIGN_CENTRE, text);
    }
}

static void draw_moments(const struct axis *axis, const struct tool_moments *moments)
{
    const double dashes[] = {3.0, 3.0};
    cairo_set_dash(axis->drawing->cairo, dashes, 2, 0.0);
    tool_drawing_colour(axis->drawing, tool_colour_text, 0.55);
    for (unsigned i = 0; i < moments->count; i++) {
        double x = column_x(axis, moments->list[i].time_s);
        tool_drawing_line(axis->drawing, x, axis->y, x, axis->y + axis->height, 0.9);
    }
    cairo_set_dash(axis->drawing->cairo, NULL, 0, 0.0);
}

/* A bar while the hand is tracked, and a darker one while it pinches. */
static void draw_lane(const struct axis *axis, const struct tool_tracks *tracks, unsigned hand,
                      double y)
{
    struct tool_colour colour = hand == US_HAND_LEFT ? tool_colour_left : tool_colour_right;
    char name[64];
    snprintf(name, sizeof name, "%s tracked, pinching", us_hand_name((enum us_hand)hand));
    tool_drawing_colour(axis->drawing, tool_colour_text, 1.0);
    tool_drawing_text(axis->drawing, axis->x - 10.0, y + LANE - 5.0, LABELS - 10.0, text_size,
                      TOOL_ALIGN_RIGHT, name);
    for (unsigned column = 0; column < TOOL_TRACKS_COLUMNS; column++) {
        tool_drawing_colour(axis->drawing, colour, 0.3);
        if (tracks->is_tracked[hand][column])
            tool_drawing_box(axis->drawing, axis->x + column, y + 4.0, 1.0, LANE - 6.0);
        tool_drawing_colour(axis->drawing, colour, 1.0);
        if (tracks->is_pinching[hand][column])
            tool_drawing_box(axis->drawing, axis->x + column, y, 1.0, LANE);
    }
}

static void find_range(const struct plot *plot, double *out_low, double *out_high)
{
    *out_low = INFINITY;
    *out_high = -INFINITY;
    for (unsigned i = 0; i < plot->count; i++) {
        for (unsigned column = 0; column < TOOL_TRACKS_COLUMNS; column++) {
            double value = (double)plot->series[i].values[column];
            *out_low = isfinite(value) ? fmin(*out_low, value) : *out_low;
            *out_high = isfinite(value) ? fmax(*out_high, value) : *out_high;
        }
    }
    if (!(*out_low <= *out_high))
        *out_low = *out_high = 0.0;
    double range = *out_high - *out_low;
    double room = fmax(0.05 * range, 0.5 * (plot->least - range));
    *out_low -= room;
    *out_high += room;
}

static void draw_series(const struct axis *axis, const struct series *series, double y, double low,
                        double high)
{
    cairo_t *cairo = axis->drawing->cairo;
    bool is_open = false;
    cairo_new_path(cairo);
    for (unsigned column = 0; column < TOOL_TRACKS_COLUMNS; column++) {
        double value = (double)series->values[column];
        double at = y + PLOT * (high - value) / (high - low);
        if (isfinite(value) && is_open)
            cairo_line_to(cairo, axis->x + column, at);
        else if (isfinite(value))
            cairo_move_to(cairo, axis->x + column, at);
        is_open = isfinite(value);
    }
    tool_drawing_colour(axis->drawing, series->colour, 1.0);
    cairo_set_line_width(cairo, 1.4);
    cairo_stroke(cairo);
}

static void draw_number(const struct axis *axis, double y, double low, double high, double value)
{
    char text[32];
    snprintf(text, sizeof text, "%.*f", high - low < 2.0 ? 2 : high - low < 20.0 ? 1 : 0, value);
    tool_drawing_colour(axis->drawing, tool_colour_faint, 1.0);
    tool_drawing_text(axis->drawing, axis->x - 10.0, y, 60.0, text_size - 1.0, TOOL_ALIGN_RIGHT,
                      text);
}

static void draw_plot(const struct axis *axis, const struct plot *plot, double y)
{
    double low, high;
    find_range(plot, &low, &high);
    tool_drawing_colour(axis->drawing, tool_colour_faint, 0.08);
    tool_drawing_box(axis->drawing, axis->x, y, TOOL_TRACKS_COLUMNS, PLOT);
    draw_number(axis, y + 9.0, low, high, high);
    draw_number(axis, y + PLOT, low, high, low);
    tool_drawing_colour(axis->drawing, tool_colour_text, 1.0);
    tool_drawing_text(axis->drawing, axis->x - LABELS, y + 11.0, LABELS - 46.0, text_size,
                      TOOL_ALIGN_LEFT, plot->title);
    for (unsigned i = 0; i < plot->count; i++) {
        tool_drawing_colour(axis->drawing, plot->series[i].colour, 1.0);
        tool_drawing_text(axis->drawing, axis->x - LABELS + 4.0, y + 28.0 + 14.0 * i, 80.0,
                          text_size, TOOL_ALIGN_LEFT, plot->series[i].name);
        draw_series(axis, &plot->series[i], y, low, high);
    }
}

void tool_plots_draw(const struct tool_drawing *drawing, const struct tool_tracks *tracks,
                     const struct tool_moments *moments, double x, double y)
{
    struct plot plots[PLOTS];
    list_plots(tracks, plots);
    const struct axis axis = {drawing,        x + LABELS,  y, tool_plots_height(tracks) - AXIS,
                              tracks->from_s, tracks->to_s};
    draw_time(&axis);
    for (unsigned hand = 0; hand < US_HAND_COUNT; hand++) {
        if (!tracks->has_hand[hand])
            continue;
        draw_lane(&axis, tracks, hand, y);
        y += LANE + GAP / 2;
    }
    y += GAP / 2;
    for (unsigned i = 0; i < PLOTS; i++) {
        if (!plots[i].is_shown)
            continue;
        draw_plot(&axis, &plots[i], y);
        y += PLOT + GAP;
    }
    draw_moments(&axis, moments);
}
