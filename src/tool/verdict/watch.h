/* SPDX-License-Identifier: MIT */
/*
 * watch: the expectations of understudy-expect(5) while an event log is read. Each line may decide
 * one; what no line decides is decided at the end of the log. Threads: none.
 */
#ifndef TOOL_WATCH_H
#define TOOL_WATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/faults/fault_list.h"
#include "tool/verdict/event_match.h"
#include "tool/verdict/verdict.h"
#include "platform/numbers.h"
#include "tool/expect/expect.h"
#include "tool/log/event_words.h"
#include "tool/log/log_reader.h"

/*
 * pace: judges how fast an app is and what it uses: the expectations frame_time, missed, balance
 * and memory.
 */

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
    bool is_worse;           /* by the newest event */
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

/*
 * fault_watch: whether the faults on purpose that a file of expectations names,
 * understudy-fault(7), were made in the run of an event log. A run without them tells nothing about
 * them.
 */

/* Bits are faults of the list. */
struct tool_fault_watch {
    struct us_faults faults;
    uint32_t wanted; /* the run was told to make them */
    uint32_t begun;
};

/* `list` may be NULL, and must outlive the watch. False after a message if it is no list of faults.
 */
bool tool_fault_watch_init(struct tool_fault_watch *watch, const char *list);
void tool_fault_watch_event(struct tool_fault_watch *watch, const struct tool_log_event *event);
/* At the end of the log. False: `reason` says which fault was not made, and why. */
bool tool_fault_watch_judge(const struct tool_fault_watch *watch, char *reason, size_t size);
/* Why a fault of a run did not begin, in words. */
const char *tool_fault_why_not_begun(const struct us_fault *fault);

/*
 * watch: the expectations.
 */

/* One expectation while the log is read. */
struct tool_watch {
    const struct tool_expectation *expectation;
    struct tool_verdict_item *item;
    bool from_passed, to_passed; /* of markers, in this playback */
    bool has_ended;              /* the marker `to` was passed */
    bool has_begun; /* `from` was reached; of what is said of frames, in this playback */
    bool has_room;  /* a time was not behind `to`; likewise */
    bool at_passed; /* of same_as and sees: the moment is passed */
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

/* More are not looked at. */
enum { TOOL_WATCH_PROCESSES = 64 };

/* What is known of the log so far, for all expectations. It borrows expect, end and verdict. */
struct tool_judge {
    const struct tool_expect *expect;
    const struct tool_verdict_end *end;
    struct tool_verdict *verdict;
    struct tool_watch *watches;
    struct tool_fault_watch faults;
    struct tool_event_words words;
    struct {
        double id;
        bool has_ended;
    } processes[TOOL_WATCH_PROCESSES]; /* that made a session, and whether one has its last line
                                        */
    unsigned process_count;
    unsigned session;  /* of the playback that is followed; 0: none yet, or not known */
    bool is_over;      /* that session was destroyed */
    uint64_t frames;   /* of that playback */
    double reached_s;  /* the recording's time at the newest frame of all; NaN: none */
    double furthest_s; /* the latest of these times; NaN: none */
    int level;         /* of the log (event_words.h) */
};

/* The session of a line; 0: it names none. */
unsigned tool_watch_session(const struct tool_log_event *event);

/* Whether the expectation is about one playback, and not about the whole log. */
bool tool_watch_is_of_playback(const struct tool_watch *watch);

/* Returns whether a line is of the playback that is followed; where that is not known, every line
 * is. */
bool tool_watch_is_followed(const struct tool_judge *judge, const struct tool_log_event *event);

/* Decides an expectation, unless it is decided. event: the line that decided it, or NULL. The
 * reason says why it fails, as printf formats it. */
void tool_watch_pass(const struct tool_judge *judge, struct tool_watch *watch,
                     const struct tool_log_event *event);
void tool_watch_fail(const struct tool_judge *judge, struct tool_watch *watch,
                     const struct tool_log_event *event, const char *reason, ...) US_FORMAT(4, 5);

/* Whether a line is a `shot` line of a view that an expectation same_as or sees looks for. */
bool tool_pictures_is_wanted(const struct tool_expectation *expectation,
                             const struct tool_log_event *event);
/* Whether the screenshot that such a line names is as expected; `reason` says why not. */
bool tool_pictures_judge(const struct tool_judge *judge, const struct tool_expectation *expectation,
                         const struct tool_log_event *event, char reason[256]);

/* One line of the log. */
void tool_watch_event(const struct tool_judge *judge, struct tool_watch *watch,
                      const struct tool_log_event *event);

/* The end of the log, or of the playback that was followed: decides what no line decided. */
void tool_watch_end(const struct tool_judge *judge, struct tool_watch *watch);

/* Frees what an expectation has kept; not the expectation, nor its item. */
void tool_watch_free(struct tool_watch *watch);

#endif
