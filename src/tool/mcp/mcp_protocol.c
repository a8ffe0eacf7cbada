/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "tool/cli/json.h"
#include "tool/cli/text.h"
#include "tool/mcp/mcp.h"

/* What each request of a client names in params._meta, from MODERN on. */
#define META "io.modelcontextprotocol/"
/* The version without a handshake, in which each request stands alone. */
#define MODERN "2026-07-28"

/* Versions with the handshake "initialize", the newest first. */
static const char *const handshakes[] = {"2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05",
                                         NULL};
enum { DAY_MS = 86400000 };

/* ---- Answers ---- */

/* Sends an answer to the request, and takes `body`, which is its member `name`. */
static void answer(struct tool_mcp *mcp, const cJSON *request, const char *name, cJSON *body)
{
    const cJSON *id = tool_json_get(request, "id");
    bool has_id = cJSON_IsString(id) || cJSON_IsNumber(id);
    cJSON *out = cJSON_CreateObject();
    cJSON_AddStringToObject(out, "jsonrpc", "2.0");
    cJSON_AddItemToObject(out, "id", has_id ? cJSON_Duplicate(id, false) : cJSON_CreateNull());
    cJSON_AddItemToObject(out, name, body);
    char *line = body != NULL ? cJSON_PrintUnformatted(out) : NULL;
    tool_drive_client_answer(&mcp->client,
                             line != NULL ? line
                                          : "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":"
                                            "-32603,\"message\":\"there is no memory\"}}");
    cJSON_free(line);
    cJSON_Delete(out);
}

/* The version that a request names for itself; NULL: none. */
static const cJSON *own_version(const cJSON *request)
{
    return tool_json_get(tool_json_get(tool_json_get(request, "params"), "_meta"),
                         META "protocolVersion");
}

void tool_mcp_answer_error(struct tool_mcp *mcp, const cJSON *request, enum tool_mcp_error code,
                           const char *format, ...)
{
    char message[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    cJSON *error = cJSON_CreateObject();
    cJSON_AddNumberToObject(error, "code", code);
    tool_json_add_text(error, "message", message);
    if (code == TOOL_MCP_ERROR_VERSION) {
        cJSON *data = cJSON_AddObjectToObject(error, "data");
        tool_json_append_text(cJSON_AddArrayToObject(data, "supported"), MODERN);
        cJSON_AddItemToObject(data, "requested", cJSON_Duplicate(own_version(request), true));
    }
    answer(mcp, request, "error", error);
}

static void add_name(cJSON *object, const char *name)
{
    cJSON *server = cJSON_AddObjectToObject(object, name);
    cJSON_AddStringToObject(server, "name", "understudy");
    cJSON_AddStringToObject(server, "title", "Understudy");
    cJSON_AddStringToObject(server, "version", US_TOOL_VERSION);
}

void tool_mcp_answer_result(struct tool_mcp *mcp, const cJSON *request, cJSON *result, bool is_kept)
{
    if (own_version(request) != NULL) {
        cJSON_AddStringToObject(result, "resultType", "complete");
        add_name(cJSON_AddObjectToObject(result, "_meta"), META "serverInfo");
        if (is_kept) {
            cJSON_AddNumberToObject(result, "ttlMs", DAY_MS);
            cJSON_AddStringToObject(result, "cacheScope", "public");
        }
    }
    answer(mcp, request, "result", result);
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
        tool_mcp_answer_error(mcp, request, TOOL_MCP_ERROR_PARAMS,
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
    add_name(result, "serverInfo");
    cJSON_AddStringToObject(result, "instructions",
                            tool_json_text(mcp->definitions, "instructions", ""));
    tool_mcp_answer_result(mcp, request, result, false);
}

static void discover(struct tool_mcp *mcp, const cJSON *request)
{
    cJSON *result = cJSON_CreateObject();
    cJSON *versions = cJSON_AddArrayToObject(result, "supportedVersions");
    tool_json_append_text(versions, MODERN);
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
    {"initialize", initialize, true},
    {"server/discover", discover, false},
    {"ping", ping, true},
    {"tools/list", list_tools, false},
    {"tools/call", tool_mcp_take_call, false},
};
enum { METHODS = sizeof methods / sizeof methods[0] };

/* Whether the request may be served: in the version that it names, or the one that was agreed upon.
 * False after an error. */
static bool check_version(struct tool_mcp *mcp, const cJSON *request, const struct method *method)
{
    const cJSON *version = own_version(request);
    const cJSON *meta = tool_json_get(tool_json_get(request, "params"), "_meta");
    if (version == NULL && (mcp->is_agreed || method->is_first))
        return true;
    if (version == NULL)
        tool_mcp_answer_error(mcp, request, TOOL_MCP_ERROR_PARAMS,
                              "the version of the protocol is missing: send \"initialize\" first, "
                              "or put \"" META "protocolVersion\" (\"" MODERN
                              "\") into params._meta of each request");
    else if (!cJSON_IsString(version) || strcmp(version->valuestring, MODERN) != 0)
        tool_mcp_answer_error(mcp, request, TOOL_MCP_ERROR_VERSION, "Unsupported protocol version");
    else if (!cJSON_IsObject(tool_json_get(meta, META "clientCapabilities")))
        tool_mcp_answer_error(mcp, request, TOOL_MCP_ERROR_PARAMS,
                              "params._meta must have the object \"" META "clientCapabilities\"");
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
    tool_mcp_answer_error(mcp, request, TOOL_MCP_ERROR_NO_METHOD,
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
        tool_mcp_answer_error(mcp, message, TOOL_MCP_ERROR_INVALID, "%s", wrong);
    else if (tool_json_get(message, "id") != NULL && params != NULL && !cJSON_IsObject(params))
        tool_mcp_answer_error(mcp, message, TOOL_MCP_ERROR_PARAMS, "'params' must be an object");
    else if (tool_json_get(message, "id") != NULL)
        take_request(mcp, message);
    else if (strcmp(tool_json_text(message, "method", ""), "notifications/cancelled") == 0)
        tool_mcp_cancel(mcp, message);
}

void tool_mcp_take(struct tool_mcp *mcp, const char *line, size_t length)
{
    if (line != NULL && strspn(line, " \t\r") == length)
        return;
    char *valid = line != NULL ? tool_text_valid(line) : NULL;
    bool is_text = valid != NULL && strlen(line) == length && strcmp(valid, line) == 0;
    cJSON *message = is_text ? cJSON_ParseWithOpts(line, NULL, true) : NULL;
    free(valid);
    if (line == NULL)
        tool_mcp_answer_error(mcp, NULL, TOOL_MCP_ERROR_INVALID, "the line is longer than %d bytes",
                              TOOL_DRIVE_LINE_MAX);
    else if (message == NULL)
        tool_mcp_answer_error(mcp, NULL, TOOL_MCP_ERROR_PARSE,
                              "the line is no JSON in UTF-8; send one message a line");
    else
        take_message(mcp, message);
    cJSON_Delete(message);
}
