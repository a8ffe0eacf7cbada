/* SPDX-License-Identifier: MIT */
/*
 * recording: the file that the layer records a session to while this program runs the app.
 *
 * The layer's messages wait in a ring in a file that this program makes, so that a recording is
 * completed also if the app was killed.
 */
#ifndef TOOL_RECORDING_H
#define TOOL_RECORDING_H

#include <limits.h>
#include <stdbool.h>

#include "session/session_ring.h"
#include "tool/record/recording_line.h"

struct us_run_status;

struct tool_recording_order {
    const char *path;       /* the file to make */
    const char *ready_file; /* is written with the first recorded frame; NULL: none */
    bool replaces;          /* a file that is there gives way, if something is recorded */
    bool only_asked, marks_haptics, quiet;
};

struct tool_recording {
    const struct tool_recording_order *order;
    char path[PATH_MAX]; /* absolute */
    char kept[PATH_MAX]; /* where the file waits that was there before; "": there was none */
    char ring[PATH_MAX]; /* "": there is none */
    int ring_file;
    bool is_ready;
    struct us_session_progress progress; /* the newest */
    struct tool_recording_line line;
};

/* Before the app starts: take the file's place, and set what the layer reads. False, and said, if
 * nothing can be recorded there. `command` is for messages. */
bool tool_recording_begin(struct tool_recording *recording, const char *command,
                          const struct tool_recording_order *order);

/* Set what the layer reads, again. */
void tool_recording_set(const struct tool_recording *recording);

/* From time to time while the app runs. */
void tool_recording_look(struct tool_recording *recording);

/*
 * After the app's end: complete the file, and print one line about it, and about each file of a
 * later session. TOOL_EXIT_OK;
 * TOOL_EXIT_OUTPUT if the file could not be written to its end; TOOL_EXIT_RUNTIME if nothing was
 * recorded.
 */
int tool_recording_end(struct tool_recording *recording, const struct us_run_status *status);

/* The app was not started. */
void tool_recording_cancel(struct tool_recording *recording);

#endif
