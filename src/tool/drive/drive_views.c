/* SPDX-License-Identifier: MIT */
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "status/run_status.h"
#include "tool/cli/json.h"
#include "tool/drive/drive.h"

enum { EVENTS_MAX = 8 << 20 };

void tool_drive_add_position(const struct tool_drive *drive, cJSON *object)
{
    uint64_t finished = tool_drive_world_finished(&drive->world);
    if (finished > 0) {
        cJSON_AddNumberToObject(object, "frame", (double)(finished - 1));
        tool_json_add_number(object, "time_s", (double)(finished - 1) / drive->world.hz);
    } else {
        cJSON_AddNullToObject(object, "frame");
        cJSON_AddNullToObject(object, "time_s");
    }
    if (drive->log.state[0] != '\0')
        tool_json_add_text(object, "state", drive->log.state);
    else
        cJSON_AddNullToObject(object, "state");
    cJSON_AddBoolToObject(object, "app_waits", us_drive_app(drive->world.memory).waits);
}

/* ---- What the app asks for ---- */

/* The parts of the person, by the words of its commands. */
static const struct part {
    const char *words[8]; /* the second word of a command about a hand, or the first; NULL: any */
    bool is_hand;
    int questions[2]; /* that ask for it: enum us_status_summary_question; -1: none */
} parts[] = {
    {{"head"}, false, {US_SUMMARY_VIEWS, US_SUMMARY_HEAD_SPACES}},
    {{"gaze"}, false, {US_SUMMARY_GAZES, -1}},
    {{"gesture", "wrist", "finger", "joint", "joints"}, true, {US_SUMMARY_JOINTS, -1}},
    {{"grip", "aim", "palm", "pinch", "poke", "point_at"}, true, {US_SUMMARY_HAND_POSES, -1}},
    {{"profile", "connected", "tracked"}, true, {-1, -1}}, /* whoever asks for anything */
    {{NULL}, true, {US_SUMMARY_BUTTONS, -1}},              /* an input of a controller */
};
enum { PART_COUNT = sizeof parts / sizeof parts[0] };

static bool is_word(const char *text, const char *word)
{
    size_t length = strlen(word);
    return strncmp(text, word, length) == 0 && strchr(" \t", text[length]) != NULL;
}

static bool is_about(const struct part *part, const char *word)
{
    for (unsigned i = 0; i < 8 && part->words[i] != NULL; i++)
        if (is_word(word, part->words[i]))
            return true;
    return part->words[0] == NULL;
}

void tool_drive_note_command(struct tool_drive *drive, const char *line)
{
    const char *word = line + strspn(line, " \t");
    enum rt_hand hand = is_word(word, "right") ? RT_HAND_RIGHT : RT_HAND_LEFT;
    bool is_hand = hand == RT_HAND_RIGHT || is_word(word, "left");
    if (is_hand) {
        word += strcspn(word, " \t");
        word += strspn(word, " \t");
    }
    for (unsigned i = 0; i < PART_COUNT; i++)
        if (parts[i].is_hand == is_hand && is_about(&parts[i], word)) {
            drive->commanded |= 1u << i;
            if (parts[i].words[0] == NULL)
                tool_drive_note_input(drive, hand, word);
            break;
        }
}

const struct us_summary *tool_drive_summary(const struct tool_drive *drive)
{
    const struct us_summary *found = NULL;
    for (unsigned i = 0; drive->status != NULL && i < US_RUN_STATUS_SUMMARIES; i++)
        if (atomic_load(&drive->status->slots[i]) == US_RUN_STATUS_OPEN)
            found = &drive->status->summaries[i];
    return found;
}

/* A text to which lines are added. */
struct joined {
    char *text;
    size_t size;
};

static void join_line(void *data, bool is_warning, const char *line)
{
    const struct joined *joined = data;
    size_t length = strlen(joined->text);
    (void)is_warning;
    snprintf(joined->text + length, joined->size - length, "%s%s", length > 0 ? "; " : "", line);
}

static bool was_asked(const struct us_summary *summary, const struct part *part)
{
    for (int q = 0; q < 2; q++)
        if (part->questions[q] >= 0 &&
            atomic_load(&summary->questions[part->questions[q]].times) > 0)
            return true;
    return part->questions[0] < 0;
}

void tool_drive_describe_unasked(const struct tool_drive *drive, char *out, size_t size)
{
    const struct us_summary *summary = tool_drive_summary(drive);
    struct joined joined = {out, size};
    out[0] = '\0';
    for (unsigned i = 0; summary != NULL && i < PART_COUNT; i++)
        if ((drive->commanded & (1u << i)) != 0 && !was_asked(summary, &parts[i]))
            us_status_summary_describe_question(
                summary, (enum us_status_summary_question)parts[i].questions[0], join_line,
                &joined);
    for (unsigned i = 0; i < drive->input_count; i++)
        tool_drive_describe_unbound(drive, drive->inputs[i], drive->world.put - 1, out, size);
}

/* ---- events ---- */

static bool is_wanted(const cJSON *kinds, const char *line, size_t length)
{
    char name[TOOL_LOG_TAIL_NAME];
    if (kinds == NULL)
        return true;
    tool_log_tail_name(line, length, name);
    for (const cJSON *kind = kinds->child; kind != NULL; kind = kind->next)
        if (strcmp(kind->valuestring, name) == 0)
            return true;
    return false;
}

/* Adds the lines of a part of the log. Returns how many bytes were whole lines. */
static size_t add_events(cJSON *array, const cJSON *kinds, char *bytes, size_t length)
{
    size_t from = 0;
    char *end;
    while ((end = memchr(bytes + from, '\n', length - from)) != NULL) {
        *end = '\0';
        if (is_wanted(kinds, bytes + from, (size_t)(end - bytes) - from))
            cJSON_AddItemToArray(array, cJSON_CreateRaw(bytes + from));
        from = (size_t)(end - bytes) + 1;
    }
    return from;
}

cJSON *tool_drive_events(struct tool_drive *drive, const cJSON *kinds, uint64_t *from)
{
    const struct tool_log_tail *log = &drive->log;
    uint64_t to = log->offset + log->used;
    cJSON *result = cJSON_CreateObject();
    cJSON *array = cJSON_AddArrayToObject(result, "events");
    size_t size = to - *from < EVENTS_MAX ? (size_t)(to - *from) : EVENTS_MAX;
    char *bytes = malloc(size + 1);
    int file = open(log->path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    ssize_t length = bytes != NULL && file >= 0 ? pread(file, bytes, size, (off_t)*from) : 0;
    *from += length > 0 ? add_events(array, kinds, bytes, (size_t)length) : 0;
    cJSON_AddBoolToObject(result, "more", *from < to);
    if (file >= 0)
        close(file);
    free(bytes);
    return result;
}
