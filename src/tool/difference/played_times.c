/* SPDX-License-Identifier: MIT */
#include "tool/difference/played_times.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "session/session_reader.h"
#include "tool/cli/text.h"
#include "tool/session/recording_words.h"

double tool_played_times_tolerance_s(double at_s)
{
    return fmax(1e-4, fabs(at_s) * 1.2e-7);
}

static bool add_marker(struct tool_played_times *out, double at_s, const char *name)
{
    if (out->marker_count == out->marker_room) {
        size_t room = 2 * out->marker_room + 16;
        struct tool_played_marker *list = realloc(out->markers, room * sizeof(*list));
        if (list == NULL)
            return false;
        out->markers = list;
        out->marker_room = room;
    }
    char *copy = strdup(name);
    if (copy == NULL)
        return false;
    out->markers[out->marker_count++] = (struct tool_played_marker){at_s, copy};
    return true;
}

static int compare_markers(const void *a, const void *b)
{
    const struct tool_played_marker *left = a, *right = b;
    if (left->at_s != right->at_s)
        return left->at_s < right->at_s ? -1 : 1;
    return strcmp(left->name, right->name);
}

static bool read_animation(struct tool_played_times *out, const char *path, bool headerless,
                           const struct us_loaded_recording *loaded)
{
    bool is_read = tool_row_times_of_keys(&out->times, path, headerless);
    for (uint32_t i = 0; is_read && i < loaded->recording.marker_count; i++)
        if (!add_marker(out, (double)loaded->recording.markers[i].time_s,
                        loaded->recording.markers[i].name))
            out->times.is_failed = true;
    return is_read;
}

static bool read_messages(struct tool_played_times *out, struct us_session_reader *reader,
                          int64_t origin_ns)
{
    const struct us_session_message *message;
    enum us_session_next next = US_SESSION_NEXT_MEMORY;
    if (us_session_reader_seek(reader, INT64_MIN, false, NULL) != US_OK)
        return false;
    while ((next = us_session_reader_next(reader, &message)) == US_SESSION_NEXT_MESSAGE) {
        double at_s = (double)(message->time_ns - origin_ns) * 1e-9;
        if (message->topic == US_SESSION_TOPIC_FRAME || message->topic == US_SESSION_TOPIC_INPUT)
            tool_row_times_add(&out->times, at_s);
        if (message->topic == US_SESSION_TOPIC_MARKER &&
            !add_marker(out, at_s, message->of.marker.name))
            return false;
    }
    return next == US_SESSION_NEXT_END;
}

static void say_damage(const char *path, const struct us_session_reader *reader)
{
    const struct us_session_damage *damage = us_session_reader_damage(reader);
    if (damage->chunks > 0 || damage->messages > 0)
        tool_text_complain("%s is damaged (see 'understudy check'); diff compares what is whole",
                           path);
    else if (!us_session_reader_summary(reader)->is_finished)
        tool_text_complain("%s was not finished; diff compares what it holds", path);
}

static bool read_session(struct tool_played_times *out, const char *path,
                         const struct us_loaded_recording *loaded)
{
    struct us_session_reader *reader = NULL;
    struct us_file file;
    struct us_error error = {.byte = US_NO_BYTE};
    if (us_file_open(path, &file, &error) != US_OK) {
        tool_report_failure(path, false, &error);
        return false;
    }
    bool is_open = us_session_reader_open(&file, &reader, &error) == US_OK;
    if (!is_open)
        tool_report_failure(path, false, &error);
    else if (!read_messages(out, reader, loaded->session_origin_ns))
        out->times.is_failed = true;
    else
        say_damage(path, reader);
    us_session_reader_close(reader);
    us_file_close(&file);
    return is_open;
}

bool tool_played_times_read(struct tool_played_times *out, const char *path, bool headerless,
                            const struct us_loaded_recording *loaded)
{
    *out = (struct tool_played_times){0};
    bool is_read = loaded->session != NULL ? read_session(out, path, loaded)
                                           : read_animation(out, path, headerless, loaded);
    if (is_read && out->times.is_failed)
        tool_text_complain("there is no memory to read '%s'", path);
    if (out->marker_count > 0)
        qsort(out->markers, out->marker_count, sizeof(*out->markers), compare_markers);
    return is_read && !out->times.is_failed;
}

void tool_played_times_finish(struct tool_played_times *played)
{
    for (size_t i = 0; i < played->marker_count; i++)
        free(played->markers[i].name);
    free(played->markers);
    tool_row_times_finish(&played->times);
    *played = (struct tool_played_times){0};
}
