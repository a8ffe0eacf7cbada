/* SPDX-License-Identifier: MIT */
/*
 * log_compare: finds the first difference in meaning between two event logs.
 *
 * Lines are compared frame by frame, counted from the start of playback. Within a frame, a question
 * about a time is compared with an equal one, or else with one about the same thing and time; of
 * everything else the n-th line of one log about a thing (this event, action, call) is compared
 * with the n-th line of the other about the same. So the calls of different threads may come in any
 * order. Line numbers, wall-clock fields, screenshots, how long the app waited for playback to
 * start, and how often something happened by the clock do not count. Options of the runs do not
 * count either; they are reported separately.
 *
 * Of several differences in one frame, a failed call or a field that differs counts as the first;
 * then a call that only one app made; last an event that the layer wrote by itself, because that
 * follows from another line.
 *
 * The time is linear in the number of lines. A log may be a pipe; a file is read again where lines
 * differ. Of a frame with more than TOOL_EVENT_FRAMES_LINES lines, questions are compared in parts.
 *
 * The comparison ends with the frame in which playback asks the app to end or gives the input back.
 * In that frame a line counts only if both logs have it.
 */
#ifndef TOOL_LOG_COMPARE_H
#define TOOL_LOG_COMPARE_H

#include <stdbool.h>

#include "tool/compare/logs/log_difference.h"
#include "tool/compare/logs/log_side.h"

struct tool_log_compare_options {
    struct tool_event_tolerance allow;
    const char *ignore; /* names of events, with commas between; may be NULL */
    bool common;        /* only the frames that both logs have; what the last frame of
                           the shorter lacks, and how it ended, does not count */
    bool same_end;      /* with `common`: playback reaches its end in both logs, or in none */
    /* Two, which the caller frees: takes the screenshots that each whole log names. NULL: none. */
    struct tool_picture_list *pictures;
};

enum tool_log_compare_result {
    TOOL_LOG_COMPARE_NONE,
    TOOL_LOG_COMPARE_FOUND,
    TOOL_LOG_COMPARE_UNKNOWN, /* `empty` of the difference says why; or a message was printed: a
                                 log cannot be read, or lines were lost when it was written */
};

enum tool_log_compare_result tool_log_compare(const char *a_path, const char *b_path,
                                              const struct tool_log_compare_options *options,
                                              struct tool_log_difference *out);

#endif
