/* SPDX-License-Identifier: MIT */
#include "tool/sheet/moments.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "core/playback/capture_schedule.h"
#include "tool/cli/text.h"
#include "tool/log/log_reader.h"

/* An app may wait for further frames before it submits one. */
enum { FRAMES = 64 };

static const double near_s = 0.05, slack_s = 1e-4;

struct frame_times {
    int64_t frame[FRAMES];
    double time_s[FRAMES];
};

static void note_frame(struct frame_times *times, const struct tool_log_event *event)
{
    if (event->frame < 0)
        return;
    times->frame[event->frame % FRAMES] = event->frame;
    times->time_s[event->frame % FRAMES] = tool_log_event_number(event, "at_s", (double)NAN);
}

static void add_picture(const struct frame_times *times, const struct tool_log_event *event,
                        struct tool_sheet_pictures *out)
{
    const char *file = tool_log_event_text(event, "file");
    if (event->frame < 0 || times->frame[event->frame % FRAMES] != event->frame || file == NULL ||
        strstr(file, "view-0") == NULL || strlen(file) >= TOOL_SHEET_PICTURES_NAME ||
        strchr(file, '/') != NULL || out->count == TOOL_SHEET_PICTURES_MOST)
        return;
    struct tool_sheet_picture *picture = &out->list[out->count];
    picture->time_s = times->time_s[event->frame % FRAMES];
    snprintf(picture->name, sizeof picture->name, "%s", file);
    /* A looping recording comes to the same times again: the first pass counts. */
    if (out->count == 0 || picture->time_s > picture[-1].time_s)
        out->count++;
}

static void note_played(const struct tool_log_event *event, struct tool_sheet_pictures *out)
{
    const char *played = tool_log_event_text(event, "play");
    if (played != NULL)
        snprintf(out->played, sizeof out->played, "%s", played);
}

static bool read_log(const char *path, struct tool_sheet_pictures *out)
{
    struct tool_log_reader reader;
    struct tool_log_event event;
    struct frame_times times = {.frame = {-1}};
    if (!tool_log_reader_open(&reader, path, &event))
        return false;
    tool_log_event_free(&event);
    while (tool_log_reader_next(&reader, &event)) {
        if (strcmp(event.name, "wait") == 0)
            note_frame(&times, &event);
        else if (strcmp(event.name, "shot") == 0)
            add_picture(&times, &event, out);
        else if (strcmp(event.name, "instance") == 0)
            note_played(&event, out);
        tool_log_event_free(&event);
    }
    bool is_read = !reader.is_broken;
    tool_log_reader_close(&reader);
    return is_read;
}

bool tool_sheet_pictures_read(const char *folder, const char *command,
                              struct tool_sheet_pictures *out)
{
    char path[PATH_MAX];
    out->folder = folder;
    out->played[0] = '\0';
    out->count = 0;
    if (snprintf(path, sizeof path, "%s/log.jsonl", folder) >= (int)sizeof path) {
        tool_text_complain("%s: --run: the name of the folder is too long", command);
        return false;
    }
    if (!read_log(path, out))
        return false;
    if (out->count > 0)
        return true;
    tool_text_complain("%s: --run: the run in %s has no pictures; run the app with --out and "
                       "--shoot",
                       command, folder);
    return false;
}

const struct tool_sheet_picture *tool_sheet_pictures_at(const struct tool_sheet_pictures *pictures,
                                                        double time_s)
{
    for (unsigned i = 0; i < pictures->count; i++)
        if (pictures->list[i].time_s >= time_s - slack_s)
            return pictures->list[i].time_s <= time_s + near_s ? &pictures->list[i] : NULL;
    return NULL;
}

enum { EVEN_MOMENTS = 6, FEW_MARKERS = 4 };

static bool add(struct tool_moments *moments, double time_s, const char *name, size_t length)
{
    if (moments->count == TOOL_MOMENTS_MOST)
        return false;
    struct tool_moment *moment = &moments->list[moments->count++];
    moment->time_s = time_s;
    us_utf8_copy(moment->name, sizeof moment->name, name, length);
    return true;
}

static void choose_markers(const struct us_recording *recording, struct tool_moments *out)
{
    for (uint32_t i = 0; i < recording->marker_count; i++)
        if (!add(out, (double)recording->markers[i].time_s, recording->markers[i].name,
                 recording->markers[i].name_length))
            return;
}

static void choose_even(const struct us_recording *recording, struct tool_moments *out)
{
    double from_s = us_recording_start_s(recording), length_s = recording->last_key_s - from_s;
    for (int i = 0; i < EVEN_MOMENTS; i++)
        add(out, from_s + length_s * i / (EVEN_MOMENTS - 1), "", 0);
}

