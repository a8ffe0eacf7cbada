/* SPDX-License-Identifier: MIT */
/*
 * run_page: writes the page of a run, or of two.
 */
#ifndef TOOL_RUN_PAGE_H
#define TOOL_RUN_PAGE_H

#include <limits.h>
#include <stdbool.h>

/*
 * `command` names who asks. `other` is the folder of a second run to compare with, or NULL. Returns
 * an exit code (command.h) after a message if it fails.
 */
int tool_run_page_write(const char *command, const char *folder, const char *other,
                        const char *path);

/*
 * report_html: the page that `run --report FILE.html` writes at the end of a run.
 */

/* Zeroed, no page is wanted. */
struct tool_report_html {
    const char *path;      /* the page; NULL: none is wanted */
    bool on_failure;       /* only of a run that does not exit with 0 */
    char folder[PATH_MAX]; /* a temporary run folder, which is removed at the end; "": there is none
                            */
};

/*
 * Checks the options. If `*out` (the run folder of --out) is NULL and a page is wanted, it becomes
 * a temporary folder. Returns an exit code (command.h), after a message if it is not TOOL_EXIT_OK.
 */
int tool_report_html_begin(struct tool_report_html *html, const char **out);

/*
 * Writes the page if it is wanted after a run with this exit code, and removes the temporary
 * folder, unless the run was compared with another and failed. `again` is the folder of a second
 * run, or NULL. Returns the exit code of the whole.
 */
int tool_report_html_end(struct tool_report_html *html, const char *out, const char *again,
                         bool is_compared, int code);

#endif
