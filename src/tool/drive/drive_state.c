/* SPDX-License-Identifier: MIT */
/* The method `state`: what the person does, and what the app has, does and asks for. */
#include <string.h>

#include "core/base/text.h"
#include "status/run_status.h"
#include "tool/cli/json.h"
#include "tool/drive/drive.h"

enum { SPACES_MOST = 64 };

static void append_line(void *data, bool is_warning, const char *line)
{
    (void)is_warning;
    tool_json_append_text(data, line);
}

/* The lines of an object, as an array. */
static cJSON *add_lines(cJSON *object, const char *name, const cJSON *lines)
{
    cJSON *array = cJSON_AddArrayToObject(object, name);
    const cJSON *line;
    cJSON_ArrayForEach(line, lines)
        cJSON_AddItemToArray(array, cJSON_Duplicate(line, true));
    return array;
}

/* ---- What is bound ---- */

/* Puts the paths of each action in place of their numbers. The line says them nowhere else. */
static void pair(cJSON *line)
{
    cJSON *bound = cJSON_DetachItemFromObjectCaseSensitive(line, "bound");
    cJSON *actions = cJSON_GetObjectItemCaseSensitive(line, "actions"), *action;
    cJSON_ArrayForEach(action, actions) {
        cJSON *numbers = cJSON_DetachItemFromObjectCaseSensitive(action, "paths");
        cJSON *paths = cJSON_AddArrayToObject(action, "paths");
        const cJSON *at;
        cJSON_ArrayForEach(at, numbers)
            cJSON_AddItemToArray(paths,
                                 cJSON_Duplicate(cJSON_GetArrayItem(bound, at->valueint), false));
        cJSON_Delete(numbers);
    }
    cJSON_Delete(bound);
}

static bool is_profile(const char *path, const char *held)
{
    return strcmp(us_text_profile(path), held) == 0;
}

static bool is_suggested(const cJSON *bindings, const char *held)
{
    const cJSON *suggestion;
    cJSON_ArrayForEach(suggestion, bindings)
        if (is_profile(tool_json_text(suggestion, "profile", ""), held))
            return true;
    return false;
}

/* Whether an action that has the path may get something: its hand has the profile, or one that the
 * app did not suggest, which then plays as one that it did. Others than hands have no choice. */
static bool is_in_force(const struct tool_drive *drive, const cJSON *bindings, const char *profile,
                        const char *path)
{
    static const char *const users[] = {"/user/hand/left/", "/user/hand/right/"};
    for (int hand = 0; hand < 2; hand++) {
        if (strncmp(path, users[hand], strlen(users[hand])) != 0)
            continue;
        const char *held =
            tool_live_person_profile(drive->world.person, (enum us_hand)hand, drive->world.put - 1);
        return held != NULL && (is_profile(profile, held) || !is_suggested(bindings, held));
    }
    return true;
}

static bool is_same(const cJSON *a, const cJSON *b, const char *field)
{
    return strcmp(tool_json_text(a, field, ""), tool_json_text(b, field, "")) == 0;
}

/* Adds what `bindings`, an array of suggestions, say of an action: its set and its type, and in
 * "bound" the paths that are in force. */
static void add_bound(const struct tool_drive *drive, const cJSON *bindings, cJSON *action)
{
    static const char *const fields[] = {"set", "type"};
    const char *user = tool_json_text(action, "subaction", "");
    cJSON *bound = cJSON_CreateArray();
    const cJSON *suggestion, *item, *path;
    cJSON_ArrayForEach(suggestion, bindings)
        cJSON_ArrayForEach(item, tool_json_get(suggestion, "actions")) {
            if (!is_same(item, action, "action"))
                continue;
            for (int i = 0; i < 2; i++)
                if (tool_json_get(action, fields[i]) == NULL)
                    tool_json_add_text(action, fields[i], tool_json_text(item, fields[i], ""));
            cJSON_ArrayForEach(path, tool_json_get(item, "paths"))
                if (cJSON_IsString(path) && strncmp(path->valuestring, user, strlen(user)) == 0 &&
                    is_in_force(drive, bindings, tool_json_text(suggestion, "profile", ""),
                                path->valuestring))
                    cJSON_AddItemToArray(bound, cJSON_Duplicate(path, false));
        }
    cJSON_AddItemToObject(action, "bound", bound);
}

