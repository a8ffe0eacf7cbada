/* SPDX-License-Identifier: MIT */
#include "tool/report/run_page.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>

#include "tool/run_folder/run_folder.h"
#include "tool/cli/command.h"
#include "tool/cli/json.h"
#include "tool/log/divergence.h"
#include "tool/report/run_data.h"

static cJSON *describe(const struct tool_divergence *divergence, bool is_different)
{
    cJSON *out = cJSON_CreateObject();
    bool is_playing = divergence->frame != TOOL_LOG_READER_BEFORE;
    cJSON_AddBoolToObject(out, "different", is_different);
    tool_json_add_number(out, "frames", (double)divergence->frames);
    if (!is_different)
        return out;
    tool_json_add_number(out, "frames_differing", (double)divergence->frames_differing);
    tool_json_add_number(out, "frame", is_playing ? (double)divergence->frame : (double)NAN);
    tool_json_add_number(out, "at_s", divergence->at_s);
    tool_json_add_text(out, "what", divergence->what);
    tool_json_add_text(out, "field", divergence->field);
    tool_json_add_text(out, "a", divergence->a);
    tool_json_add_text(out, "b", divergence->b);
    tool_json_add_number(out, "a_line", (double)divergence->a_line);
    tool_json_add_number(out, "b_line", (double)divergence->b_line);
    return out;
}

/* Adds the second run, and where the two differ first: with the tolerances of `diff`. */
static bool add_other(struct tool_page *page, const char *command, const char *folder,
                      const char *other)
{
    const struct tool_divergence_options wanted = {{1e-5, 1e-4, 1e-5}, NULL, true};
    struct tool_divergence divergence;
    char a[PATH_MAX], b[PATH_MAX];
    if (!tool_run_data_add(page, command, "b-", other) ||
        !tool_run_folder_part(folder, TOOL_RUN_LOG, a) ||
        !tool_run_folder_part(other, TOOL_RUN_LOG, b))
        return false;
    enum tool_divergence_result result = tool_divergence_find(a, b, &wanted, &divergence);
    cJSON *difference = result == TOOL_DIVERGENCE_UNKNOWN
                            ? cJSON_CreateNull()
                            : describe(&divergence, result == TOOL_DIVERGENCE_FOUND);
    tool_page_add_json(page, "difference", difference);
    cJSON_Delete(difference);
    return true;
}

int tool_run_page_write(const char *command, const char *folder, const char *other,
                        const char *path)
{
    struct tool_page page;
    if (!tool_page_is_built(command))
        return TOOL_EXIT_RUNTIME;
    tool_page_begin(&page);
    bool is_made = tool_run_data_add(&page, command, "", folder) &&
                   (other == NULL || add_other(&page, command, folder, other));
    int code = !is_made                       ? TOOL_EXIT_USAGE
               : tool_page_write(&page, path) ? TOOL_EXIT_OK
                                              : TOOL_EXIT_OUTPUT;
    tool_page_finish(&page);
    return code;
}
