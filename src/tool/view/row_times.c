/* SPDX-License-Identifier: MIT */
#include "tool/view/row_times.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/keys/key_merge.h"
#include "tool/cli/text.h"
#include "tool/recording/report.h"
#include "tool/view/row_distance.h"

enum { WINDOW_SIZE = 4096, DEPTH_MOST = 12 };

void tool_row_times_add(struct tool_row_times *times, double at_s)
{
    if (times->is_failed || (times->count > 0 && at_s <= times->at_s[times->count - 1]))
        return;
    if (times->count == times->room) {
        size_t room = 2 * times->room + 1024;
        double *list = realloc(times->at_s, room * sizeof(*list));
        times->is_failed = list == NULL;
        if (list == NULL)
            return;
        times->at_s = list;
        times->room = room;
    }
    times->at_s[times->count++] = at_s;
}

/* ---- The keys of a file of curves ---- */

struct merge {
    struct us_key_merge keys;
    struct us_curve_reader readers[US_CURVE_COUNT];
    uint8_t windows[US_CURVE_COUNT][WINDOW_SIZE];
};

static void merge_keys(struct tool_row_times *times, struct merge *merge,
                       const struct tool_report_survey *survey)
{
    uint32_t count = 0;
    float at_s;
    for (unsigned i = 0; i < US_CURVE_COUNT; i++)
        if (survey->index.head.curves[i].key_count > 0) {
            us_curve_reader_init(&merge->readers[count], &survey->file, &survey->index, i,
                                 merge->windows[count], WINDOW_SIZE);
            count++;
        }
    us_key_merge_init(&merge->keys, merge->readers, count);
    while (us_key_merge_next(&merge->keys, &at_s))
        tool_row_times_add(times, (double)at_s);
}

bool tool_row_times_of_keys(struct tool_row_times *times, const char *path, bool headerless)
{
    struct tool_report_survey survey;
    if (!tool_report_survey_open(path, headerless, false, TOOL_REPORT_KEYS, &survey))
        return false;
    struct merge *merge = malloc(sizeof(*merge));
    if (merge != NULL)
        merge_keys(times, merge, &survey);
    else
        times->is_failed = true;
    free(merge);
    tool_report_survey_close(&survey);
    return true;
}

/* ---- Fewer and more ---- */

void tool_row_times_limit(struct tool_row_times *times, double from_s, double to_s)
{
    struct tool_row_times out = {0};
    double least_s = (to_s - from_s) / TOOL_ROW_TIMES_MOST;
    for (size_t i = 0; i < times->count; i++)
        out.frames += times->at_s[i] >= from_s && times->at_s[i] <= to_s;
    out.is_thinned = out.frames > TOOL_ROW_TIMES_MOST;
    tool_row_times_add(&out, from_s);
    for (size_t i = 0; i < times->count; i++)
        if (times->at_s[i] < to_s &&
            (!out.is_thinned || times->at_s[i] >= out.at_s[out.count - 1] + least_s))
            tool_row_times_add(&out, times->at_s[i]);
    tool_row_times_add(&out, to_s);
    out.is_failed = out.is_failed || times->is_failed;
    tool_row_times_finish(times);
    *times = out;
}

/* Adds the times between a, which is in the list, and b, which is not yet. */
static void refine_between(struct tool_row_times *out, const struct us_loaded_recording *loaded,
                           double a_s, double b_s, unsigned depth)
{
    if (depth == DEPTH_MOST || out->count > 2 * (size_t)TOOL_ROW_TIMES_MOST ||
        tool_row_distance_m(loaded, a_s, b_s) <= TOOL_ROW_TIMES_STRAIGHT_M)
        return;
    double middle_s = 0.5 * (a_s + b_s);
    refine_between(out, loaded, a_s, middle_s, depth + 1);
    tool_row_times_add(out, middle_s);
    refine_between(out, loaded, middle_s, b_s, depth + 1);
}

void tool_row_times_refine(struct tool_row_times *times, const struct us_loaded_recording *loaded)
{
    if (times->is_thinned || times->count == 0)
        return;
    struct tool_row_times out = {.frames = times->frames, .is_failed = times->is_failed};
    tool_row_times_add(&out, times->at_s[0]);
    for (size_t i = 1; i < times->count; i++) {
        refine_between(&out, loaded, times->at_s[i - 1], times->at_s[i], 0);
        tool_row_times_add(&out, times->at_s[i]);
    }
    tool_row_times_finish(times);
    *times = out;
}

void tool_row_times_finish(struct tool_row_times *times)
{
    free(times->at_s);
    *times = (struct tool_row_times){0};
}