static bool has_action(const cJSON *actions, const cJSON *wanted)
{
    const cJSON *action;
    cJSON_ArrayForEach(action, actions)
        if (is_same(action, wanted, "action"))
            return true;
    return false;
}

/* The newest state of each action, and those whose state the app never asked for. */
static void add_actions(const struct tool_drive *drive, cJSON *state)
{
    cJSON *actions = add_lines(state, "actions", drive->log.actions), *line;
    cJSON *bindings = add_lines(state, "bindings", drive->log.bindings);
    const cJSON *suggestion, *item;
    cJSON_ArrayForEach(line, bindings)
        pair(line);
    cJSON_ArrayForEach(suggestion, bindings)
        cJSON_ArrayForEach(item, tool_json_get(suggestion, "actions"))
            if (!has_action(actions, item))
                tool_json_add_text(tool_json_append_object(actions), "action",
                                   tool_json_text(item, "action", ""));
    cJSON_ArrayForEach(line, actions)
        add_bound(drive, bindings, line);
}

/* ---- Spaces ---- */

static void add_located(const struct tool_log_tail *log, cJSON *space)
{
    static const char *const kept[] = {"base", "flags", "pose", "frame"};
    cJSON *line = tool_log_tail_located(log, (int)tool_json_number(space, "space", -1.0));
    if (line == NULL)
        return;
    cJSON *located = cJSON_AddObjectToObject(space, "located");
    for (unsigned i = 0; i < sizeof kept / sizeof kept[0]; i++)
        if (tool_json_get(line, kept[i]) != NULL)
            cJSON_AddItemToObject(located, kept[i],
                                  cJSON_DetachItemFromObjectCaseSensitive(line, kept[i]));
    tool_log_tail_add_space(log, located, "base_name", tool_json_number(located, "base", -1.0));
    cJSON_Delete(line);
}

/* The newest ones, if there are many. */
static void add_spaces(const struct tool_log_tail *log, cJSON *state)
{
    cJSON *spaces = add_lines(state, "spaces", log->spaces), *space;
    int left_out = cJSON_GetArraySize(spaces) - SPACES_MOST;
    for (int i = 0; i < left_out; i++)
        cJSON_DeleteItemFromArray(spaces, 0);
    if (left_out > 0)
        cJSON_AddNumberToObject(state, "spaces_left_out", left_out);
    cJSON_ArrayForEach(space, spaces)
        add_located(log, space);
}

/* ---- All of it ---- */

static void add_asked(const struct tool_drive *drive, cJSON *state)
{
    const struct us_summary *summary = tool_drive_summary(drive);
    cJSON *asked = cJSON_AddArrayToObject(state, "asked");
    if (summary != NULL)
        us_status_summary_describe(summary, append_line, asked);
}

cJSON *tool_drive_state(struct tool_drive *drive)
{
    cJSON *state = cJSON_CreateObject();
    uint64_t finished = tool_drive_world_finished(&drive->world);
    tool_drive_add_position(drive, state);
    tool_drive_add_threads(drive, state);
    cJSON_AddItemToObject(state, "person",
                          tool_live_person_describe(drive->world.person, drive->world.put - 1));
    add_actions(drive, state);
    add_lines(state, "profiles", drive->log.profiles);
    bool is_newest = finished > 0 && drive->log.haptic_frame == (int64_t)finished - 1;
    add_lines(state, "haptics", is_newest ? drive->log.haptics : NULL);
    cJSON *layers = tool_log_tail_submitted(&drive->log);
    cJSON_AddItemToObject(state, "layers", layers != NULL ? layers : cJSON_CreateArray());
    add_spaces(&drive->log, state);
    add_asked(drive, state);
    return state;
}
