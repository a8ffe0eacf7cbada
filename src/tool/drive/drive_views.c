/* SPDX-License-Identifier: MIT */
/* What is known of the app: where it is, what it asks for, and the lines of its log. */
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "platform/descriptor.h"
#include "person/component.h"
#include "person/script_line.h"
#include "status/run_status.h"
#include "tool/cli/json.h"
#include "tool/drive/drive.h"
#include "tool/log/event_words.h"

/* ---- Inputs of controllers that were commanded, and whether the app has bound actions to them
 * ---- */

enum { NEAREST = 6 };

/* Notes that an input of a controller was commanded. */
static void note_input(struct tool_drive *drive, const char *hand, const char *name)
{
    char input[TOOL_DRIVE_INPUT_SIZE];
    snprintf(input, sizeof input, "%s %s", hand, name);
    for (unsigned i = 0; i < drive->input_count; i++)
        if (strcmp(drive->inputs[i], input) == 0)
            return;
    if (drive->input_count < TOOL_DRIVE_INPUTS)
        memcpy(drive->inputs[drive->input_count++], input, sizeof input);
}

/* Whether the path, behind /input/, begins with so many bytes of the name as a whole. */
static bool begins(const char *path, const char *name, size_t length)
{
    return strncmp(path, name, length) == 0 && (path[length] == '\0' || path[length] == '/');
}

/* Whether an action at the path gets the input. A path without a component stands for one of them,
 * and those of a stick for the stick. */
static bool feeds(const char *path, const char *name)
{
    const size_t identifier = strcspn(name, "/");
    return begins(name, path, strlen(path)) || begins(path, name, strlen(name)) ||
           (begins(path, name, identifier) && strstr(path, "/dpad_") != NULL);
}

static bool is_pose(const char *path)
{
    return us_text_ends_in(path, "/pose") || strcmp(path, "grip") == 0 || strcmp(path, "aim") == 0;
}

/* The paths that the app has bound with the profile; NULL: none, or it is not known. */
static const cJSON *find_bound(const struct tool_drive *drive, const char *profile)
{
    char path[128];
    snprintf(path, sizeof path, US_PROFILE_PREFIX "%s", profile);
    const cJSON *line = tool_json_get(drive->log.bindings, path);
    return tool_json_get(line, "bound");
}

/* Adds the paths of the hand, those of the same identifier if there are any. */
static void add_nearest(const cJSON *bound, const char *user, const char *identifier, char *out,
                        size_t size)
{
    unsigned count = 0;
    const cJSON *item;
    cJSON_ArrayForEach(item, bound) {
        const char *path = item->valuestring;
        if (!cJSON_IsString(item) || strncmp(path, user, strlen(user)) != 0 ||
            is_pose(path + strlen(user)) ||
            (identifier != NULL &&
             !begins(path + strlen(user), identifier, strcspn(identifier, "/"))))
            continue;
        if (count++ < NEAREST)
            us_text_add_word(out, size, path + strlen(user));
    }
    const size_t length = strlen(out);
    if (count > NEAREST)
        snprintf(out + length, size - length, " and %u more", count - NEAREST);
}

void tool_drive_describe_unbound(const struct tool_drive *drive, const char *input, uint64_t frame,
                                 char *out, size_t size)
{
    const bool right = input[0] == 'r';
    const enum us_hand hand = right ? US_HAND_RIGHT : US_HAND_LEFT;
    const char *name = strchr(input, ' ') + 1;
    const char *profile = tool_live_person_profile(drive->world.person, hand, frame);
    const cJSON *bound = profile != NULL ? find_bound(drive, profile) : NULL, *item;
    char user[64], axis[TOOL_DRIVE_INPUT_SIZE + 4], nearest[400] = "";
    snprintf(user, sizeof user, "/user/hand/%s/input/", right ? "right" : "left");
    snprintf(axis, sizeof axis, "%s/x", name);
    const uint32_t held = profile != NULL ? rt_component_find_profile(profile) : 0;
    if (bound == NULL ||
        (!rt_component_has_input(held, name, right) && !rt_component_has_input(held, axis, right)))
        return;
    cJSON_ArrayForEach(item, bound)
        if (cJSON_IsString(item) && strncmp(item->valuestring, user, strlen(user)) == 0 &&
            feeds(item->valuestring + strlen(user), name))
            return;
    add_nearest(bound, user, name, nearest, sizeof nearest);
    if (nearest[0] == '\0')
        add_nearest(bound, user, NULL, nearest, sizeof nearest);
    const size_t length = strlen(out);
    snprintf(out + length, size - length,
             "%sthe app has no action bound to %s of %s; on that hand %s%s", length > 0 ? "; " : "",
             input, profile, nearest[0] != '\0' ? "it has bound " : "it has bound nothing",
             nearest);
}

/* ---- Where the app is ---- */

enum { EVENTS_MAX = 8 << 20 };

void tool_drive_add_time(const struct tool_drive *drive, cJSON *object, uint64_t frame)
{
    cJSON_AddNumberToObject(object, "frame", (double)frame);
    tool_json_add_number(object, "time_s", (double)frame / drive->world.hz);
}

