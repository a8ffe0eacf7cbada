/* SPDX-License-Identifier: MIT */
/* The methods of a drive, as understudy-drive(5) lists them. */
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "tool/cli/json.h"
#include "tool/cli/text.h"
#include "tool/drive/drive.h"

enum { COMMANDS_MAX = 10000 };
#define MOST_S 86400.0

static void hello(struct tool_drive *drive, const cJSON *params, struct tool_drive_reply *out)
{
    (void)params;
    tool_drive_look(drive);
    out->result = cJSON_CreateObject();
    cJSON_AddNumberToObject(out->result, "protocol", TOOL_DRIVE_PROTOCOL);
    cJSON_AddStringToObject(out->result, "version", US_TOOL_VERSION);
    tool_json_add_number(out->result, "rate_hz", drive->world.hz);
    tool_drive_add_position(drive, out->result);
}

/* One command of `do`. */
static bool read_command(const cJSON *object, struct tool_live_command *out,
                         struct tool_drive_reply *reply)
{
    static const char *const keys[] = {"line", "over", "after", NULL};
    const cJSON *line = tool_json_get(object, "line");
    if (!cJSON_IsObject(object) || !cJSON_IsString(line)) {
        tool_drive_fail(reply, TOOL_DRIVE_PARAMS,
                        "a command must be an object with a 'line', a text such as \"right "
                        "squeeze/value 1\"");
        return false;
    }
    out->line = line->valuestring;
    return tool_drive_check_keys(object, keys, "a command", reply) &&
           tool_drive_read_number(object, "over", "seconds", 0.0, MOST_S, &out->over_s, reply) &&
           tool_drive_read_number(object, "after", "seconds", 0.0, MOST_S, &out->after_s, reply);
}

static bool read_commands(const cJSON *list, struct tool_live_command *commands, int count,
                          struct tool_drive_reply *out)
{
    const cJSON *item = list->child;
    for (int i = 0; i < count; i++, item = item->next) {
        struct tool_drive_reply wrong = {0};
        if (read_command(item, &commands[i], &wrong))
            continue;
        tool_drive_fail(out, wrong.error, "command %d: %.900s", i + 1, wrong.why);
        return false;
    }
    return true;
}

/* The commands are done, and the inputs from `known` on are new. What the app has bound is known
 * from its start on. */
static void conclude_do(struct tool_drive *drive, unsigned known, struct tool_drive_reply *out)
{
    const struct tool_drive_world *world = &drive->world;
    char note[900] = "";
    tool_drive_look(drive);
    for (unsigned i = known; i < drive->input_count; i++)
        tool_drive_describe_unbound(drive, drive->inputs[i], world->put, note, sizeof note);
    out->result = cJSON_CreateObject();
    tool_drive_add_time(drive, out->result, world->put);
    if (note[0] != '\0')
        tool_json_add_text(out->result, "note", note);
}

static void do_commands(struct tool_drive *drive, const cJSON *params, struct tool_drive_reply *out)
{
    const cJSON *list = tool_json_get(params, "commands");
    int count = cJSON_IsArray(list) ? cJSON_GetArraySize(list) : 0;
    if (count < 1 || count > COMMANDS_MAX) {
        tool_drive_fail(out, TOOL_DRIVE_PARAMS,
                        "'commands' must be an array of 1 to %d commands: [{\"line\":\"right "
                        "squeeze/value 1\",\"over\":0.2}]",
                        COMMANDS_MAX);
        return;
    }
    struct tool_live_command *commands = calloc((size_t)count, sizeof *commands);
    char why[900];
    if (commands == NULL)
        tool_drive_fail(out, TOOL_DRIVE_INTERNAL, "there is no memory");
    else if (read_commands(list, commands, count, out)) {
        size_t wrong;
        const unsigned known = drive->input_count;
        if (tool_drive_perform(drive, commands, (size_t)count, &wrong, why, sizeof why))
            conclude_do(drive, known, out);
        else if (count == 1)
            tool_drive_fail(out, TOOL_DRIVE_PARAMS, "%s", why);
        else
            tool_drive_fail(out, TOOL_DRIVE_PARAMS, "command %zu, '%.*s': %s", wrong + 1,
                            us_text_shown(commands[wrong].line, strlen(commands[wrong].line)),
                            commands[wrong].line, why);
    }
    free(commands);
}

static void begin(struct tool_drive *drive, enum tool_drive_task_kind kind)
{
    drive->task = (struct tool_drive_task){.kind = kind, .target = drive->world.granted};
}

