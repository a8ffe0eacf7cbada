/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tool/cli/json.h"
#include "tool/cli/options.h"
#include "tool/mcp/mcp.h"

/* ---- Arguments, by the schema of the tool ---- */

enum { NAME_SIZE = 128, MEMBERS_MAX = 24 };

/*
 * Whether `value`, which is called `name`, has the types and the members that a schema says (JSON
 * Schema: type, items, properties, required, additionalProperties). If not, `why` names the place:
 * "do.commands[1].over must be a number". The drive checks numbers and words.
 */
static bool check_value(const cJSON *schema, const cJSON *value, const char *name, char *why,
                        size_t size);

static bool check_type(const cJSON *value, const char *type, const char *name, char *why,
                       size_t size)
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
    for (unsigned i = 0; i < sizeof types / sizeof types[0]; i++) {
        if (strcmp(types[i].type, type) != 0 || types[i].is_met)
            continue;
        snprintf(why, size, "%s must be %s", name, types[i].words);
        return false;
    }
    return true;
}

static bool check_range(const cJSON *schema, const cJSON *value, const char *name, char *why,
                        size_t size)
{
    const double least = tool_json_number(schema, "minimum", -INFINITY),
                 most = tool_json_number(schema, "maximum", INFINITY);
    if (!cJSON_IsNumber(value) || (value->valuedouble >= least && value->valuedouble <= most))
        return true;
    if (most < INFINITY && least > -INFINITY)
        snprintf(why, size, "%s must be from %.9g to %.9g", name, least, most);
    else if (most < INFINITY)
        snprintf(why, size, "%s must be at most %.9g", name, most);
    else
        snprintf(why, size, "%s must be %.9g or more", name, least);
    return false;
}

static bool refuse_member(const cJSON *properties, const cJSON *member, const char *name, char *why,
                          size_t size)
{
    const char *names[MEMBERS_MAX + 1] = {NULL};
    const cJSON *property;
    unsigned count = 0;
    cJSON_ArrayForEach(property, properties) {
        if (count < MEMBERS_MAX)
            names[count++] = property->string;
    }
    char suggestion[96];
    tool_options_suggest(member->string, names, "", suggestion, sizeof suggestion);
    snprintf(why, size, "%s has no member '%.60s'%s", name, member->string, suggestion);
    return false;
}

static bool check_members(const cJSON *schema, const cJSON *value, const char *name, char *why,
                          size_t size)
{
    const cJSON *properties = tool_json_get(schema, "properties"), *item;
    char place[NAME_SIZE];
    cJSON_ArrayForEach(item, tool_json_get(schema, "required")) {
        if (tool_json_get(value, item->valuestring) != NULL)
            continue;
        snprintf(why, size, "%s must have '%s'", name, item->valuestring);
        return false;
    }
    cJSON_ArrayForEach(item, value) {
        const cJSON *part = tool_json_get(properties, item->string);
        part = part != NULL ? part : tool_json_get(schema, "additionalProperties");
        snprintf(place, sizeof place, "%.60s.%.60s", name, item->string);
        if (cJSON_IsFalse(part))
            return refuse_member(properties, item, name, why, size);
        if (!check_value(part, item, place, why, size))
            return false;
    }
    return true;
}

static bool check_value(const cJSON *schema, const cJSON *value, const char *name, char *why,
                        size_t size)
{
    const char *type = tool_json_text(schema, "type", NULL);
    const cJSON *item;
    char place[NAME_SIZE];
    unsigned i = 0;
    if (type == NULL)
        return true;
    if (!check_type(value, type, name, why, size) || !check_range(schema, value, name, why, size))
        return false;
    if (cJSON_IsObject(value))
        return check_members(schema, value, name, why, size);
    cJSON_ArrayForEach(item, value) {
        snprintf(place, sizeof place, "%.80s[%u]", name, i++);
        if (!check_value(tool_json_get(schema, "items"), item, place, why, size))
            return false;
    }
    return true;
}

/* ---- Calls ---- */

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
    if (check_value(tool_json_get(tool_mcp_find_tool(mcp, name), "inputSchema"),
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
    tool_mcp_forget_call(mcp, 0);
}
