/* SPDX-License-Identifier: MIT */
#include "tool/recording/recording_json.h"

#include <stdio.h>

#include "tool/cli/json.h"
#include "tool/recording/report.h"

void tool_recording_json_add_layout(cJSON *object, const struct us_layout *layout)
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

void tool_recording_json_add_items(cJSON *object, const struct us_repair_report *report)
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
