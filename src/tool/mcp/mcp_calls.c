/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "tool/cli/json.h"
#include "tool/mcp/mcp.h"

static const cJSON *find_tool(const struct tool_mcp *mcp, const char *name)
{
    const cJSON *tool;
    cJSON_ArrayForEach(tool, tool_json_get(mcp->definitions, "tools"))
    {
        if (strcmp(tool_json_text(tool, "name", ""), name) == 0)
            return tool;
    }
    return NULL;
}

void tool_mcp_take_call(struct tool_mcp *mcp, const cJSON *request)
{
    const cJSON *params = tool_json_get(request, "params"),
                *arguments = tool_json_get(params, "arguments");
    const char *name = tool_json_text(params, "name", "");
    if (find_tool(mcp, name) == NULL)
        tool_mcp_answer_error(mcp, request, TOOL_MCP_ERROR_PARAMS,
                              "there is no tool '%.60s'; there are launch, see, do, "
                              "aim, advance, expect, undo and stop",
                              name);
    else if (arguments != NULL && !cJSON_IsObject(arguments))
        tool_mcp_answer_error(mcp, request, TOOL_MCP_ERROR_PARAMS,
                              "params.arguments must be an object");
    else if (mcp->call_count == TOOL_MCP_CALLS_MAX)
        tool_mcp_answer_error(mcp, request, TOOL_MCP_ERROR_INTERNAL,
                              "%d calls wait already; wait for their answers", TOOL_MCP_CALLS_MAX);
    else if ((mcp->calls[mcp->call_count] = cJSON_Duplicate(request, true)) != NULL)
        mcp->call_count++;
    else
        tool_mcp_answer_error(mcp, request, TOOL_MCP_ERROR_INTERNAL, "there is no memory");
}

static void forget_call(struct tool_mcp *mcp, unsigned i)
{
    cJSON_Delete(mcp->calls[i]);
    mcp->call_count--;
    memmove(&mcp->calls[i], &mcp->calls[i + 1], (mcp->call_count - i) * sizeof mcp->calls[0]);
}

void tool_mcp_cancel(struct tool_mcp *mcp, const cJSON *notification)
{
    const cJSON *id = tool_json_get(tool_json_get(notification, "params"), "requestId");
    for (unsigned i = 0; i < mcp->call_count; i++) {
        if (!cJSON_Compare(id, tool_json_get(mcp->calls[i], "id"), true))
            continue;
        if (i == 0 && mcp->is_calling)
            mcp->is_cancelled = true;
        else
            forget_call(mcp, i);
        return;
    }
}

void tool_mcp_call_first(struct tool_mcp *mcp)
{
    cJSON *request = mcp->calls[0];
    const cJSON *params = tool_json_get(request, "params"),
                *arguments = tool_json_get(params, "arguments");
    const char *name = tool_json_text(params, "name", "");
    struct tool_mcp_result result = {.content = cJSON_CreateArray()};
    cJSON *nothing = arguments == NULL ? cJSON_CreateObject() : NULL;
    char why[512];
    mcp->is_calling = true;
    if (tool_mcp_check(tool_json_get(find_tool(mcp, name), "inputSchema"),
                       arguments != NULL ? arguments : nothing, name, why, sizeof why))
        tool_mcp_call_tool(mcp, name, arguments != NULL ? arguments : nothing, &result);
    else
        tool_mcp_fail(&result, "%s. Mend the arguments and call again.", why);
    cJSON_Delete(nothing);
    mcp->is_calling = false;
    if (!mcp->is_cancelled) {
        cJSON *body = cJSON_CreateObject();
        cJSON_AddItemToObject(body, "content", result.content);
        cJSON_AddBoolToObject(body, "isError", result.is_error);
        tool_mcp_answer_result(mcp, request, body, false);
    } else {
        cJSON_Delete(result.content);
    }
    mcp->is_cancelled = false;
    forget_call(mcp, 0);
}
