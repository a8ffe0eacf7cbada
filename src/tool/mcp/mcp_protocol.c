/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "tool/cli/json.h"
#include "tool/mcp/mcp.h"

/* Versions with the handshake "initialize", the newest first. */
static const char *const handshakes[] = {"2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05",
                                         NULL};

/* ---- Calls of tools, which wait for their turn ---- */

const cJSON *tool_mcp_find_tool(const struct tool_mcp *mcp, const char *name)
{
    const cJSON *tool;
    cJSON_ArrayForEach(tool, tool_json_get(mcp->definitions, "tools")) {
        if (tool_json_is_text(tool, "name", name))
            return tool;
    }
    return NULL;
}

#define THERE_ARE "; there are launch, see, do, aim, advance, expect, undo and stop"

/* Keeps a call until its turn. */
static void take_call(struct tool_mcp *mcp, const cJSON *request)
{
    const cJSON *params = tool_json_get(request, "params"),
                *arguments = tool_json_get(params, "arguments");
    const char *name = tool_json_text(params, "name", NULL);
    if (name == NULL)
        tool_mcp_answer_error(mcp, request, TOOL_DRIVE_PARAMS,
                              "params.name must be the name of a tool" THERE_ARE);
    else if (tool_mcp_find_tool(mcp, name) == NULL)
        tool_mcp_answer_error(mcp, request, TOOL_DRIVE_PARAMS, "there is no tool '%.60s'" THERE_ARE,
                              name);
    else if (arguments != NULL && !cJSON_IsObject(arguments))
        tool_mcp_answer_error(mcp, request, TOOL_DRIVE_PARAMS,
                              "params.arguments must be an object");
    else if (mcp->call_count == TOOL_MCP_CALLS_MAX)
        tool_mcp_answer_error(mcp, request, TOOL_DRIVE_INTERNAL,
                              "%d calls wait already; wait for their answers", TOOL_MCP_CALLS_MAX);
    else if ((mcp->calls[mcp->call_count] = cJSON_Duplicate(request, true)) != NULL)
        mcp->call_count++;
    else
        tool_mcp_answer_error(mcp, request, TOOL_DRIVE_INTERNAL, "there is no memory");
}

void tool_mcp_forget_call(struct tool_mcp *mcp, unsigned i)
{
    cJSON_Delete(mcp->calls[i]);
    mcp->call_count--;
    memmove(&mcp->calls[i], &mcp->calls[i + 1], (mcp->call_count - i) * sizeof mcp->calls[0]);
}

/* Drops the call that the notification names; it gets no answer. */
static void cancel(struct tool_mcp *mcp, const cJSON *notification)
{
    const cJSON *id = tool_json_get(tool_json_get(notification, "params"), "requestId");
    for (unsigned i = 0; i < mcp->call_count; i++) {
        if (!cJSON_Compare(id, tool_json_get(mcp->calls[i], "id"), true))
            continue;
        if (i == 0 && mcp->is_calling)
            mcp->is_cancelled = true;
        else
            tool_mcp_forget_call(mcp, i);
        return;
    }
}

/* ---- Methods ---- */

static void add_capabilities(cJSON *result)
{
    cJSON *capabilities = cJSON_AddObjectToObject(result, "capabilities");
    cJSON_AddObjectToObject(capabilities, "tools");
}

static void initialize(struct tool_mcp *mcp, const cJSON *request)
{
    const char *wanted = tool_json_text(tool_json_get(request, "params"), "protocolVersion", "");
    if (wanted[0] == '\0') {
        tool_mcp_answer_error(mcp, request, TOOL_DRIVE_PARAMS,
                              "params.protocolVersion must be a version of the protocol, such as "
                              "\"%s\"",
                              handshakes[0]);
        return;
    }
    const int agreed = us_text_find(handshakes, wanted);
    mcp->is_agreed = true;
    cJSON *result = cJSON_CreateObject();
    cJSON_AddStringToObject(result, "protocolVersion", handshakes[agreed >= 0 ? agreed : 0]);
    add_capabilities(result);
    tool_mcp_add_name(result, "serverInfo");
    cJSON_AddStringToObject(result, "instructions",
                            tool_json_text(mcp->definitions, "instructions", ""));
    tool_mcp_answer_result(mcp, request, result, false);
}

static void discover(struct tool_mcp *mcp, const cJSON *request)
{
    cJSON *result = cJSON_CreateObject();
    cJSON *versions = cJSON_AddArrayToObject(result, "supportedVersions");
    tool_json_append_text(versions, TOOL_MCP_MODERN);
    add_capabilities(result);
    cJSON_AddStringToObject(result, "instructions",
                            tool_json_text(mcp->definitions, "instructions", ""));
    tool_mcp_answer_result(mcp, request, result, true);
}

static void ping(struct tool_mcp *mcp, const cJSON *request)
{
    tool_mcp_answer_result(mcp, request, cJSON_CreateObject(), false);
}