void tool_drive_add_position(const struct tool_drive *drive, cJSON *object)
{
    uint64_t finished = tool_drive_world_finished(&drive->world);
    if (finished > 0) {
        tool_drive_add_time(drive, object, finished - 1);
    } else {
        cJSON_AddNullToObject(object, "frame");
        cJSON_AddNullToObject(object, "time_s");
    }
    tool_json_add_text_or_null(object, "state", drive->log.state);
    cJSON_AddBoolToObject(object, "app_waits", us_drive_app(drive->world.memory).waits);
}

/* ---- What the app asks for ---- */

/* What the app asks, by what a command is about: enum us_status_summary_question; -1: nothing. */
enum { QUESTIONS = 2 };
static const int questions[][QUESTIONS] = {
    [RT_SCRIPT_OF_HEAD] = {US_SUMMARY_VIEWS, US_SUMMARY_HEAD_SPACES},
    [RT_SCRIPT_OF_GAZE] = {US_SUMMARY_GAZES, -1},
    [RT_SCRIPT_OF_JOINTS] = {US_SUMMARY_JOINTS, -1},
    [RT_SCRIPT_OF_POSES] = {US_SUMMARY_HAND_POSES, -1},
    [RT_SCRIPT_OF_DEVICE] = {-1, -1}, /* whoever asks for anything */
    [RT_SCRIPT_OF_INPUTS] = {US_SUMMARY_BUTTONS, -1},
    [RT_SCRIPT_OF_SESSION] = {-1, -1},
};
enum { ABOUTS = sizeof questions / sizeof questions[0] };

void tool_drive_note_command(struct tool_drive *drive, const char *line)
{
    char who[16], what[RT_SCRIPT_NAME_SIZE];
    if (sscanf(line, " %15s %63s", who, what) != 2)
        return;
    const int subject = us_text_find(rt_script_subjects, who);
    if (subject < 0)
        return; /* a fault */
    const struct rt_script_word *word = rt_script_word_find((enum rt_script_subject)subject, what);
    drive->commanded |= 1u << (word != NULL ? word->about : RT_SCRIPT_OF_INPUTS);
    if (word == NULL)
        note_input(drive, who, what);
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
    (void)is_warning;
    us_text_add(joined->text, joined->size, "; ", line);
}

static bool was_asked(const struct us_summary *summary, const int asked[QUESTIONS])
{
    for (int i = 0; i < QUESTIONS; i++)
        if (asked[i] >= 0 && atomic_load(&summary->questions[asked[i]].times) > 0)
            return true;
    return asked[0] < 0;
}

void tool_drive_describe_unasked(const struct tool_drive *drive, char *out, size_t size)
{
    const struct us_summary *summary = tool_drive_summary(drive);
    struct joined joined = {out, size};
    out[0] = '\0';
    for (unsigned i = 0; summary != NULL && i < ABOUTS; i++)
        if ((drive->commanded & (1u << i)) != 0 && !was_asked(summary, questions[i]))
            us_status_summary_describe_question(
                summary, (enum us_status_summary_question)questions[i][0], join_line, &joined);
    for (unsigned i = 0; i < drive->input_count; i++)
        tool_drive_describe_unbound(drive, drive->inputs[i], drive->world.put - 1, out, size);
}

/* ---- events ---- */

static bool is_wanted(const cJSON *kinds, const char *line, size_t length)
{
    char name[TOOL_LOG_TAIL_NAME];
    const cJSON *kind;
    tool_log_tail_name(line, length, name);
    cJSON_ArrayForEach(kind, kinds)
        if (strcmp(kind->valuestring, name) == 0)
            return true;
    return kinds == NULL;
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

bool tool_drive_check_event(const char *name, struct tool_drive_reply *reply)
{
    if (us_text_find(tool_event_names, name) >= 0)
        return true;
    return tool_drive_fail_name(reply, TOOL_DRIVE_PARAMS, "there is no event", name,
                                tool_event_names, "; understudy-log(5) lists them");
}

cJSON *tool_drive_events(struct tool_drive *drive, const cJSON *kinds, uint64_t *from)
{
    const struct tool_log_tail *log = &drive->log;
    uint64_t to = log->offset + log->used;
    cJSON *result = cJSON_CreateObject();
    cJSON *array = cJSON_AddArrayToObject(result, "events");
    size_t size = to - *from < EVENTS_MAX ? (size_t)(to - *from) : EVENTS_MAX;
    char *bytes = malloc(size + 1);
    int file = us_descriptor_open(log->path, US_DESCRIPTOR_READ, 0);
    int64_t length =
        bytes != NULL && file >= 0 ? us_descriptor_read_at(file, bytes, size, *from) : 0;
    *from += length > 0 ? add_events(array, kinds, bytes, (size_t)length) : 0;
    cJSON_AddBoolToObject(result, "more", *from < to);
    if (file >= 0)
        us_descriptor_close(file);
    free(bytes);
    return result;
}
