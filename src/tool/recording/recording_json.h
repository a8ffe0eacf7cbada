/* SPDX-License-Identifier: MIT */
/*
 * recording_json: the layout of a recording and the items of its repair report, as JSON.
 */
#ifndef TOOL_RECORDING_JSON_H
#define TOOL_RECORDING_JSON_H

#include <cjson/cJSON.h>

#include "core/repair/repair.h"

/* Adds {"version", "key_size_bytes", ...} as "layout". */
void tool_recording_json_add_layout(cJSON *object, const struct us_layout *layout);

/* Adds an array of {"kind", "weight": "note", "repaired" or "remains", "curve", "count",
 * "seconds_s", "text"} as "items". */
void tool_recording_json_add_items(cJSON *object, const struct us_repair_report *report);

#endif
