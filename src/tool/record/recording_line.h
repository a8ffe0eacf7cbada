/* SPDX-License-Identifier: MIT */
/*
 * recording_line: the line on a terminal that says how far a recording is, while it is made.
 */
#ifndef TOOL_RECORDING_LINE_H
#define TOOL_RECORDING_LINE_H

#include <stdbool.h>
#include <stdint.h>

#include "session/session_ring.h"

struct tool_recording_line {
    bool is_wanted; /* standard error is a terminal */
    double shown_s; /* when it was written last, on CLOCK_MONOTONIC */
    unsigned width; /* of the line that stands there; 0: none */
};

void tool_recording_line_begin(struct tool_recording_line *line, bool is_quiet);
/* Writes the line twice a second. */
void tool_recording_line_show(struct tool_recording_line *line,
                              const struct us_session_progress *progress);
void tool_recording_line_end(struct tool_recording_line *line);

/* "3.4 MB" */
void tool_recording_line_size(uint64_t bytes, char out[32]);

#endif
