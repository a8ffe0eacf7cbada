/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tool/cli/json.h"
#include "tool/mcp/mcp.h"

/* ---- Arguments, by the schema of the tool ---- */

enum { NAME_SIZE = 128, MEMBERS_MAX = 24 };

/*
 * Whether `value`, which is called `name`, has the types and the members that a schema says (JSON
 * Schema: type, items, properties, required, additionalProperties). If not, the reply's reason
 * names the place: "do.commands[1].over must be a number". The drive checks numbers and words.
 */
static bool check_value(const cJSON *schema, const cJSON *value, const char *name,
                        struct tool_drive_reply *out);

static bool check_type(const cJSON *value, const char *type, const char *name,
                       struct tool_drive_reply *out)
{
    bool is_number = cJSON_IsNumber(value) && isfinite(value->valuedouble) != 0;
    const struct {
        const char *type, *words;
        bool is_met;
    } types[] = {
        {"object", "an object", cJSON_IsObject(value)},
        {"array", "an array", cJSON_IsArray(value)},
        {"string", "a text", cJSON_IsString(value)},
        {"boolean", "true or false", cJSON_IsBool(value)},
        {"integer", "a whole number", is_number && floor(value->valuedouble) >= value->valuedouble},
        {"number", "a number", is_number},
    };
    for (unsigned i = 0; i < sizeof types / sizeof types[0]; i++)
        if (strcmp(types[i].type, type) == 0 && !types[i].is_met)
            return tool_drive_fail(out, TOOL_DRIVE_PARAMS, "%s must be %s", name, types[i].words);
    return true;
}

static bool check_range(const cJSON *schema, const cJSON *value, const char *name,
                        struct tool_drive_reply *out)
{
    const double least = tool_json_number(schema, "minimum", -INFINITY),
                 most = tool_json_number(schema, "maximum", INFINITY);
    if (!cJSON_IsNumber(value) || (value->valuedouble >= least && value->valuedouble <= most))
        return true;
    if (most < INFINITY && least > -INFINITY)
        return tool_drive_fail(out, TOOL_DRIVE_PARAMS, "%s must be from %.9g to %.9g", name, least,
                               most);
    return most < INFINITY
               ? tool_drive_fail(out, TOOL_DRIVE_PARAMS, "%s must be at most %.9g", name, most)
               : tool_drive_fail(out, TOOL_DRIVE_PARAMS, "%s must be %.9g or more", name, least);
}

static bool refuse_member(const cJSON *properties, const cJSON *member, const char *name,
                          struct tool_drive_reply *out)
{
    const char *names[MEMBERS_MAX + 1] = {NULL};
    const cJSON *property;
    unsigned count = 0;
    char what[NAME_SIZE + 16];
    cJSON_ArrayForEach(property, properties) {
        if (count < MEMBERS_MAX)
            names[count++] = property->string;
    }
    snprintf(what, sizeof what, "%s has no member", name);
    return tool_drive_fail_name(out, TOOL_DRIVE_PARAMS, what, member->string, names, "");
}

static bool check_members(const cJSON *schema, const cJSON *value, const char *name,
                          struct tool_drive_reply *out)
{
    const cJSON *properties = tool_json_get(schema, "properties"), *item;
    char place[NAME_SIZE];
    cJSON_ArrayForEach(item, tool_json_get(schema, "required")) {
        if (tool_json_get(value, item->valuestring) == NULL)
            return tool_drive_fail(out, TOOL_DRIVE_PARAMS, "%s must have '%s'", name,
                                   item->valuestring);
    }
    cJSON_ArrayForEach(item, value) {
        const cJSON *part = tool_json_get(properties, item->string);
        part = part != NULL ? part : tool_json_get(schema, "additionalProperties");
        snprintf(place, sizeof place, "%.60s.%.60s", name, item->string);
        if (cJSON_IsFalse(part))
            return refuse_member(properties, item, name, out);
        if (!check_value(part, item, place, out))
            return false;
    }
    return true;
}

static bool check_value(const cJSON *schema, const cJSON *value, const char *name,
                        struct tool_drive_reply *out)
{
    const char *type = tool_json_text(schema, "type", NULL);
    const cJSON *item;
    char place[NAME_SIZE];
    unsigned i = 0;
    if (type == NULL)
        return true;
    if (!check_type(value, type, name, out) || !check_range(schema, value, name, out))
        return false;
    if (cJSON_IsObject(value))
        return check_members(schema, value, name, out);
    cJSON_ArrayForEach(item, value) {
        snprintf(place, sizeof place, "%.80s[%u]", name, i++);
        if (!check_value(tool_json_get(schema, "items"), item, place, out))
            return false;
    }
    return true;
}

/* ---- Calls ---- */

void tool_mcp_call_first(struct tool_mcp *mcp)
{
    cJSON *request = mcp->calls[0];
    const cJSON *params = tool_json_get(request, "params");
    const char *name = tool_json_text(params, "name", "");
    const cJSON *schema = tool_json_get(tool_mcp_find_tool(mcp, name), "inputSchema");
    struct tool_mcp_result result = {.content = cJSON_CreateArray()};
    cJSON *nothing = cJSON_CreateObject();
    const cJSON *given = tool_json_get(params, "arguments"),
                *arguments = given != NULL ? given : nothing;
    struct tool_drive_reply wrong = {0};
    mcp->is_calling = true;
    if (check_value(schema, arguments, name, &wrong))
        tool_mcp_call_tool(mcp, name, arguments, &result);
    else
        tool_mcp_fail(&result, "%s. Mend the arguments and call again.", wrong.why);
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
    tool_mcp_forget_call(mcp, 0);
}
