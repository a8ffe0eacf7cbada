/* SPDX-License-Identifier: MIT */
/*
 * run_place: the places of the files of one run, and the function that runs the app and writes
 * them.
 */
#ifndef TOOL_RUN_PLACE_H
#define TOOL_RUN_PLACE_H

#include <cjson/cJSON.h>
#include <limits.h>
#include <stdbool.h>

#include "tool/process/launch_types.h"

struct tool_run_place {
    char folder[PATH_MAX];    /* the run folder; empty: the run is not kept as a whole */
    char log[PATH_MAX];       /* the event log; empty: there is none */
    char pictures[PATH_MAX];  /* the folder of the screenshots; empty: there are none */
    char output[2][PATH_MAX]; /* what the app wrote on standard output and error; empty: not kept */
};

/* The place of a run in a run folder, with or without pictures. Returns false after a message. */
bool tool_run_place_in_folder(struct tool_run_place *place, const char *folder, bool pictures);

/*
 * Starts the app and waits for its end, as tool_launch does. Makes a new event log. Files of an
 * earlier run in these places are removed when the app has started; if it does not start, they
 * stay, and a folder without an earlier run gets the facts of an app that cannot be executed.
 * Completes the event log, compresses the screenshots, and in a run folder keeps the app's
 * output and `facts` (run_facts.h; may be NULL without a folder). The variables of the log and the
 * screenshots are set by the caller.
 */
int tool_run_place_launch(const struct tool_run_place *place, cJSON *facts, char **app,
                          const struct tool_launch_limits *limits, struct tool_launch_end *out_end);

#endif
