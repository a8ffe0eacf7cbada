/* SPDX-License-Identifier: MIT */
/*
 * pace: judges how fast an app is and what it uses: the expectations frame_time, missed, balance
 * and memory of understudy-expect(5).
 */
#ifndef TOOL_PACE_H
#define TOOL_PACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tool/log/log_reader.h"
#include "tool/expect/expect.h"

/* What one of these expectations has seen. Zeroed: nothing. */
struct tool_pace {
    double *times_ms; /* of frame_time */
    size_t count;
    bool is_timed;       /* of frame_time: the time of timed_frame counts */
    int64_t timed_frame; /* the frame that was waited for last */
    size_t over_count;   /* of frame_time: frames of more than longest_ms */
    int64_t over_frame;  /* the first of them */
    double over_ms;      /* its time */
    double worst;        /* the longest frame time, or the most display times skipped at once */
    int64_t worst_frame; /* that frame; of memory: where the limit was first exceeded */
    bool has_worst;
    int64_t last_time_ns;    /* of missed: the newest display time; 0: none */
    double last_period_ns;   /* its period */
    uint64_t missed;         /* display times that were skipped */
    double first_kb, now_kb; /* of memory; 0: not known */
    bool has_to;             /* of memory: the marker `to` was passed */
    uint64_t leaked;         /* of balance */
    char handles[192];       /* of balance, in words */
    bool has_end;            /* the log has its last line */
    bool failed;             /* memory ran out */
};

enum { TOOL_PACE_TEXT = 256 };

/* Each takes notice of a line, and returns whether no line before it was worse: if the expectation
 * fails, that line shows why. */
/* For frame_time, of a line in the span of the expectation or not: what a frame took is known when
 * the next one is waited for, and the worst line is the one that waited for the frame itself. */
bool tool_pace_watch_time(struct tool_pace *pace, const struct tool_expectation *expectation,
                          const struct tool_log_event *event, bool in_span);
/* For the others, of a line in the span of the expectation. */
bool tool_pace_watch(struct tool_pace *pace, const struct tool_expectation *expectation,
                     const struct tool_log_event *event);

/* Whether the expectation is met. `measured` says what was found, and `reason` why it is not met.
 */
bool tool_pace_judge(struct tool_pace *pace, const struct tool_expectation *expectation,
                     char measured[TOOL_PACE_TEXT], char reason[TOOL_PACE_TEXT]);

/* Frees the memory; the struct is zeroed then. */
void tool_pace_reset(struct tool_pace *pace);

#endif
