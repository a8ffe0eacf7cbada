/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "tool/cli/json.h"
#include "tool/drive/drive.h"

static void fail_method(const char *name, struct tool_drive_reply *out)
{
    const char *names[TOOL_DRIVE_METHODS + 1] = {NULL};
    for (unsigned i = 0; i < TOOL_DRIVE_METHODS; i++)
        names[i] = tool_drive_methods[i].name;
    tool_drive_fail_name(
        out, TOOL_DRIVE_NO_METHOD, "there is no method", name, names,
        "; there are hello, do, aim, advance, picture, locate, state, events, mark, undo and stop");
}

static bool check_envelope(const cJSON *json, struct tool_drive_reply *out)
{
    static const char *const keys[] = {"jsonrpc", "id", "method", "params", NULL};
    const cJSON *version = tool_json_get(json, "jsonrpc");
    const cJSON *id = tool_json_get(json, "id");
    const cJSON *params = tool_json_get(json, "params");
    if (!cJSON_IsObject(json))
        tool_drive_fail(out, TOOL_DRIVE_INVALID,
                        "a request must be one object a line: {\"jsonrpc\":\"2.0\",\"id\":1,"
                        "\"method\":\"hello\"}");
    else if (version != NULL &&
             (!cJSON_IsString(version) || strcmp(version->valuestring, "2.0") != 0))
        tool_drive_fail(out, TOOL_DRIVE_INVALID, "'jsonrpc' must be \"2.0\"");
    else if (id != NULL && !cJSON_IsString(id) && !cJSON_IsNumber(id) && !cJSON_IsNull(id))
        tool_drive_fail(out, TOOL_DRIVE_INVALID, "'id' must be a text or a number");
    else if (!cJSON_IsString(tool_json_get(json, "method")))
        tool_drive_fail(out, TOOL_DRIVE_INVALID, "'method' must be a text, such as \"hello\"");
    else if (params != NULL && !cJSON_IsObject(params))
        tool_drive_fail(out, TOOL_DRIVE_PARAMS, "'params' must be an object");
    else if (!tool_drive_check_keys(json, keys, "a request", out))
        out->error = TOOL_DRIVE_INVALID;
    return out->error == 0;
}

/* Whether the method may be called now. */
static bool check_call(struct tool_drive *drive, const struct tool_drive_method *method,
                       struct tool_drive_asker *asker, struct tool_drive_reply *out)
{
    if (!method->drives)
        return true;
    if (!asker->may_drive)
        tool_drive_fail(out, TOOL_DRIVE_BUSY,
                        "another client drives; this one may ask hello, locate, state and events, "
                        "and may drive when the other one has left");
    else if (drive->task.kind == TOOL_DRIVE_UNDO)
        tool_drive_fail(out, TOOL_DRIVE_BUSY,
                        "the drive goes back to where another client wanted it; ask again when it "
                        "is there");
    else if (drive->is_over)
        tool_drive_fail(out, TOOL_DRIVE_ENDED, "the app has ended: %s", drive->ending);
    else if ((drive->world.has_end || drive->task.kind == TOOL_DRIVE_STOP) &&
             !method->may_follow_end)
        tool_drive_fail(out, TOOL_DRIVE_ENDED,
                        "the drive was stopped, and the app was asked to exit; start another one");
    return out->error == 0;
}

/* Tells the listener of a request that was done, or keeps it until its task is over. Another client
 * may ask while there is a task. */
static void tell(struct tool_drive *drive, const struct tool_drive_method *method,
                 const cJSON *params, const struct tool_drive_reply *reply)
{
    if (drive->listener.take == NULL || reply->error != 0)
        return;
    if (!method->drives || reply->result != NULL) {
        tool_drive_tell(drive, method, params, reply, drive->world.granted);
        return;
    }
    drive->asked = method;
    drive->asked_params = cJSON_Duplicate(params, true);
    drive->asked_at = drive->world.granted;
}

void tool_drive_ask(struct tool_drive *drive, const char *name, const cJSON *params,
                    struct tool_drive_asker *asker, struct tool_drive_reply *out)
{
    const struct tool_drive_method *method = tool_drive_method_find(name);
    if (method == NULL)
        fail_method(name, out);
    if (method == NULL || !tool_drive_check_keys(params, method->keys, method->name, out) ||
        !check_call(drive, method, asker, out))
        return;
    if (method->drives) {
        asker->drives = true;
        tool_drive_task_drop(drive); /* where nobody drove */
    }
    drive->events_from = asker->events_from;
    method->call(drive, params, out);
    tell(drive, method, params, out);
}

enum tool_drive_outcome tool_drive_request(struct tool_drive *drive, const char *line,
                                           size_t length, struct tool_drive_asker *asker,
                                           cJSON **out_id, struct tool_drive_reply *out)
{
    *out = (struct tool_drive_reply){0};
    *out_id = NULL;
    cJSON *json = tool_json_parse_line(line, length);
    if (json == NULL)
        tool_drive_fail(out, TOOL_DRIVE_PARSE,
                        "this line is no JSON in UTF-8; a request is one object a line: "
                        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"hello\"}");
    const cJSON *id = tool_json_get(json, "id");
    bool is_sound = json != NULL && check_envelope(json, out);
    /* What is no request has an answer without an id. */
    bool has_id = cJSON_IsString(id) || cJSON_IsNumber(id);
    *out_id = has_id                   ? cJSON_Duplicate(id, false)
              : is_sound && id == NULL ? NULL
                                       : cJSON_CreateNull();
    if (is_sound)
        tool_drive_ask(drive, tool_json_text(json, "method", ""), tool_json_get(json, "params"),
                       asker, out);
    cJSON_Delete(json);
    bool begins = is_sound && asker->drives && out->error == 0 && out->result == NULL &&
                  drive->task.kind != TOOL_DRIVE_NO_TASK;
    return begins ? TOOL_DRIVE_BEGAN : TOOL_DRIVE_ANSWERED;
}
