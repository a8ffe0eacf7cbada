/* SPDX-License-Identifier: MIT */
/*
 * run_recording: the session recording that a run makes while it plays, `run --record`.
 */
#ifndef TOOL_RUN_RECORDING_H
#define TOOL_RUN_RECORDING_H

#include <stdbool.h>

#include "tool/process/launch_types.h"
#include "tool/record/recording.h"

struct tool_run_request;
struct us_run_status;

struct tool_run_recording {
    struct tool_recording_order order; /* without a path: nothing is recorded */
    struct tool_recording recording;
    struct tool_launch_watch watch;
};

/* Move what a checked request says of --record from its settings to `out`: the settings go to the
 * layer when the recording begins. */
void tool_run_recording_take(struct tool_run_request *request, struct tool_run_recording *out);

/* Before the app starts. False, and said, if nothing can be recorded there. True also if nothing is
 * to be recorded. */
bool tool_run_recording_begin(struct tool_run_recording *recording,
                              struct tool_launch_limits *limits);
/* Set what the layer reads: what the request says, and the recording. False, and said, if that
 * fails. */
bool tool_run_recording_set(const struct tool_run_request *request);
/* After the app's end: complete the file and print one line about it. Returns the exit code of a
 * run whose app and verdict have `code`. */
int tool_run_recording_end(struct tool_run_recording *recording,
                           const struct tool_run_request *request,
                           const struct us_run_status *status, int code);

/* Why nothing was recorded. */
void tool_run_recording_say_nothing(const struct us_run_status *status);

#endif
