/* SPDX-License-Identifier: MIT */
/* What a tool says, and the answers to requests. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "tool/cli/json.h"
#include "tool/mcp/mcp.h"

enum { TEXT_SIZE = 4096, DAY_MS = 86400000 };

/* ---- What a tool says ---- */

void tool_mcp_say(struct tool_mcp_result *result, const char *text)
{
    cJSON *block = tool_json_append_object(result->content);
    cJSON_AddStringToObject(block, "type", "text");
    tool_json_add_text(block, "text", text);
}

void tool_mcp_fail(struct tool_mcp_result *result, const char *format, ...)
{
    char text[TEXT_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    tool_mcp_say(result, text);
    result->is_error = true;
}

/* Removes what helps nobody who reads an event: its number in the log, and real times. */
static void make_brief(cJSON *json)
{
    for (cJSON *item = json != NULL ? json->child : NULL, *next; item != NULL; item = next) {
        const char *name = item->string != NULL ? item->string : "";
        next = item->next;
        if (strcmp(name, "n") == 0 || strncmp(name, "wall_", 5) == 0)
            cJSON_Delete(cJSON_DetachItemViaPointer(json, item));
        else
            make_brief(item);
    }
}

void tool_mcp_say_json(struct tool_mcp_result *result, cJSON *json)
{
    make_brief(json);
    char *text = cJSON_PrintUnformatted(json);
    tool_mcp_say(result, text != NULL ? text : "there is no memory");
    cJSON_free(text);
    cJSON_Delete(json);
}

/* ---- Answers ---- */

static void answer(struct tool_mcp *mcp, const cJSON *request, struct tool_drive_reply *reply)
{
    const cJSON *id = tool_json_get(request, "id");
    bool has_id = cJSON_IsString(id) || cJSON_IsNumber(id);
    char *line = tool_drive_answer(has_id ? cJSON_Duplicate(id, false) : cJSON_CreateNull(), reply);
    if (line != NULL)
        tool_drive_client_answer(&mcp->client, line);
    cJSON_free(line);
}

const cJSON *tool_mcp_own_version(const cJSON *request)
{
    return tool_json_get(tool_json_get(tool_json_get(request, "params"), "_meta"),
                         TOOL_MCP_META "protocolVersion");
}

void tool_mcp_answer_error(struct tool_mcp *mcp, const cJSON *request, int code, const char *format,
                           ...)
{
    struct tool_drive_reply reply = {.error = code};
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reply.why, sizeof reply.why, format, arguments);
    va_end(arguments);
    if (code == TOOL_MCP_ERROR_VERSION) {
        reply.data = cJSON_CreateObject();
        tool_json_append_text(cJSON_AddArrayToObject(reply.data, "supported"), TOOL_MCP_MODERN);
        cJSON_AddItemToObject(reply.data, "requested",
                              cJSON_Duplicate(tool_mcp_own_version(request), true));
    }
    answer(mcp, request, &reply);
}

void tool_mcp_add_name(cJSON *object, const char *name)
{
    cJSON *server = cJSON_AddObjectToObject(object, name);
    cJSON_AddStringToObject(server, "name", "understudy");
    cJSON_AddStringToObject(server, "title", "Understudy");
    cJSON_AddStringToObject(server, "version", US_TOOL_VERSION);
}

void tool_mcp_answer_result(struct tool_mcp *mcp, const cJSON *request, cJSON *result, bool is_kept)
{
    struct tool_drive_reply reply = {.result = result};
    if (tool_mcp_own_version(request) != NULL) {
        cJSON_AddStringToObject(result, "resultType", "complete");
        tool_mcp_add_name(cJSON_AddObjectToObject(result, "_meta"), TOOL_MCP_META "serverInfo");
        if (is_kept) {
            cJSON_AddNumberToObject(result, "ttlMs", DAY_MS);
            cJSON_AddStringToObject(result, "cacheScope", "public");
        }
    }
    answer(mcp, request, &reply);
}
