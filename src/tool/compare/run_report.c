/* SPDX-License-Identifier: MIT */
#include "tool/compare/run_report.h"

#include <stdio.h>
#include <string.h>

#include "tool/compare/compare_print.h"
#include "tool/cli/json.h"
#include "tool/cli/file_roles.h"
#include "tool/cli/text.h"
#include "tool/output/part_file.h"
#include "tool/verdict/verdict_print.h"

static bool has_failed(const struct tool_run_check *check)
{
    return check->is_made && check->must_be_equal && check->result.first != TOOL_RUN_SAME;
}

/* Names the run of the baseline: its folder, as an absolute path, and when it began. */
static void add_baseline(cJSON *object, const struct tool_run_side *side)
{
    char path[PATH_MAX];
    const cJSON *began = cJSON_GetObjectItemCaseSensitive(side->facts, "began");
    if (side->place.folder[0] == '\0' || !tool_file_path_make_absolute(side->place.folder, path))
        return;
    tool_json_add_text(object, "a_folder", path);
    tool_json_add_text(object, "a_began", cJSON_GetStringValue(began));
}

static cJSON *check_to_json(const struct tool_run_check *check)
{
    cJSON *object = tool_compare_runs_to_json(&check->a, &check->b, &check->result);
    if (strcmp(check->name, "baseline") == 0)
        add_baseline(object, &check->a);
    return object;
}

bool tool_run_report_write_json(const struct tool_run_report *report, const char *path)
{
    bool failed = !report->verdict->passed;
    cJSON *object = tool_verdict_to_json(report->verdict, report->expect, &report->end);
    cJSON *comparison = cJSON_CreateObject();
    for (int i = 0; i < TOOL_RUN_CHECKS; i++) {
        const struct tool_run_check *check = &report->checks[i];
        failed = failed || has_failed(check);
        if (check->is_made)
            cJSON_AddItemToObject(comparison, check->name, check_to_json(check));
    }
    cJSON_AddItemToObject(object, "comparison", comparison);
    cJSON_ReplaceItemInObjectCaseSensitive(object, "result",
                                           cJSON_CreateString(failed ? "failed" : "passed"));
    char *text = cJSON_Print(object);
    cJSON_Delete(object);
    bool written = tool_part_file_write_line(path, text);
    cJSON_free(text);
    return written;
}

bool tool_run_report_write_junit(const struct tool_run_report *report, const char *path)
{
    struct tool_verdict_case cases[TOOL_RUN_CHECKS];
    char names[TOOL_RUN_CHECKS][128], failures[TOOL_RUN_CHECKS][2048];
    size_t count = 0;
    for (int i = 0; i < TOOL_RUN_CHECKS; i++) {
        const struct tool_run_check *check = &report->checks[i];
        if (!check->is_made)
            continue;
        snprintf(names[count], sizeof names[0], "the same as %.100s", check->a.name);
        tool_compare_describe_runs(&check->result, failures[count], sizeof failures[0]);
        cases[count] =
            (struct tool_verdict_case){names[count], has_failed(check) ? failures[count] : NULL};
        count++;
    }
    return tool_verdict_write_junit(path, report->suite, report->verdict, report->expect, cases,
                                    count);
}
