/* SPDX-License-Identifier: MIT */
#include "tool/sheet/moments.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "core/playback/capture_schedule.h"
#include "tool/cli/text.h"

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

static void name_all(const struct us_recording *recording, struct tool_moments *moments)
{
    for (unsigned i = 0; i < moments->count; i++)
        name_by_marker(recording, &moments->list[i]);
}

bool tool_moments_choose(const struct us_recording *recording, const char *at,
                         const struct tool_sheet_pictures *pictures, const char *command,
                         struct tool_moments *out)
{
    out->count = 0;
    if (at != NULL && !choose_listed(recording, at, command, out))
        return false;
    if (at != NULL) {
        name_all(recording, out);
        return true;
    }
    if (pictures != NULL)
        choose_pictures(pictures, out);
    else
        choose_markers(recording, out);
    if (pictures == NULL && out->count < FEW_MARKERS)
        choose_even(recording, out);
    qsort(out->list, out->count, sizeof out->list[0], by_time);
    name_all(recording, out);
    return true;
}
