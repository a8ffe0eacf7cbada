/* SPDX-License-Identifier: MIT */
#include "tool/recording/samples.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/grow.h"
#include "core/keys/sorted_keys.h"
#include "tool/cli/text.h"

enum { WINDOW_SIZE = 4096 };

double tool_played_times_tolerance_s(double at_s)
{
    return fmax(1e-4, fabs(at_s) * 1.2e-7);
}

static bool add_time(struct tool_played_times *out, double at_s, bool is_frame)
{
    struct tool_played_time *last = out->count > 0 ? &out->times[out->count - 1] : NULL;
    if (last != NULL && at_s <= last->at_s) {
        last->is_frame |= is_frame && at_s >= last->at_s;
        return true;
    }
    if (!US_GROW(out->times, out->count))
        return false;
    out->times[out->count++] = (struct tool_played_time){at_s, is_frame};
    return true;
}

/* ---- The keys of an input animation file ---- */

struct merge {
    struct us_key_merge keys;
    struct us_curve_reader readers[US_CURVE_COUNT];
    uint8_t windows[US_CURVE_COUNT][WINDOW_SIZE];
};

static bool read_keys(struct tool_played_times *out, const struct tool_inspection *inspection)
{
    struct merge *merge = malloc(sizeof *merge);
    bool has_room = merge != NULL;
    uint32_t count = 0;
    float at_s;
    for (unsigned i = 0; has_room && i < US_CURVE_COUNT; i++)
        if (inspection->index.head.curves[i].key_count > 0) {
            us_curve_reader_init(&merge->readers[count], &inspection->file, &inspection->index, i,
                                 merge->windows[count], WINDOW_SIZE);
            count++;
        }
    if (has_room)
        us_key_merge_init(&merge->keys, merge->readers, count);
    while (has_room && us_key_merge_next(&merge->keys, &at_s))
        has_room = add_time(out, (double)at_s, true);
    free(merge);
    return has_room;
}

/* ---- The messages of a session ---- */

struct reading {
    struct tool_played_times *out;
    const struct tool_session_survey *survey;
    bool has_room;
};

static void take_message(void *data, const struct us_session_message *message)
{
    struct reading *reading = data;
    const bool is_frame = message->topic == US_SESSION_TOPIC_FRAME;
    if (reading->has_room && (is_frame || message->topic == US_SESSION_TOPIC_INPUT))
        reading->has_room = add_time(
            reading->out, tool_session_survey_seconds(reading->survey, message->time_ns), is_frame);
}

/* ---- Both ---- */

bool tool_played_times_read(struct tool_played_times *out, struct tool_inspection *inspection)
{
    struct reading reading = {out, &inspection->session, true};
    struct us_error error = {.byte = US_NO_BYTE};
    *out = (struct tool_played_times){0};
    if (!inspection->recording->is_session)
        reading.has_room = read_keys(out, inspection);
    else if (tool_session_survey_each(&inspection->session, inspection->path, take_message,
                                      &reading, &error) != US_OK) {
        tool_inspection_say_failure(inspection->path, false, &error);
        return false;
    }
    if (!reading.has_room)
        tool_text_complain("there is no memory to read '%s'", inspection->path);
    return reading.has_room;
}

static int compare_markers(const void *a, const void *b)
{
    const struct tool_played_marker *left = a, *right = b;
    if (left->at_s != right->at_s)
        return left->at_s < right->at_s ? -1 : 1;
    return strcmp(left->name, right->name);
}

bool tool_played_times_add_markers(struct tool_played_times *out,
                                   const struct us_recording *recording)
{
    out->markers = malloc((recording->marker_count + 1) * sizeof *out->markers);
    if (out->markers == NULL) {
        tool_text_complain("there is no memory for the markers of a recording");
        return false;
    }
    for (; out->marker_count < recording->marker_count; out->marker_count++)
        out->markers[out->marker_count] =
            (struct tool_played_marker){(double)recording->markers[out->marker_count].time_s,
                                        recording->markers[out->marker_count].name};
    qsort(out->markers, out->marker_count, sizeof *out->markers, compare_markers);
    return true;
}

void tool_played_times_finish(struct tool_played_times *played)
{
    free(played->markers);
    free(played->times);
    *played = (struct tool_played_times){0};
}
