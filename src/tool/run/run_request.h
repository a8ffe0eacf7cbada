/* SPDX-License-Identifier: MIT */
/*
 * run_request: what `run` is asked to play and how, checked, and handed to the layer as
 * environment.
 */
#ifndef TOOL_RUN_REQUEST_H
#define TOOL_RUN_REQUEST_H

#include <stdbool.h>

#include "status/setting_table.h"
#include "tool/cli/paths.h"
#include "tool/display/platform.h"
#include "tool/report/report_html.h"

struct tool_run_recording;

/* The value of a setting on the command line. */
struct tool_run_setting {
    const char *text; /* NULL: not given */
    double number;    /* of US_SETTING_KIND_NUMBER; NaN: not given */
    bool is_on;       /* of US_SETTING_KIND_SWITCH */
};

struct tool_run_request {
    struct tool_run_setting settings[US_SETTING_COUNT];
    const char *play_copy; /* what the layer plays in place of a compressed recording; NULL: it */
    const char *expect; /* the file of expectations; its markers are looked up in the recording */
    const char *exit;   /* app_end.h; NULL: run exits with the app's exit code */
    struct tool_run_recording *recording; /* what --record asks for */
    struct tool_report_html html;         /* --report-html and --report-html-on */
    double grace_s;                       /* after the end of US_END_QUIT; NaN: not given */
    double limit_s;                       /* of the whole run; NaN: none */
    double stall_s;                       /* without a frame; NaN: none */
    bool keeps_log;                       /* there is an event log without --log */
    struct tool_platform platform;
    bool allow_unused, verbose, quiet;
};

/* The value of a setting that is text, as given or by default; NULL if it has neither. */
const char *tool_run_request_text(const struct tool_run_request *request, enum us_setting_id id);

/* Whether its parts go together; says what is wrong. */
bool tool_run_request_check(const struct tool_run_request *request);

/*
 * Inspect the recording, print what playback will repair, and find the moments that are asked for
 * in it. Returns an exit code (command.h); all but TOOL_EXIT_OK are said.
 */
int tool_run_request_check_recording(const struct tool_run_request *request);

/*
 * Set what the layer reads: every setting that has an option. Files that tell of an earlier run's
 * start and end are removed. Says why it fails.
 */
bool tool_run_request_set(const struct tool_run_request *request);

/* Make the event log that is asked for, or empty it: the layer appends. Where it is, absolute, is
 * in `out_path`. True also if none is asked for. Says why it fails. */
bool tool_run_request_make_log(const struct tool_run_request *request, char out_path[PATH_MAX]);

#endif
