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

#include "session/file/session_ring.h"
#include "tool/output/part_file.h"

struct us_run_status;

/* The line on a terminal that says twice a second how far the recording is. */
struct tool_recording_line {
    bool is_wanted; /* standard error is a terminal */
    double shown_s; /* when it was written last, on CLOCK_MONOTONIC */
    unsigned width; /* of the line that stands there; 0: none */
};

struct tool_recording_order {
    const char *path; /* the file to make */
    bool replaces;    /* a file that is there gives way, if something is recorded */
    bool quiet;
};

struct tool_recording {
    const struct tool_recording_order *order;
    char path[PATH_MAX];         /* absolute */
    struct tool_earlier earlier; /* the file that was there before */
    char ring[PATH_MAX];         /* "": there is none */
    int ring_file;
    bool is_lossy;
    bool has_frames;                     /* some session has one */
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
 * TOOL_EXIT_OUTPUT if a file could not be written to its end, or with `is_lossy` lacks messages;
 * TOOL_EXIT_RUNTIME if nothing was recorded, or no session has a frame: then no file stays, and
 * one that was there before does.
 */
int tool_recording_end(struct tool_recording *recording, const struct us_run_status *status);

/* The app was not started. */
void tool_recording_cancel(struct tool_recording *recording);

#endif
