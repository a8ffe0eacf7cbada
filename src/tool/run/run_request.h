/* SPDX-License-Identifier: MIT */
/*
 * run_request: what `run` is asked to play and how, checked, and handed to the layer as
 * environment.
 */
#ifndef TOOL_TOOL_REQUEST_H
#define TOOL_TOOL_REQUEST_H

#include <stdbool.h>

#include "tool/cli/paths.h"

/* As the command line has it; NULL: not asked for, where that is possible. */
struct tool_run_request {
    const char *play, *anchor, *world, *channels, *picture, *gaze, *profile, *start, *from, *to,
        *pause, *end;
    const char *clock, *ready_file, *done_file, *shoot, *shots;
    const char *log, *log_level;
    const char *expect; /* a file of expectations: what it says of the recording is checked */
    const char *exit;   /* app_end.h; NULL: its exit code is ours */
    double speed;
    double grace_s; /* after US_END_QUIT's end; NaN: not asked for */
    double limit_s; /* for the whole run; NaN: none */
    bool allow_unused, headless, gpu, headerless, force_focus, verbose, quiet;
};

/* Whether its parts go together; says what is wrong. */
bool tool_run_request_check(const struct tool_run_request *request);

/*
 * Look the recording through, say what will be mended, and find the moments that are asked for in
 * it. Returns an exit code (command.h); all but TOOL_EXIT_OK are said.
 */
int tool_run_request_check_recording(const struct tool_run_request *request);

/*
 * Set what the layer reads: every setting, so that nothing that happens to be set can change what
 * was asked for. Files that tell of an earlier run's start and end are removed. Says why it fails.
 */
bool tool_run_request_set(const struct tool_run_request *request);

/* Make the event log that is asked for, or empty it: the layer appends. Where it is, absolute, is
 * in `out_path`. True also if none is asked for. Says why it fails. */
bool tool_run_request_make_log(const struct tool_run_request *request, char out_path[PATH_MAX]);

#endif
