/* SPDX-License-Identifier: MIT */
/*
 * report_html: the page that `run --report-html` writes at the end of a run.
 */
#ifndef TOOL_REPORT_HTML_H
#define TOOL_REPORT_HTML_H

#include <limits.h>
#include <stdbool.h>

/* The values of --report-html-on; NULL-terminated. The first is the default. */
extern const char *const tool_report_html_moments[];

/* Zeroed, no page is wanted. */
struct tool_report_html {
    const char *path;      /* the page; NULL: none is wanted */
    const char *moment;    /* one of tool_report_html_moments, or NULL */
    char folder[PATH_MAX]; /* a run folder of our own, which goes away; "": there is none */
};

/*
 * Checks the options. If `*out` (the run folder of --out) is NULL and a page is wanted, it becomes
 * a temporary folder. Returns an exit code (command.h), after a message if it is not TOOL_EXIT_OK.
 */
int tool_report_html_begin(struct tool_report_html *html, const char **out);

/*
 * Writes the page if it is wanted after a run with this exit code, and removes the temporary
 * folder. `again` is the folder of a second run, or NULL. Returns the exit code of the whole.
 */
int tool_report_html_end(struct tool_report_html *html, const char *out, const char *again,
                         int code);

#endif