/* False if there are more moments than fit. */
static bool add_moment(const struct us_recording *recording,
                       const struct us_capture_schedule_moment *moment, struct tool_moments *out)
{
    if (moment->kind != US_CAPTURE_SCHEDULE_EVERY) {
        static const char prefix[] = "marker:";
        const size_t skipped = sizeof prefix - 1;
        const char *name = moment->text;
        size_t length = moment->kind == US_CAPTURE_SCHEDULE_MARKER ? (size_t)moment->length : 0;
        if (length >= skipped && strncmp(name, prefix, skipped) == 0)
            return add(out, moment->time_s, name + skipped, length - skipped);
        return add(out, moment->time_s, name, length);
    }
    double from_s = us_recording_start_s(recording);
    for (int i = 0; from_s + i * moment->time_s <= recording->last_key_s; i++)
        if (!add(out, from_s + i * moment->time_s, "", 0))
            return false;
    return true;
}

static bool resolve(const struct us_recording *recording, struct us_capture_schedule_moment *moment,
                    const char *command)
{
    struct us_clock clock = {.from_s = us_recording_start_s(recording),
                             .to_s = recording->last_key_s};
    struct us_error error = {.byte = US_NO_BYTE};
    if (moment->kind == US_CAPTURE_SCHEDULE_FRAME) {
        tool_text_complain("%s: --at: '%.*s' names a frame of a run; write a time such as 1.5s, or "
                           "marker:NAME",
                           command, moment->length, moment->text);
        return false;
    }
    if (us_capture_schedule_resolve(moment, recording, &clock, &error) == US_OK)
        return true;
    tool_text_complain("%s: --at: %s", command, error.text);
    return false;
}

static bool choose_listed(const struct us_recording *recording, const char *at, const char *command,
                          struct tool_moments *out)
{
    struct us_capture_schedule schedule;
    struct us_capture_schedule_error wrong;
    if (!us_capture_schedule_parse(at, &schedule, &wrong)) {
        tool_text_complain("%s: --at: '%.*s' %s", command, wrong.length, wrong.text, wrong.why);
        return false;
    }
    for (unsigned i = 0; i < schedule.count; i++) {
        if (!resolve(recording, &schedule.moments[i], command))
            return false;
        if (!add_moment(recording, &schedule.moments[i], out)) {
            tool_text_complain("%s: --at: these are more than %d moments; name fewer", command,
                               TOOL_MOMENTS_MOST);
            return false;
        }
    }
    return true;
}

static int by_time(const void *a, const void *b)
{
    double first = ((const struct tool_moment *)a)->time_s;
    double second = ((const struct tool_moment *)b)->time_s;
    return (first > second) - (first < second);
}

static void choose_pictures(const struct tool_sheet_pictures *pictures, struct tool_moments *out)
{
    unsigned count = pictures->count < TOOL_MOMENTS_MOST ? pictures->count : TOOL_MOMENTS_MOST;
    for (unsigned i = 0; i < count; i++)
        add(out, pictures->list[(size_t)i * pictures->count / count].time_s, "", 0);
}

/* Where a moment is none of a marker: the newest marker before it, and how long ago it was. */
static void name_by_marker(const struct us_recording *recording, struct tool_moment *moment)
{
    const double same_s = 1e-3; /* markers are floats */
    const struct us_marker *last = NULL;
    for (uint32_t i = 0; i < recording->marker_count && moment->name[0] == '\0'; i++) {
        const struct us_marker *marker = &recording->markers[i];
        if ((double)marker->time_s <= moment->time_s + same_s &&
            (last == NULL || marker->time_s >= last->time_s))
            last = marker;
    }
    if (last == NULL)
        return;
    double after_s = moment->time_s - (double)last->time_s;
    us_utf8_copy(moment->name, sizeof moment->name - 16, last->name, last->name_length);
    size_t length = strlen(moment->name);
    if (after_s > same_s)
        snprintf(moment->name + length, sizeof moment->name - length, " +%.2f s", after_s);
}

bool tool_moments_choose(const struct us_recording *recording, const char *at,
                         const struct tool_sheet_pictures *pictures, const char *command,
                         struct tool_moments *out)
{
    out->count = 0;
    if (at != NULL) {
        if (!choose_listed(recording, at, command, out))
            return false;
    } else {
        if (pictures != NULL)
            choose_pictures(pictures, out);
        else
            choose_markers(recording, out);
        if (pictures == NULL && out->count < FEW_MARKERS)
            choose_even(recording, out);
        qsort(out->list, out->count, sizeof out->list[0], by_time);
    }
    for (unsigned i = 0; i < out->count; i++)
        name_by_marker(recording, &out->list[i]);
    return true;
}
