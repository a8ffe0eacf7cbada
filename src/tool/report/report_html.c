/* SPDX-License-Identifier: MIT */
#include "tool/report/report_html.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

#include "tool/run_folder/run_folder.h"
#include "tool/cli/command.h"
#include "tool/cli/temporary_files.h"
#include "tool/cli/text.h"
#include "tool/page/page.h"
#include "tool/report/run_page.h"

enum moment { ALWAYS, FAILURE };

const char *const tool_report_html_moments[] = {[ALWAYS] = "always", [FAILURE] = "failure", NULL};

int tool_report_html_begin(struct tool_report_html *html, const char **out)
{
    html->folder[0] = '\0';
    if (html->path == NULL && html->moment != NULL) {
        tool_text_complain("run: --report-html-on needs --report-html FILE");
        return TOOL_EXIT_USAGE;
    }
    if (html->path == NULL)
        return TOOL_EXIT_OK;
    if (!tool_page_is_built("run: --report-html"))
        return TOOL_EXIT_RUNTIME;
    if (*out != NULL)
        return TOOL_EXIT_OK;
    if (!tool_temporary_files_make_folder(html->folder))
        return TOOL_EXIT_CANNOT;
    *out = html->folder;
    return TOOL_EXIT_OK;
}

static bool is_wanted(const struct tool_report_html *html, const char *out, int code)
{
    bool on_failure =
        html->moment != NULL && strcmp(html->moment, tool_report_html_moments[FAILURE]) == 0;
    return html->path != NULL && (code != TOOL_EXIT_OK || !on_failure) &&
           tool_run_folder_look(out) == TOOL_RUN_FOLDER_RUN;
}

static void remove_folder(const char *folder)
{
    if (folder[0] != '\0' && !tool_run_folder_remove(folder) && errno != ENOENT)
        tool_text_complain("the temporary folder '%s' could not be removed: %s", folder,
                           strerror(errno));
    if (folder[0] != '\0')
        rmdir(folder);
}

int tool_report_html_end(struct tool_report_html *html, const char *out, const char *again,
                         int code)
{
    if (is_wanted(html, out, code)) {
        bool is_twice = again != NULL && tool_run_folder_look(again) == TOOL_RUN_FOLDER_RUN;
        int written =
            tool_run_page_write("run: --report-html", out, is_twice ? again : NULL, html->path);
        if (written == TOOL_EXIT_OK)
            tool_text_complain("the page of the run is '%s'", html->path);
        else if (code == TOOL_EXIT_OK)
            code = TOOL_EXIT_OUTPUT;
    }
    remove_folder(html->folder);
    return code;
}
