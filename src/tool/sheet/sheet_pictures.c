/* SPDX-License-Identifier: MIT */
#include "tool/sheet/sheet_pictures.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

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
