/* SPDX-License-Identifier: MIT */
#include "tool/compare/recordings/recording_compare.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "session/session_reader.h"
#include "tool/cli/text.h"
#include "tool/recording/samples.h"

/* One of the two files. */
struct side {
    const char *path;
    struct us_loaded_recording loaded;
    struct tool_played_times played;
    double start_s, duration_s;
    size_t next, next_marker;
    bool has_frame; /* at the time that is compared; of curves: a key */
};

bool tool_recording_compare_is(const char *path)
{
    return tool_session_is(path) || tool_animation_start(path) != US_FORMAT_FOREIGN;
}

static void close_side(struct side *side)
{
    tool_played_times_finish(&side->played);
    us_loaded_recording_close(&side->loaded);
}

static void say_damage(const char *path, const struct us_session_reader *reader)
{
    const struct us_session_damage *damage = us_session_reader_damage(reader);
    if (damage->chunks > 0 || damage->messages > 0)
        tool_text_complain("%s is damaged (see 'understudy check'); what is whole is compared",
                           path);
    else if (!us_session_reader_summary(reader)->is_finished)
        tool_text_complain("%s was not finished; what it holds is compared", path);
}

static bool open_side(struct side *side, const char *path)
{
    static struct tool_inspection inspection;
    *side = (struct side){.path = path};
    if (!tool_inspection_open(path, false, TOOL_INSPECTION_KEYS, &inspection))
        return false;
    bool is_played = tool_played_times_read(&side->played, &inspection) &&
                     tool_inspection_play(&inspection, false, &side->loaded);
    if (is_played && side->loaded.session != NULL)
        say_damage(path, inspection.session.reader);
    tool_inspection_close(&inspection);
    if (is_played && tool_played_times_add_markers(&side->played, &side->loaded.recording)) {
        us_sampler_set_wait(side->loaded.sampler, true);
        side->start_s = us_recording_start_s(&side->loaded.recording);
        side->duration_s = fmax(0.0, side->loaded.recording.last_key_s - side->start_s);
        return true;
    }
    close_side(side);
    return false;
}

/* ---- The times ---- */

/* Steps that are closer than this count as one, at any time. */
#define STEP_S 1e-6

/* The next time from the start of playback; infinite if there is none. */
static double next_time_s(struct side *side)
{
    const struct tool_played_times *played = &side->played;
    while (side->next < played->count && played->times[side->next].at_s < side->start_s)
        side->next++;
    return side->next < played->count ? played->times[side->next].at_s - side->start_s
                                      : (double)INFINITY;
}

/* Goes past the times up to `near_s`, and returns the last of them; `last_s` if there is none. A
 * file that keeps the value before a step until just before it has two times there. */
static double take_times(struct side *side, double near_s, double last_s)
{
    double taken_s = last_s;
    while (next_time_s(side) <= near_s) {
        taken_s = next_time_s(side);
        side->has_frame |= side->played.times[side->next].is_frame;
        side->next++;
    }
    return taken_s;
}

/* Whether a file has a value at this time. An input animation file has curves, which have a value
 * at any time. A session recording has frames; between two frames the app got no values. */
static bool is_held(const struct side *side, const struct side *other)
{
    return side->loaded.session == NULL || side->has_frame || !other->has_frame;
}

/* Compares both files at the next time of either. */
static void compare_next(struct tool_recording_difference *out, struct side *a, struct side *b,
                         double least_s)
{
    const double later_s = fmax(fabs(a->start_s), fabs(b->start_s));
    const double tolerance_s = tool_played_times_tolerance_s(least_s + later_s);
    double near_s = least_s + tolerance_s;
    double a_s = least_s, b_s = least_s, last_s = least_s;
    a->has_frame = b->has_frame = false;
    while (fmin(next_time_s(a), next_time_s(b)) <= near_s) {
        a_s = take_times(a, near_s, a_s);
        b_s = take_times(b, near_s, b_s);
        last_s = fmax(a_s, b_s);
        /* A step in one file counts as the same time as the step in the other file. */
        near_s = fmin(last_s + STEP_S, least_s + 2.0 * tolerance_s);
    }
    out->a_alone += !is_held(b, a);
    out->b_alone += !is_held(a, b);
    if (!is_held(a, b) || !is_held(b, a))
        return;
    tool_recording_difference_begin_time(out, last_s);
    tool_sample_compare(out, &a->loaded, a->start_s + a_s, &b->loaded, b->start_s + b_s);
    tool_recording_difference_end_time(out);
}

static void compare_times(struct tool_recording_difference *out, struct side *a, struct side *b)
{
    const double end_s = fmin(a->duration_s, b->duration_s);
    double least_s = fmin(next_time_s(a), next_time_s(b));
    while (least_s <= end_s && !us_sampler_error(a->loaded.sampler, NULL) &&
           !us_sampler_error(b->loaded.sampler, NULL)) {
        compare_next(out, a, b, least_s);
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
static void compare_marker(struct tool_recording_difference *out, double at_s,
                           const struct tool_played_marker *a, const struct tool_played_marker *b)
{
    char a_text[TOOL_RECORDING_DIFFERENCE_TEXT] = "no marker",
         b_text[TOOL_RECORDING_DIFFERENCE_TEXT] = "no marker";
    struct tool_recording_difference_facts *facts =
        &out->channels[TOOL_RECORDING_DIFFERENCE_MARKERS];
    if (a != NULL)
        snprintf(a_text, sizeof a_text, "'%.300s'", a->name);
    if (b != NULL)
        snprintf(b_text, sizeof b_text, "'%.300s'", b->name);
    facts->a += a != NULL;
    facts->b += b != NULL;
    if (a != NULL && b != NULL && strcmp(a->name, b->name) == 0)
        return;
    tool_recording_difference_begin_time(out, at_s);
    tool_recording_difference_words(out, TOOL_RECORDING_DIFFERENCE_MARKERS, "", "name", a_text,
                                    b_text);
    facts->differing++;
}

static void compare_markers(struct tool_recording_difference *out, struct side *a, struct side *b,
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
    tool_inspection_say_failure(side->path, false, &error);
    return false;
}

static bool compare(struct tool_recording_difference *out, struct side *a, struct side *b,
                    bool common)
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

bool tool_recording_compare(struct tool_recording_difference *out, const char *a_path,
                            const char *b_path,
                            const struct tool_recording_compare_options *options)
{
    struct side a, b;
    *out = (struct tool_recording_difference){.allow = options->allow, .equal_s = (double)NAN};
    if (!open_side(&a, a_path))
        return false;
    if (!open_side(&b, b_path)) {
        close_side(&a);
        return false;
    }
    bool is_compared = compare(out, &a, &b, options->common);
    close_side(&a);
    close_side(&b);
    return is_compared;
}
