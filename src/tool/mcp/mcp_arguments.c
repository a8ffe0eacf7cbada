/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tool/cli/json.h"
#include "tool/cli/options.h"
#include "tool/mcp/mcp.h"

enum { NAME_SIZE = 128, MEMBERS_MAX = 24 };

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

static bool refuse_member(const cJSON *properties, const cJSON *member, const char *name, char *why,
                          size_t size)
{
    const char *names[MEMBERS_MAX + 1] = {NULL};
    const cJSON *property;
    unsigned count = 0;
    cJSON_ArrayForEach(property, properties)
    {
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
    cJSON_ArrayForEach(item, tool_json_get(schema, "required"))
    {
        if (tool_json_get(value, item->valuestring) != NULL)
            continue;
        snprintf(why, size, "%s must have '%s'", name, item->valuestring);
        return false;
    }
    cJSON_ArrayForEach(item, value)
    {
        const cJSON *part = tool_json_get(properties, item->string);
        part = part != NULL ? part : tool_json_get(schema, "additionalProperties");
        snprintf(place, sizeof place, "%.60s.%.60s", name, item->string);
        if (cJSON_IsFalse(part))
            return refuse_member(properties, item, name, why, size);
        if (!tool_mcp_check(part, item, place, why, size))
            return false;
    }
    return true;
}

bool tool_mcp_check(const cJSON *schema, const cJSON *value, const char *name, char *why,
                    size_t size)
{
    const char *type = cJSON_GetStringValue(tool_json_get(schema, "type"));
    const cJSON *item;
    char place[NAME_SIZE];
    unsigned i = 0;
    if (type == NULL)
        return true;
    if (!check_type(value, type, name, why, size))
        return false;
    if (cJSON_IsObject(value))
        return check_members(schema, value, name, why, size);
    cJSON_ArrayForEach(item, value)
    {
        snprintf(place, sizeof place, "%.80s[%u]", name, i++);
        if (!tool_mcp_check(tool_json_get(schema, "items"), item, place, why, size))
            return false;
    }
    return true;
}
