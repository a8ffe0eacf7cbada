/* SPDX-License-Identifier: MIT */
/*
 * run_request: what `run` is asked to play and how, checked, and handed to the layer as
 * environment.
 */
#ifndef TOOL_RUN_REQUEST_H
#define TOOL_RUN_REQUEST_H

#include <stdbool.h>

#include "core/playback/clock.h"
#include "core/recording/recording.h"
#include "status/setting_table.h"
#include "tool/display/platform.h"
#include "tool/report/run_page.h"

struct tool_expect;
struct us_run_status;

/*
 * run_faults: the faults that `run` makes on purpose: those of --fault and those of the file of
 * expectations, checked before the app starts.
 */

/* Adds the faults of a file of expectations to `*list`, those of --fault. Both may be NULL. Says
 * which fault is wrong, and returns false. The new list stays as long as the expectations. */
bool tool_run_faults_read(const char **list, const struct tool_expect *expect);

/* Looks the moments of all faults up in the recording, of which `clock` and `channels`, as
 * --channels has them, play a part. Says which fault is wrong, and returns false. */
bool tool_run_faults_check(const char *list, const struct us_recording *recording,
                           const struct us_clock *clock, const char *channels);

/* After a run: says each fault of the list, which may be NULL, that never began. False if there is
 * none, or if nothing was played. */
bool tool_run_faults_say_missing(const char *list, const struct us_run_status *status);

struct tool_launch_end;
struct tool_run_recording;

/* The value of a setting on the command line. */
struct tool_run_setting {
    const char *text; /* NULL: not given */
    double number;    /* of US_SETTING_KIND_NUMBER; NaN: not given */
    bool is_on;       /* of US_SETTING_KIND_SWITCH */
};

/* What `drive` adds to a run. */
struct tool_run_drive {
    const char *socket, *save, *on_leave, *write_test; /* its options; NULL: not given */
    bool stdio, force;
    bool has_cockpit;   /* mouse and keyboard drive in the window */
    const char *memory; /* the file through which the driver says what the person does; NULL: the
                           run is no drive */
    /* launch_types.h */
    bool (*opens)(void *data);
    void (*started)(void *data);
    bool (*ended)(void *data, const struct tool_launch_end *end);
    void (*abandoned)(void *data);
    void *data;
};

struct tool_run_request {
    struct tool_run_setting settings[US_SETTING_COUNT];
    const char *play_copy; /* what the layer plays in place of a compressed recording; NULL: it */
    const struct tool_expect *expect; /* NULL: none; their markers are looked up in the recording */
    const char *exit;                 /* app_end.h; NULL: run exits with the app's exit code */
    struct tool_run_recording *recording; /* what --record asks for */
    const char *recorded;                 /* the list of --recorded; NULL: not given */
    struct tool_report_html html;         /* --report of a page */
    double grace_s;                       /* of --end quit:S; NaN: not given */
    double limit_s;                       /* of the whole run; NaN: none */
    double stall_s;                       /* without a frame; NaN: none */
    bool is_compared, has_baseline;       /* the run is compared with others; with a baseline */
    struct tool_platform platform;
    struct tool_run_drive drive;
    bool allow_unused, quiet;
    bool verbose; /* UNDERSTUDY_LOG_LEVEL is debug */
};

/* Nothing is asked for. */
void tool_run_request_init(struct tool_run_request *out);

/* The value of a setting that is text, as given or by default; NULL if it has neither. Without
 * --window the default of --end is quit, and for runs that are compared that of --clock is frame,
 * unlike the layer's own. */
const char *tool_run_request_text(const struct tool_run_request *request, enum us_setting_id id);

/* The frames in a second of the frame clock; 0: the clock is another. */
double tool_run_request_clock_hz(const struct tool_run_request *request);

/* Whether there may be screenshots: by --shoot, or because a driver asks for them. */
bool tool_run_request_has_pictures(const struct tool_run_request *request);

/* What is wrong with the options that `record` has too; NULL: nothing. */
const char *tool_run_request_conflict(const struct tool_run_request *request);

/* Whether its parts go together; says what is wrong. */
bool tool_run_request_check(const struct tool_run_request *request);

/*
 * Inspect the recording, print what playback will repair, and find the moments that are asked for
 * in it. Returns an exit code (command.h); all but TOOL_EXIT_OK are said.
 */
int tool_run_request_check_recording(const struct tool_run_request *request);

/*
 * Set what the layer reads: every setting that has an option. Says why it fails.
 */
bool tool_run_request_set(const struct tool_run_request *request);

#endif
