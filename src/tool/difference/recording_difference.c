/* SPDX-License-Identifier: MIT */
#include "tool/difference/recording_difference.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/recording/format.h"
#include "session/session_reader.h"
#include "tool/difference/played_times.h"
#include "tool/difference/sample_difference.h"
#include "tool/recording/report.h"

/* One of the two files. */
struct side {
    const char *path;
    struct us_loaded_recording loaded;
    struct tool_played_times played;
    double start_s, duration_s;
    size_t next, next_marker;
};

bool tool_recording_difference_is(const char *path)
{
    struct us_file file;
    uint8_t bytes[8];
    uint64_t magic = 0;
    if (us_file_open(path, &file, NULL) != US_OK)
        return false;
    bool is_session = us_session_reader_is_mcap(&file);
    if (us_file_get(&file, 0, bytes, sizeof bytes))
        for (unsigned i = sizeof bytes; i-- > 0;)
            magic = magic << 8 | bytes[i];
    us_file_close(&file);
    return is_session || magic == US_FORMAT_MAGIC;
}

static bool open_side(struct side *side, const char *path, bool headerless)
{
    const bool lacks_header = headerless && !tool_recording_difference_is(path);
    *side = (struct side){.path = path};
    if (!tool_report_open(path, lacks_header, false, &side->loaded))
        return false;
    us_sampler_set_wait(side->loaded.sampler, true);
    side->start_s = us_recording_start_s(&side->loaded.recording);
    side->duration_s = fmax(0.0, side->loaded.recording.last_key_s - side->start_s);
    if (tool_played_times_read(&side->played, path, lacks_header, &side->loaded))
        return true;
    tool_played_times_finish(&side->played);
    us_loaded_recording_close(&side->loaded);
    return false;
}

static void close_side(struct side *side)
{
    tool_played_times_finish(&side->played);
    us_loaded_recording_close(&side->loaded);
}

/* ---- The times ---- */

/* The next time from the start of playback; infinite if there is none. */
static double next_time_s(struct side *side)
{
    const struct tool_row_times *times = &side->played.times;
    while (side->next < times->count && times->at_s[side->next] < side->start_s)
        side->next++;
    return side->next < times->count ? times->at_s[side->next] - side->start_s : (double)INFINITY;
}

static void compare_at(struct tool_difference *out, const struct side *a, double a_s,
                       const struct side *b, double b_s)
{
    tool_difference_begin_time(out, fmax(a_s, b_s));
    tool_sample_difference_add(out, &a->loaded, a->start_s + a_s, &b->loaded, b->start_s + b_s);
    tool_difference_end_time(out);
}

/* Goes past the times up to `near_s`, and returns the last of them; `least_s` if there is none. A
 * file that keeps the value before a step until just before it has two times there. */
static double take_times(struct side *side, double near_s, double least_s)
{
    double taken_s = least_s;
    while (next_time_s(side) <= near_s) {
        taken_s = next_time_s(side);
        side->next++;
    }
    return taken_s;
}

static void compare_times(struct tool_difference *out, struct side *a, struct side *b)
{
    const double end_s = fmin(a->duration_s, b->duration_s);
    const double later_s = fmax(fabs(a->start_s), fabs(b->start_s));
    double least_s = fmin(next_time_s(a), next_time_s(b));
    while (least_s <= end_s && !us_sampler_error(a->loaded.sampler, NULL) &&
           !us_sampler_error(b->loaded.sampler, NULL)) {
        const double near_s = least_s + tool_played_times_tolerance_s(least_s + later_s);
        const double a_s = take_times(a, near_s, least_s);
        compare_at(out, a, a_s, b, take_times(b, near_s, least_s));
        least_s = fmin(next_time_s(a), next_time_s(b));
    }
}

/* ---- The markers ---- */

