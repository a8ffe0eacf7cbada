/* SPDX-License-Identifier: MIT */
#include "tool/edit/stage/outline.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/grow.h"
#include "core/base/text.h"
#include "core/playback/play_choices.h"

double tool_edit_seconds(const struct tool_edit_outline *outline, int64_t time_ns)
{
    return us_session_seconds_between(outline->origin_ns, time_ns);
}

/* ---- Markers ---- */

struct us_marker *tool_edit_markers_of_recording(const struct tool_edit_outline *outline)
{
    struct us_marker *markers = calloc((size_t)outline->marker_count + 1, sizeof *markers);
    for (uint32_t i = 0; markers != NULL && i < outline->marker_count; i++) {
        struct tool_edit_marker *marker = &outline->markers[i];
        markers[i] = (struct us_marker){(float)tool_edit_seconds(outline, marker->time_ns),
                                        marker->name, (uint32_t)strlen(marker->name)};
    }
    return markers;
}

/* Asks play_range about the markers, for its answer and its words. */
static enum us_result ask(const struct tool_edit_outline *outline, const char *text, double *out_s,
                          struct us_error *error)
{
    struct us_recording recording = {.is_session = outline->is_session,
                                     .markers = tool_edit_markers_of_recording(outline),
                                     .marker_count = outline->marker_count,
                                     .first_key_s = tool_edit_seconds(outline, outline->start_ns),
                                     .last_key_s = tool_edit_seconds(outline, outline->last_ns)};
    if (recording.markers == NULL)
        return us_result_no_memory(error);
    enum us_result result = us_play_range_moment(&recording, text, strlen(text), out_s, error);
    free(recording.markers);
    return result;
}

static struct tool_edit_marker *find(const struct tool_edit_outline *outline, const char *name)
{
    for (uint32_t i = 0; i < outline->marker_count; i++)
        if (strcmp(outline->markers[i].name, name) == 0)
            return &outline->markers[i];
    return NULL;
}

static const char *without_prefix(const char *text)
{
    static const char prefix[] = "marker:";
    return strncmp(text, prefix, sizeof prefix - 1) == 0 ? text + sizeof prefix - 1 : text;
}

struct tool_edit_marker *tool_edit_marker_find(const struct tool_edit_outline *outline,
                                               const char *name, struct us_error *error)
{
    struct tool_edit_marker *marker = find(outline, without_prefix(name));
    char asked[US_SESSION_TEXT_SIZE + 8];
    double at_s;
    if (marker != NULL)
        return marker;
    snprintf(asked, sizeof asked, "marker:%s", without_prefix(name));
    (void)ask(outline, asked, &at_s, error);
    return NULL;
}

enum us_result tool_edit_moment(const struct tool_edit_outline *outline, const char *text,
                                int64_t *out_ns, struct us_error *error)
{
    const double first_s = tool_edit_seconds(outline, outline->start_ns);
    const double last_s = tool_edit_seconds(outline, outline->last_ns);
    const double slack_s = 0.0005; /* of a time that was copied with three decimals */
    double at_s;
    enum us_result result = ask(outline, text, &at_s, error);
    if (result != US_OK)
        return result;
    const bool is_number = us_play_range_seconds(text, strlen(text), &at_s);
    const struct tool_edit_marker *marker = is_number ? NULL : find(outline, without_prefix(text));
    *out_ns = marker != NULL ? marker->time_ns : outline->origin_ns;
    if (is_number && !(at_s >= first_s - slack_s && at_s <= last_s + slack_s))
        return us_result_fail(error, US_ERROR_USAGE, US_NO_BYTE, NULL,
                              "'%.40s' is outside of the recording, which lasts from %s to %s "
                              "here",
                              text, us_seconds_words(first_s).text, us_seconds_words(last_s).text);
    if (is_number)
        *out_ns += (int64_t)llround(at_s * 1e9);
    /* A marker that was set before the app had the focus stands for the beginning. */
    *out_ns = *out_ns < outline->start_ns ? outline->start_ns : *out_ns;
    *out_ns = *out_ns > outline->last_ns ? outline->last_ns : *out_ns;
    return US_OK;
}

