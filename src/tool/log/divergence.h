/* SPDX-License-Identifier: MIT */
/*
 * divergence: finds the first difference in meaning between two event logs.
 *
 * Lines are compared frame by frame, counted from the start of playback. Within a frame, a question
 * about a time is compared with an equal one, or else with one about the same thing and time; of
 * everything else the n-th line of one log about a thing (this event, action, call) is compared
 * with the n-th line of the other about the same. So what different threads do may come in any
 * order. Line numbers, wall-clock fields, screenshots, how long the app waited for playback to
 * start, and how often something happened by the clock do not count.
 *
 * The time is linear in the number of lines. A log may be a pipe; a file is read again where lines
 * differ. Of a frame with more than TOOL_EVENT_FRAMES_LINES lines, questions are compared in parts.
 *
 * The comparison ends with the frame in which playback asks the app to end or gives the input back.
 * In that frame a line counts only if both logs have it.
 */
#ifndef TOOL_DIVERGENCE_H
#define TOOL_DIVERGENCE_H

#include <stdbool.h>
#include <stdint.h>

#include "tool/log/event_compare.h"

struct tool_divergence_options {
    struct tool_event_tolerance allow;
    const char *ignore; /* names of events, with commas between; may be NULL */
    bool common;        /* only the frames that both logs have; what the last frame of
                           the shorter lacks, and how it ended, does not count */
};

enum tool_divergence_result {
    TOOL_DIVERGENCE_NONE,
    TOOL_DIVERGENCE_FOUND,
    TOOL_DIVERGENCE_UNKNOWN, /* a log cannot be read, or lines were lost when it was written: said
                              */
};

struct tool_divergence {
    int64_t frame;                     /* TOOL_LOG_READER_BEFORE: before playback */
    unsigned session;                  /* whose frame; 0: not known */
    unsigned playbacks;                /* how many there are in a log, the more of the two */
    double at_s;                       /* the recording's time there; NaN if not known */
    char what[256];                    /* the question or the event, in words */
    char field[64];                    /* the field that differs; empty: the whole line */
    char a[512], b[512];               /* what each log says; empty: nothing */
    uint64_t a_line, b_line;           /* 0: there is none */
    uint64_t frames, frames_differing; /* from the start of playback to the end of the shorter */
};

enum tool_divergence_result tool_divergence_find(const char *a_path, const char *b_path,
                                                 const struct tool_divergence_options *options,
                                                 struct tool_divergence *out);

#endif
