/* SPDX-License-Identifier: MIT */
#include "tool/report/run_page.h"

#include <limits.h>
#include <stdio.h>

#include "tool/cli/command.h"
#include "tool/cli/json.h"
#include "tool/cli/temporary_files.h"
#include "tool/cli/text.h"
#include "tool/compare/logs/log_compare.h"
#include "tool/page/page.h"
#include "tool/report/run_data.h"
#include "tool/run_folder/run_folder.h"

/* Adds the second run, and the first difference between the two, with the tolerances of `compare`.
 */
static bool add_other(struct tool_page *page, const char *command, const char *folder,
                      const char *other)
{
    const struct tool_log_compare_options wanted = {.allow = {1e-5, 1e-4, 1e-5}, .common = true};
    struct tool_log_difference first;
    char a[PATH_MAX], b[PATH_MAX];
    if (!tool_run_data_add(page, command, "b-", other) ||
        !tool_run_folder_part(folder, TOOL_RUN_LOG, a) ||
        !tool_run_folder_part(other, TOOL_RUN_LOG, b))
        return false;
    enum tool_log_compare_result result = tool_log_compare(a, b, &wanted, &first);
    cJSON *difference = result == TOOL_LOG_COMPARE_UNKNOWN
                            ? cJSON_CreateNull()
                            : tool_log_difference_to_json(&first, result == TOOL_LOG_COMPARE_FOUND);
    tool_page_add_json(page, "", "difference", difference);
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

int tool_report_html_begin(struct tool_report_html *html, const char **out)
{
    html->folder[0] = '\0';
    if (html->path == NULL)
        return TOOL_EXIT_OK;
    if (!tool_page_is_built("run: --report"))
        return TOOL_EXIT_RUNTIME;
    if (*out != NULL)
        return TOOL_EXIT_OK;
    if (!tool_temporary_files_make_folder(html->folder))
        return TOOL_EXIT_USAGE;
    *out = html->folder;
    return TOOL_EXIT_OK;
}

static bool is_wanted(const struct tool_report_html *html, const char *out, int code)
{
    return html->path != NULL && out != NULL && (code != TOOL_EXIT_OK || !html->on_failure) &&
           tool_run_folder_look(out) == TOOL_RUN_FOLDER_RUN;
}

int tool_report_html_end(struct tool_report_html *html, const char *out, const char *again,
                         bool is_compared, int code)
{
    int ran = code;
    if (is_wanted(html, out, code)) {
        bool is_twice = again != NULL && tool_run_folder_look(again) == TOOL_RUN_FOLDER_RUN;
        int written =
            tool_run_page_write("run: --report", out, is_twice ? again : NULL, html->path);
        if (written == TOOL_EXIT_OK)
            tool_text_complain("the page of the run is '%s'", html->path);
        else if (code == TOOL_EXIT_OK)
            code = TOOL_EXIT_OUTPUT;
    }
    if (html->folder[0] != '\0')
        tool_run_folder_leave(html->folder, is_compared ? ran : TOOL_EXIT_OK);
    return code;
}
