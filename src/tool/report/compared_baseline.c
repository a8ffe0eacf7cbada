/* SPDX-License-Identifier: MIT */
#include "tool/report/compared_baseline.h"

#include <stdio.h>
#include <string.h>

#include "tool/page/byte_buffer.h"
#include "tool/run_folder/run_folder.h"

cJSON *tool_compared_baseline_read_verdict(const char *folder)
{
    char path[PATH_MAX];
    struct tool_byte_buffer text = {0};
    cJSON *verdict = NULL;
    if (tool_run_folder_part(folder, TOOL_RUN_VERDICT, path) &&
        tool_byte_buffer_add_file(&text, path)) {
        tool_byte_buffer_add(&text, "", 1);
        verdict = text.is_failed ? NULL : cJSON_Parse((const char *)text.bytes);
    }
    tool_byte_buffer_finish(&text);
    return verdict;
}

static const cJSON *comparison_of(const cJSON *verdict)
{
    const cJSON *comparison = cJSON_GetObjectItemCaseSensitive(verdict, "comparison");
    return cJSON_GetObjectItemCaseSensitive(comparison, "baseline");
}

bool tool_compared_baseline_is_named(const cJSON *verdict)
{
    return comparison_of(verdict) != NULL;
}

static const char *text_of(const cJSON *object, const char *name)
{
    return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, name));
}

bool tool_compared_baseline_find(const cJSON *verdict, const char *command, char out[PATH_MAX])
{
    const cJSON *comparison = comparison_of(verdict);
    const char *folder = text_of(comparison, "a_folder");
    const char *began = text_of(comparison, "a_began");
    if (folder == NULL || began == NULL || tool_run_folder_look(folder) != TOOL_RUN_FOLDER_RUN)
        return false;
    cJSON *facts = tool_run_folder_read_facts(command, folder);
    const char *now = text_of(facts, "began");
    int length = snprintf(out, PATH_MAX, "%s", folder);
    bool is_same = now != NULL && strcmp(now, began) == 0 && length > 0 && length < PATH_MAX;
    cJSON_Delete(facts);
    return is_same;
}
