/* SPDX-License-Identifier: MIT */
#include "tool/cli/json.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/recording/format.h"
#include "tool/cli/text.h"

static cJSON *number(double value)
{
    if (!isfinite(value))
        return cJSON_CreateNull();
    char text[40];
    snprintf(text, sizeof text, "%.9g", value);
    return cJSON_CreateRaw(text);
}

void tool_json_add_number(cJSON *object, const char *name, double value)
{
    if (object != NULL)
        cJSON_AddItemToObject(object, name, number(value));
}

void tool_json_add_text(cJSON *object, const char *name, const char *text)
{
    char *valid = tool_text_valid(text);
    cJSON_AddStringToObject(object, name, valid != NULL ? valid : "");
    free(valid);
}

void tool_json_add_text_or_null(cJSON *object, const char *name, const char *text)
{
    if (text != NULL && text[0] != '\0')
        tool_json_add_text(object, name, text);
    else
        cJSON_AddNullToObject(object, name);
}

cJSON *tool_json_append_object(cJSON *array)
{
    cJSON *object = array != NULL ? cJSON_CreateObject() : NULL;
    cJSON_AddItemToArray(array, object);
    return object;
}

void tool_json_append_text(cJSON *array, const char *text)
{
    char *valid = tool_text_valid(text);
    if (array != NULL)
        cJSON_AddItemToArray(array, cJSON_CreateString(valid != NULL ? valid : ""));
    free(valid);
}

void tool_json_add_array(cJSON *object, const char *name, const float *values, unsigned count)
{
    cJSON *array = cJSON_AddArrayToObject(object, name);
    for (unsigned i = 0; array != NULL && i < count; i++)
        cJSON_AddItemToArray(array, number((double)values[i]));
}

void tool_json_add_pose(cJSON *object, const char *name, struct us_pose pose)
{
    const struct us_vec3 p = pose.position_m;
    const struct us_quat q = pose.rotation;
    const float values[] = {p.x, p.y, p.z, q.x, q.y, q.z, q.w};
    tool_json_add_array(object, name, values, 7);
}

void tool_json_add_error(cJSON *object, const struct us_error *error)
{
    cJSON *out = cJSON_AddObjectToObject(object, "error");
    cJSON_AddStringToObject(out, "kind", us_result_name(error->result));
    tool_json_add_text_or_null(out, "curve", error->curve);
    if (error->byte != US_NO_BYTE)
        cJSON_AddNumberToObject(out, "byte", (double)error->byte);
    else
        cJSON_AddNullToObject(out, "byte");
    tool_json_add_text(out, "text", error->text);
}

double tool_json_number(const cJSON *object, const char *name, double fallback)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
    return cJSON_IsNumber(item) ? item->valuedouble : fallback;
}

cJSON *tool_json_parse_line(const char *line, size_t length)
{
    const bool is_text = us_format_is_text((const uint8_t *)line, (uint32_t)length);
    return is_text ? cJSON_ParseWithOpts(line, NULL, true) : NULL;
}

const char *tool_json_text(const cJSON *object, const char *name, const char *fallback)
{
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, name));
    return text != NULL ? text : fallback;
}

bool tool_json_is_text(const cJSON *object, const char *name, const char *text)
{
    const char *found = tool_json_text(object, name, NULL);
    return found != NULL && strcmp(found, text) == 0;
}

bool tool_json_print(cJSON *object)
{
    char *text = cJSON_Print(object);
    cJSON_Delete(object);
    if (text == NULL) {
        tool_text_complain("out of memory for the output");
        return false;
    }
    tool_text_print_json(text);
    cJSON_free(text);
    return true;
}