static void picture(struct tool_drive *drive, const cJSON *params, struct tool_drive_reply *out)
{
    struct tool_drive_see see;
    if (!tool_drive_read_see(params, &see, out))
        return;
    tool_drive_look(drive);
    tool_drive_undo_note(drive, NULL);
    begin(drive, TOOL_DRIVE_PICTURE);
    drive->task.see = see;
}

static void stop(struct tool_drive *drive, const cJSON *params, struct tool_drive_reply *out)
{
    (void)params, (void)out;
    begin(drive, TOOL_DRIVE_STOP);
}

static void state(struct tool_drive *drive, const cJSON *params, struct tool_drive_reply *out)
{
    (void)params;
    tool_drive_look(drive);
    out->result = tool_drive_state(drive);
}

static bool check_kinds(const cJSON *kinds, struct tool_drive_reply *out)
{
    bool is_list = kinds == NULL || cJSON_IsArray(kinds);
    const cJSON *kind;
    cJSON_ArrayForEach(kind, kinds)
        is_list &= cJSON_IsString(kind);
    if (!is_list)
        tool_drive_fail(out, TOOL_DRIVE_PARAMS, "'kinds' must be an array of names of events");
    cJSON_ArrayForEach(kind, kinds)
        if (is_list && !tool_drive_check_event(kind->valuestring, out))
            return false;
    return is_list;
}

static void events(struct tool_drive *drive, const cJSON *params, struct tool_drive_reply *out)
{
    const cJSON *kinds = tool_json_get(params, "kinds");
    if (!check_kinds(kinds, out))
        return;
    /* While an undo lasts, the log begins anew: its end says where clients go on. */
    if (drive->task.kind == TOOL_DRIVE_UNDO) {
        out->result = cJSON_CreateObject();
        cJSON_AddArrayToObject(out->result, "events");
        cJSON_AddBoolToObject(out->result, "more", false);
        return;
    }
    tool_drive_look(drive);
    out->result = tool_drive_events(drive, kinds, drive->events_from);
}

static void fail_mark(const struct tool_drive_world *world, struct tool_drive_reply *out)
{
    if (atomic_load(&world->has_failed))
        tool_drive_fail(out, TOOL_DRIVE_ENDED,
                        "the recording of the drive ends early, because it could not be written");
    else if (world->recorder == NULL)
        tool_drive_fail(out, TOOL_DRIVE_ENDED, "the recording of the drive is closed");
    else
        tool_drive_fail(out, TOOL_DRIVE_ENDED,
                        "the recording of the drive has %d markers: there is no room for more",
                        US_DRIVE_MARKERS);
}

static void mark(struct tool_drive *drive, const cJSON *params, struct tool_drive_reply *out)
{
    const cJSON *name = tool_json_get(params, "name");
    char *valid = cJSON_IsString(name) ? tool_text_valid(name->valuestring) : NULL;
    if (valid == NULL || valid[0] == '\0' || strlen(valid) >= US_SESSION_TEXT_SIZE)
        tool_drive_fail(out, TOOL_DRIVE_PARAMS, "'name' must be a text of 1 to %d bytes",
                        US_SESSION_TEXT_SIZE - 1);
    else if (!tool_drive_world_mark(&drive->world, valid))
        fail_mark(&drive->world, out);
    else {
        tool_drive_undo_note(drive, valid);
        out->result = cJSON_CreateObject();
        tool_drive_add_time(drive, out->result, drive->world.put - 1);
    }
    free(valid);
}

const struct tool_drive_method tool_drive_methods[TOOL_DRIVE_METHODS] = {
    {"hello", false, false, hello, {NULL}},
    {"do", true, false, do_commands, {"commands", NULL}},
    {"advance",
     true,
     false,
     tool_drive_advance,
     {"frames", "seconds", "until", "within_frames", "within_seconds", NULL}},
    {"picture", true, false, picture, {"part", "longest", "hands", NULL}},
    {"locate",
     false,
     false,
     tool_drive_locate,
     {"frame", "view", "at", "distance", "layer", "patch", NULL}},
    {"aim",
     true,
     false,
     tool_drive_aim,
     {"do", "hand", "target", "over", "after", "depth", "shape", "plan", NULL}},
    {"state", false, false, state, {NULL}},
    {"events", false, false, events, {"kinds", NULL}},
    {"mark", true, false, mark, {"name", NULL}},
    {"undo", true, false, tool_drive_undo_begin, {"mark", "frame", NULL}},
    {"stop", true, true, stop, {NULL}},
};

const struct tool_drive_method *tool_drive_method_find(const char *name)
{
    for (unsigned i = 0; i < TOOL_DRIVE_METHODS; i++)
        if (strcmp(tool_drive_methods[i].name, name) == 0)
            return &tool_drive_methods[i];
    return NULL;
}
