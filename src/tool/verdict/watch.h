/* SPDX-License-Identifier: MIT */
/*
 * watch: one expectation of understudy-expect(5) while an event log is read. Each line may decide
 * it; what no line decides is decided at the end of the log. Threads: none.
 */
#ifndef TOOL_WATCH_H
#define TOOL_WATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tool/verdict/event_match.h"
#include "tool/verdict/fault_watch.h"
#include "tool/verdict/pace.h"
#include "tool/verdict/verdict.h"
#include "tool/expect/expect.h"
#include "tool/log/event_words.h"
#include "tool/log/log_reader.h"

/* One expectation while the log is read. */
struct tool_watch {
    const struct tool_expectation *expectation;
    struct tool_verdict_item *item;
    bool from_passed, to_passed;     /* of markers, in this playback */
    bool from_known;                 /* in any playback */
    bool at_passed;                  /* of same_as and sees: the moment is passed */
    struct tool_log_event near_shot; /* the last screenshot before it; json NULL: none */
    size_t order_index;              /* of order: what comes next */
    int64_t last_frame; /* of no_gap: the newest frame that had the layer; or TOOL_WATCH_NO_FRAME */
    struct tool_verdict_item worst; /* of these: the place of the worst line; line 0: none */
    struct tool_verdict_item
        timed;                   /* of frame_time: the same of the frame that was waited for last */
    struct tool_nearest nearest; /* of what is counted, as long as it was not seen */
    struct tool_pace pace;       /* of frame_time, missed, balance and memory */
    struct tool_verdict_item longest; /* of what is said of frames: in the longest playback before
                                       */
};

#define TOOL_WATCH_NO_FRAME INT64_MIN /* no frame had the layer yet */

/* What is known of the log so far, for all expectations. It borrows expect, end and verdict. */
struct tool_judge {
    const struct tool_expect *expect;
    const struct tool_verdict_end *end;
    struct tool_verdict *verdict;
    struct tool_watch *watches;
    struct tool_fault_watch faults;
    struct tool_event_words words;
    unsigned session; /* of the playback that is followed; 0: none yet, or not known */
    bool is_over;     /* that session was destroyed */
    uint64_t frames;  /* of that playback */
    double reached_s; /* the recording's time at the newest frame of all; NaN: none */
};

/* The session of a line; 0: it names none. */
unsigned tool_watch_session(const struct tool_log_event *event);

/* Returns whether a line is of the playback that is followed; where that is not known, every line
 * is. */
bool tool_watch_is_followed(const struct tool_judge *judge, const struct tool_log_event *event);

/* Decides an expectation, unless it is decided. event: the line that decided it, or NULL. reason:
 * copied. */
void tool_watch_decide(const struct tool_judge *judge, struct tool_watch *watch, bool passed,
                       const struct tool_log_event *event, const char *reason);

/* One line of the log. */
void tool_watch_event(const struct tool_judge *judge, struct tool_watch *watch,
                      const struct tool_log_event *event);

/* The end of the log, or of the playback that was followed: decides what no line decided. */
void tool_watch_end(const struct tool_judge *judge, struct tool_watch *watch);

/* Frees what an expectation has kept; not the expectation, nor its item. */
void tool_watch_free(struct tool_watch *watch);

#endif
