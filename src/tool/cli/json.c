/* SPDX-License-Identifier: MIT */
#include "tool/cli/json.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "tool/recording/report.h"
#include "tool/cli/text.h"

static cJSON *number(double value)
{
    if (!isfinite(value))
        return cJSON_CreateNull();
    char text[40];
    snprintf(text, sizeof(text), "%.9g", value);
    return cJSON_CreateRaw(text);
}

void tool_json_add_number(cJSON *object, const char *name, double value)
{
    cJSON_AddItemToObject(object, name, number(value));
}

void tool_json_add_text(cJSON *object, const char *name, const char *text)
{
    char *valid = tool_text_valid(text);
    cJSON_AddStringToObject(object, name, valid != NULL ? valid : "");
    free(valid);
}

void tool_json_add_array(cJSON *object, const char *name, const float *values, unsigned count)
{
    cJSON *array = cJSON_AddArrayToObject(object, name);
    for (unsigned i = 0; i < count; i++)
        cJSON_AddItemToArray(array, number((double)values[i]));
}

void tool_json_add_layout(cJSON *object, const struct us_layout *layout)
{
    cJSON *out = cJSON_AddObjectToObject(object, "layout");
    char version[32];
    snprintf(version, sizeof(version), "%d.%d", (int)layout->version_major,
             (int)layout->version_minor);
    cJSON_AddStringToObject(out, "version", version);
    cJSON_AddNumberToObject(out, "key_size_bytes", (double)layout->key_size);
    cJSON_AddBoolToObject(out, "headerless", layout->headerless);
    cJSON_AddBoolToObject(out, "has_camera", layout->has_camera);
    cJSON_AddBoolToObject(out, "has_hands", layout->has_hands);
    cJSON_AddBoolToObject(out, "has_gaze", layout->has_gaze);
    cJSON_AddBoolToObject(out, "has_marker_list", layout->has_markers);
}

void tool_json_add_error(cJSON *object, const struct us_error *error)
{
    cJSON *out = cJSON_AddObjectToObject(object, "error");
    cJSON_AddStringToObject(out, "kind", us_result_name(error->result));
    if (error->curve[0] != '\0')
        cJSON_AddStringToObject(out, "curve", error->curve);
    else
        cJSON_AddNullToObject(out, "curve");
    if (error->byte != US_NO_BYTE)
        cJSON_AddNumberToObject(out, "byte", (double)error->byte);
    else
        cJSON_AddNullToObject(out, "byte");
    tool_json_add_text(out, "text", error->text);
}

void tool_json_add_items(cJSON *object, const struct us_repair_report *report)
{
    cJSON *items = cJSON_AddArrayToObject(object, "items");
    for (uint32_t i = 0; i < report->item_count; i++) {
        const struct us_repair_item *item = &report->items[i];
        char curve[US_ERROR_CURVE_SIZE], text[256];
        us_recording_curve_name(item->curve_index, curve, sizeof(curve));
        us_repair_describe(item, text, sizeof(text));
        cJSON *out = cJSON_CreateObject();
        cJSON_AddStringToObject(out, "kind", us_repair_name(item->kind));
        cJSON_AddStringToObject(out, "weight", tool_report_weight(us_repair_weight(item->kind)));
        if (item->curve_index < US_CURVE_COUNT)
            cJSON_AddStringToObject(out, "curve", curve);
        else
            cJSON_AddNullToObject(out, "curve");
        cJSON_AddNumberToObject(out, "count", (double)item->count);
        tool_json_add_number(out, "seconds_s", item->seconds);
        cJSON_AddStringToObject(out, "text", text);
        cJSON_AddItemToArray(items, out);
    }
}

bool tool_json_print(cJSON *object)
{
    char *text = cJSON_Print(object);
    cJSON_Delete(object);
    if (text == NULL) {
        tool_text_complain("out of memory for the output");
        return false;
    }
    puts(text);
    cJSON_free(text);
    return true;
}