const struct tool_edit_marker *tool_edit_marker_next(const struct tool_edit_outline *outline,
                                                     int64_t up_to_ns, uint32_t *next)
{
    const bool is_there =
        *next < outline->marker_count && outline->markers[*next].time_ns <= up_to_ns;
    return is_there ? &outline->markers[(*next)++] : NULL;
}

enum us_result tool_edit_marker_add(struct tool_edit_outline *outline,
                                    const struct tool_edit_marker *marker, struct us_error *error)
{
    if (outline->marker_count == US_MARKERS_MOST)
        return us_result_fail(error, US_ERROR_COUNT, US_NO_BYTE, NULL,
                              "there would be more than %d markers", US_MARKERS_MOST);
    if (!US_GROW(outline->markers, outline->marker_count))
        return us_result_no_memory(error);
    outline->markers[outline->marker_count++] = *marker;
    return US_OK;
}

static int compare(const void *first, const void *second)
{
    const struct tool_edit_marker *a = first, *b = second;
    if (a->time_ns != b->time_ns)
        return a->time_ns < b->time_ns ? -1 : 1;
    return a->order < b->order ? -1 : 1;
}

void tool_edit_markers_sort(struct tool_edit_outline *outline)
{
    for (uint32_t i = 0; i < outline->marker_count; i++)
        outline->markers[i].order = i;
    if (outline->marker_count > 0)
        qsort(outline->markers, outline->marker_count, sizeof *outline->markers, compare);
}

enum us_result tool_edit_markers_check(const struct tool_edit_outline *outline,
                                       struct us_error *error)
{
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < outline->marker_count; i++)
        bytes += strlen(outline->markers[i].name);
    if (outline->is_session || bytes <= US_MARKERS_NAMES_MOST)
        return US_OK;
    return us_result_fail(error, US_ERROR_USAGE, US_NO_BYTE, NULL,
                          "the markers' names would be longer than %d bytes together, which is "
                          "more than is read",
                          US_MARKERS_NAMES_MOST);
}

/* ---- Components ---- */

enum us_result tool_edit_component_add(struct us_session_components *table,
                                       const struct us_session_component *component,
                                       uint32_t *out_index, struct us_error *error)
{
    *out_index = us_session_component_find(table, component->path, 0);
    if (*out_index < table->count)
        return US_OK;
    if (table->count == US_SESSION_COMPONENTS_MAX)
        return us_result_fail(error, US_ERROR_COUNT, US_NO_BYTE, NULL,
                              "there would be more than %d components; leave the controllers out "
                              "with the step 'without controllers'",
                              US_SESSION_COMPONENTS_MAX);
    table->components[table->count++] = *component;
    return US_OK;
}

enum us_result tool_edit_profile_add(struct us_session_components *table, const char *path,
                                     uint32_t *out_index, struct us_error *error)
{
    for (*out_index = 0; *out_index < table->profile_count; ++*out_index)
        if (strcmp(table->profiles[*out_index], path) == 0)
            return US_OK;
    if (table->profile_count == US_SESSION_PROFILES_MAX)
        return us_result_fail(error, US_ERROR_COUNT, US_NO_BYTE, NULL,
                              "there would be more than %d interaction profiles",
                              US_SESSION_PROFILES_MAX);
    snprintf(table->profiles[table->profile_count++], US_SESSION_PATH_SIZE, "%s", path);
    return US_OK;
}

bool tool_edit_outline_lose_drive(struct tool_edit_outline *outline)
{
    const bool was_driven = outline->info.is_driven;
    outline->info.is_driven = false;
    return was_driven;
}

void tool_edit_outline_finish(struct tool_edit_outline *outline)
{
    free(outline->markers);
    outline->markers = NULL;
}
