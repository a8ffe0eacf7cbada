/* SPDX-License-Identifier: MIT */
/*
 * event_log: an instance's part in the event log, understudy-log(5): what the taps (tap.h)
 * write with, and what they have to remember for it.
 *
 * An instance has one while UNDERSTUDY_EVENTS is set, whether a recording plays or not, and whether
 * the file could be opened or not. Instances that are there at one time and write to one file share
 * its journal. Everything but opening and closing may be called on any thread; nothing allocates,
 * locks or makes a system call unless it says so.
 */
#ifndef US_EVENT_LOG_H
#define US_EVENT_LOG_H

#include <stdatomic.h>
#include <stdbool.h>

#include "core/base/json_text.h"
#include "eventlog/journal.h"
#include "layer/state/log_state.h"
#include "layer/state/observer.h"
#include "layer/answer/space.h"
#include "layer/eventlog/tap.h"

struct us_instance;
struct us_session;

/* Writes screenshots and the last line. For instances that have an event log. */
extern const struct us_observer us_event_log_observer;

/* A call's last failure: in which frame and with what (in one value), and how often since its line.
 */
struct us_event_log_failure {
    _Atomic uint64_t when;
    _Atomic uint32_t repeated;
};

struct us_event_log {
    struct us_instance *instance;
    struct us_journal *journal; /* NULL: it could not be opened */
    struct us_tap_next next;
    const struct us_answer_hooks *hooks; /* called in place of `next`, where there is one */
    atomic_bool has_ended;         /* the last line is written: no message is logged any more */
    _Atomic int64_t frame;         /* the newest of any session */
    _Atomic uint64_t late_written; /* how many are in the log */
    _Atomic uint64_t systems[4];   /* the system's properties as last told, hashed, for each way of
                                      asking; 0: not told */
    struct us_event_log_failure failures[US_TAP_COUNT];
};

/* Open the log and write its first lines; says in the layer's log if that fails. Allocates. Before
 * the app has the instance. */
void us_event_log_open(struct us_instance *instance, const XrInstanceCreateInfo *info,
                       XrResult (*get)(const struct us_instance *, const char *,
                                       PFN_xrVoidFunction *),
                       const struct us_answer_hooks *hooks);
/* Frees it, and closes the journal if nobody else writes to it. NULL is fine. */
void us_event_log_close(struct us_event_log *log);

/* The event log of the instance that a call belongs to; NULL if it has none. An unknown handle
 * belongs to the newest instance. */
struct us_event_log *us_event_log_of_instance(XrInstance handle);
struct us_event_log *us_event_log_of_session(const struct us_session *session);

/*
 * The frame that a line about `time` belongs to: the frame whose time it is; a time between two
 * frames is the earlier one's. A time far from the newest frame is the newest frame's. -1: before
 * playback, or no frames.
 */
int64_t us_log_frame_at(const struct us_session *session, XrTime time);
/* The frame that a line without a time belongs to: on the thread that begins frames, if another
 * one waits for them, the frame begun last; elsewhere the newest. */
int64_t us_log_frame(const struct us_session *session);
/* Who called, in xrWaitFrame; and which frame is begun, on entry to xrBeginFrame: the next one
 * cannot have been waited for yet. */
void us_event_log_note_waiting(struct us_session *session);
void us_event_log_note_beginning(struct us_session *session);

/* As us_journal_begin, with us_log_frame and the session's number (NULL: none). */
struct us_log_event *us_event_log_begin(struct us_event_log *log, const struct us_session *session,
                                        enum us_log_event_level level, enum us_log_event_kind kind);

/* A line of level `events` that the caller formats: begin, write the members, end. */
struct us_event_log_line {
    struct us_log_event *event;
    struct us_json_text text;
};
bool us_event_log_line_begin(struct us_event_log_line *line, struct us_event_log *log,
                             const struct us_session *session, const char *name);
void us_event_log_line_end(struct us_event_log_line *line);

/* If a call failed, say so, at most once a frame. The session may be NULL. */
void us_event_log_result(struct us_event_log *log, const struct us_session *session,
                         enum us_tap which, XrResult result);
/* The same where the frame is known; and of a call that carries a time. */
void us_event_log_result_in(struct us_event_log *log, const struct us_session *session,
                            enum us_tap which, XrResult result, int64_t frame);
void us_event_log_result_at(struct us_event_log *log, const struct us_session *session,
                            enum us_tap which, XrResult result, XrTime time);

/* The members of a line about a question for `time` and its answer. */
struct us_log_event_answer us_event_log_answer(const struct us_session *session, XrTime time,
                                               struct us_answer answer);

/* The recording's time that plays at `time`; NaN if none does. */
double us_event_log_time_played(const struct us_session *session, XrTime time);

/* Write what playback did up to the session's newest time: that it started, markers, pauses, the
 * end. Where two threads do so at once, one does. */
void us_event_log_follow(struct us_event_log *log, struct us_session *session);
/* The same and the frame, after xrWaitFrame. */
void us_event_log_wait(struct us_event_log *log, struct us_session *session,
                       const XrFrameState *state);

/* Say how many more there are than were said. */
void us_event_log_note_late(struct us_event_log *log, const struct us_session *session);

/* The slot of a subaction path, or NULL; `action` may be NULL. */
struct us_log_state_slot *us_event_log_find_slot(const struct us_action *action, XrPath path);

#endif