static const struct tool_played_marker *next_marker(struct side *side, double last_s)
{
    while (side->next_marker < side->played.marker_count &&
           side->played.markers[side->next_marker].at_s < side->start_s)
        side->next_marker++;
    if (side->next_marker >= side->played.marker_count)
        return NULL;
    const struct tool_played_marker *marker = &side->played.markers[side->next_marker];
    return marker->at_s - side->start_s <= last_s ? marker : NULL;
}

/* One of the two may be NULL. */
static void compare_marker(struct tool_difference *out, double at_s,
                           const struct tool_played_marker *a, const struct tool_played_marker *b)
{
    char a_text[TOOL_DIFFERENCE_TEXT] = "no marker", b_text[TOOL_DIFFERENCE_TEXT] = "no marker";
    struct tool_difference_facts *facts = &out->channels[TOOL_DIFFERENCE_MARKERS];
    if (a != NULL)
        snprintf(a_text, sizeof a_text, "'%.300s'", a->name);
    if (b != NULL)
        snprintf(b_text, sizeof b_text, "'%.300s'", b->name);
    facts->a += a != NULL;
    facts->b += b != NULL;
    if (a != NULL && b != NULL && strcmp(a->name, b->name) == 0)
        return;
    tool_difference_begin_time(out, at_s);
    tool_difference_words(out, TOOL_DIFFERENCE_MARKERS, "", "name", a_text, b_text);
    facts->differing++;
}

static void compare_markers(struct tool_difference *out, struct side *a, struct side *b,
                            double last_s)
{
    const struct tool_played_marker *of_a = next_marker(a, last_s), *of_b = next_marker(b, last_s);
    while (of_a != NULL || of_b != NULL) {
        const double a_s = of_a != NULL ? of_a->at_s - a->start_s : (double)INFINITY;
        const double b_s = of_b != NULL ? of_b->at_s - b->start_s : (double)INFINITY;
        const double least_s = fmin(a_s, b_s);
        const double near_s = least_s + tool_played_times_tolerance_s(
                                            least_s + fmax(fabs(a->start_s), fabs(b->start_s)));
        const bool takes_a = a_s <= near_s, takes_b = b_s <= near_s;
        compare_marker(out, least_s, takes_a ? of_a : NULL, takes_b ? of_b : NULL);
        a->next_marker += takes_a;
        b->next_marker += takes_b;
        of_a = next_marker(a, last_s);
        of_b = next_marker(b, last_s);
    }
}

/* ---- All ---- */

static bool is_read(const struct side *side)
{
    struct us_error error;
    if (!us_sampler_error(side->loaded.sampler, &error))
        return true;
    tool_report_failure(side->path, false, &error);
    return false;
}

static bool compare(struct tool_difference *out, struct side *a, struct side *b, bool common)
{
    const double longest_s = fmax(a->duration_s, b->duration_s);
    const double tolerance_s = tool_played_times_tolerance_s(longest_s + fabs(a->start_s));
    out->a_is_session = a->loaded.session != NULL;
    out->b_is_session = b->loaded.session != NULL;
    out->a_duration_s = a->duration_s;
    out->b_duration_s = b->duration_s;
    out->durations_differ = !common && fabs(a->duration_s - b->duration_s) > tolerance_s;
    compare_times(out, a, b);
    compare_markers(out, a, b,
                    common ? fmin(a->duration_s, b->duration_s) + tolerance_s : (double)INFINITY);
    return is_read(a) && is_read(b);
}

bool tool_recording_difference_find(struct tool_difference *out, const char *a_path,
                                    const char *b_path,
                                    const struct tool_recording_difference_options *options)
{
    struct side a, b;
    *out = (struct tool_difference){.allow = options->allow};
    if (!open_side(&a, a_path, options->headerless))
        return false;
    if (!open_side(&b, b_path, options->headerless)) {
        close_side(&a);
        return false;
    }
    bool is_compared = compare(out, &a, &b, options->common);
    close_side(&a);
    close_side(&b);
    return is_compared;
}
