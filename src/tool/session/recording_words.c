/* SPDX-License-Identifier: MIT */
#include "tool/session/recording_words.h"

#include "tool/cli/json.h"
#include "tool/cli/text.h"

void tool_report_failure(const char *path, bool json, const struct us_error *error)
{
    char text[512];
    us_error_describe(error, text, sizeof(text));
    tool_text_complain("%s: %s", path, text);
    if (!json)
        return;
    cJSON *object = cJSON_CreateObject();
    tool_json_add_text(object, "file", path);
    cJSON_AddStringToObject(object, "result", "unusable");
    tool_json_add_error(object, error);
    tool_json_print(object);
}

const char *tool_report_weight(enum us_repair_weight weight)
{
    return weight == US_REPAIR_NOTE       ? "note"
           : weight == US_REPAIR_REPAIRED ? "repaired"
                                          : "remains";
}

const char *tool_report_verdict_of(enum us_repair_weight heaviest)
{
    return heaviest == US_REPAIR_NOTE       ? "sound"
           : heaviest == US_REPAIR_REPAIRED ? "repaired"
                                            : "warned";
}