static void list_tools(struct tool_mcp *mcp, const cJSON *request)
{
    cJSON *result = cJSON_CreateObject();
    cJSON_AddItemToObject(result, "tools",
                          cJSON_Duplicate(tool_json_get(mcp->definitions, "tools"), true));
    tool_mcp_answer_result(mcp, request, result, true);
}

/* ---- Messages ---- */

static const struct method {
    const char *name;
    void (*call)(struct tool_mcp *mcp, const cJSON *request);
    bool is_first; /* may come before a version is agreed upon */
} methods[] = {
    {"initialize", initialize, true},  {"server/discover", discover, false}, {"ping", ping, true},
    {"tools/list", list_tools, false}, {"tools/call", take_call, false},
};
enum { METHODS = sizeof methods / sizeof methods[0] };

/* Whether the request may be served: in the version that it names, or the one that was agreed upon.
 * False after an error. */
static bool check_version(struct tool_mcp *mcp, const cJSON *request, const struct method *method)
{
    const cJSON *version = tool_mcp_own_version(request);
    const cJSON *meta = tool_json_get(tool_json_get(request, "params"), "_meta");
    if (version == NULL && (mcp->is_agreed || method->is_first))
        return true;
    if (version == NULL)
        tool_mcp_answer_error(mcp, request, TOOL_DRIVE_PARAMS,
                              "the version of the protocol is missing: send \"initialize\" first, "
                              "or put \"" TOOL_MCP_META "protocolVersion\" (\"" TOOL_MCP_MODERN
                              "\") into params._meta of each request");
    else if (!cJSON_IsString(version) || strcmp(version->valuestring, TOOL_MCP_MODERN) != 0)
        tool_mcp_answer_error(mcp, request, TOOL_MCP_ERROR_VERSION, "Unsupported protocol version");
    else if (!cJSON_IsObject(tool_json_get(meta, TOOL_MCP_META "clientCapabilities")))
        tool_mcp_answer_error(mcp, request, TOOL_DRIVE_PARAMS,
                              "params._meta must have the object \"" TOOL_MCP_META
                              "clientCapabilities\"");
    else
        return true;
    return false;
}

static void take_request(struct tool_mcp *mcp, const cJSON *request)
{
    const char *name = tool_json_text(request, "method", "");
    for (unsigned i = 0; i < METHODS; i++) {
        if (strcmp(methods[i].name, name) != 0)
            continue;
        if (check_version(mcp, request, &methods[i]))
            methods[i].call(mcp, request);
        return;
    }
    tool_mcp_answer_error(mcp, request, TOOL_DRIVE_NO_METHOD,
                          "there is no method '%.60s'; there are initialize, server/discover, "
                          "ping, tools/list and tools/call",
                          name);
}

/* What is wrong with a message, or NULL. */
static const char *check_message(const cJSON *message)
{
    const cJSON *version = tool_json_get(message, "jsonrpc"), *id = tool_json_get(message, "id");
    bool is_whole = cJSON_IsNumber(id) && floor(id->valuedouble) >= id->valuedouble;
    if (cJSON_IsArray(message))
        return "send one message a line; there are no batches";
    if (!cJSON_IsObject(message))
        return "a message must be an object";
    if (!cJSON_IsString(version) || strcmp(version->valuestring, "2.0") != 0)
        return "'jsonrpc' must be \"2.0\"";
    if (id != NULL && !cJSON_IsString(id) && !is_whole)
        return "'id' must be a text or a whole number";
    return cJSON_IsString(tool_json_get(message, "method"))
               ? NULL
               : "'method' must be a text: \"tools/list\"";
}

static void take_message(struct tool_mcp *mcp, const cJSON *message)
{
    const char *wrong = check_message(message);
    const cJSON *params = tool_json_get(message, "params");
    /* Nothing was asked of the client: its answers mean nothing. */
    if (tool_json_get(message, "method") == NULL &&
        (tool_json_get(message, "result") != NULL || tool_json_get(message, "error") != NULL))
        return;
    if (wrong != NULL)
        tool_mcp_answer_error(mcp, message, TOOL_DRIVE_INVALID, "%s", wrong);
    else if (tool_json_get(message, "id") != NULL && params != NULL && !cJSON_IsObject(params))
        tool_mcp_answer_error(mcp, message, TOOL_DRIVE_PARAMS, "'params' must be an object");
    else if (tool_json_get(message, "id") != NULL)
        take_request(mcp, message);
    else if (tool_json_is_text(message, "method", "notifications/cancelled"))
        cancel(mcp, message);
}

void tool_mcp_take(struct tool_mcp *mcp, const char *line, size_t length)
{
    if (line != NULL && strspn(line, " \t\r") == length)
        return;
    cJSON *message = line != NULL ? tool_json_parse_line(line, length) : NULL;
    if (line == NULL)
        tool_mcp_answer_error(mcp, NULL, TOOL_DRIVE_INVALID, "the line is longer than %d bytes",
                              TOOL_DRIVE_LINE_MAX);
    else if (message == NULL)
        tool_mcp_answer_error(mcp, NULL, TOOL_DRIVE_PARSE,
                              "the line is no JSON in UTF-8; send one message a line");
    else
        take_message(mcp, message);
    cJSON_Delete(message);
}
