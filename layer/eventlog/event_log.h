/* SPDX-License-Identifier: MIT */
/*
 * event_log: the event log of an instance, understudy-log(5): the state and the functions that the
 * taps (tap.h) use to write events. An event becomes one line of the file.
 *
 * An instance has an event log while UNDERSTUDY_EVENTS is set, whether or not a recording plays and
 * whether or not the file could be opened. With UNDERSTUDY_WATCH_CALLS alone it has one that writes
 * nothing, for the calls that the taps report to `understudy run` (call_watch.h). Instances that
 * exist at the same time and write to the same file share one journal. Every function except open
 * and close may be called on any thread, and makes no allocation, lock or system call unless its
 * comment says so.
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
#include "status/call_watch.h"

struct us_instance;
struct us_session;

/* Writes an event for each screenshot, and the last event. For instances that have an event log. */
extern const struct us_observer us_event_log_observer;

/* The last failure of a function: `when` holds its frame and its result, `repeated` how often the
 * same failure occurred since the event. */
struct us_event_log_failure {
    _Atomic uint64_t when;
    _Atomic uint32_t repeated;
};

/* Kinds of handles of which the log counts how many the app creates and destroys. */
enum us_logged_handles {
    US_LOGGED_SESSIONS,
    US_LOGGED_SPACES,
    US_LOGGED_SWAPCHAINS,
    US_LOGGED_ACTION_SETS,
    US_LOGGED_ACTIONS,
    US_LOGGED_HAND_TRACKERS,
    US_LOGGED_HANDLES
};

struct us_event_log {
    struct us_instance *instance;
    struct us_journal *journal;  /* NULL: the file could not be opened, or none is wanted */
    struct us_call_watch *calls; /* NULL: `understudy run` does not look after this process */
    struct us_tap_next next;
    const struct us_answer_hooks *hooks; /* the taps call these instead of `next` where one exists,
                                            to get the answer's source */
    atomic_bool has_ended; /* the last event is written; warnings are not logged any more */
    _Atomic int64_t frame; /* number of the newest frame of any session; -1: before playback */
    _Atomic uint64_t late_written; /* number of late answers that the log has reported */
    _Atomic uint64_t systems[4];   /* hash of the logged system properties, for each combination of
                                      chained structs; 0: none */
    struct us_event_log_failure failures[US_TAP_COUNT];
    struct {
        _Atomic uint64_t created, destroyed;
    } handles[US_LOGGED_HANDLES]; /* successful calls of the app */
};

/* Opens the log and writes its first events. Prints a warning if that fails. Allocates, and starts
 * a thread. `get` resolves functions as xrGetInstanceProcAddr does without a log. Call it before
 * the app gets the instance. */
void us_event_log_open(struct us_instance *instance, const XrInstanceCreateInfo *info,
                       XrResult (*get)(const struct us_instance *, const char *,
                                       PFN_xrVoidFunction *),
                       const struct us_answer_hooks *hooks);
/* Frees the log, and closes the journal if no other instance uses it. Waits until the file is
 * written. NULL is allowed. */
void us_event_log_close(struct us_event_log *log);

/* Calls a function for the app, and tells `understudy run` that this thread is inside. */
#define US_EVENT_LOG_CALL(log, name, call)                                                         \
    (us_call_watch_enter((log)->calls, US_TAP_##name),                                             \
     (XrResult)us_call_watch_leave((log)->calls, (int32_t)(call)))

/* The event log of the instance that a handle belongs to; NULL if it has none. An unknown handle
 * belongs to the newest instance. */
struct us_event_log *us_event_log_of_instance(XrInstance handle);
struct us_event_log *us_event_log_of_session(const struct us_session *session);

/*
 * The number of the frame that an event about `time` belongs to. A time between two frames belongs
 * to the earlier one. A time far from the newest frame belongs to the newest frame. -1: before
 * playback, or no frames.
 */
int64_t us_log_frame_at(const struct us_session *session, XrTime time);
/* The number of the frame that an event without a time belongs to: normally the newest frame. If
 * the calling thread begins frames and another thread waits for them, it is the frame of the last
 * xrBeginFrame. */
int64_t us_log_frame(const struct us_session *session);
/* Stores the calling thread, and which frame begins. The taps of xrWaitFrame and xrBeginFrame call
 * these before they call down. On entry to xrBeginFrame the newest frame is the one that begins,
 * because OpenXR does not let xrWaitFrame return for the next frame yet. */
void us_event_log_enter_wait_frame(struct us_session *session);
void us_event_log_enter_begin_frame(struct us_session *session);
/* The session begins: no frame was waited for or begun yet. */
void us_event_log_enter_begin_session(struct us_session *session);
/* CLOCK_MONOTONIC. Makes no system call where the C library reads the clock without one. */
int64_t us_log_frame_now_ns(void);
/* The processor time of the process, by a system call; 0 if it is not to be measured. */
int64_t us_log_frame_processor_ns(const struct us_event_log *log);

/* Begins an event as us_journal_begin does, and sets its frame (us_log_frame) and the session's
 * number. The session may be NULL. */
struct us_log_event *us_event_log_begin(struct us_event_log *log, const struct us_session *session,
                                        enum us_log_event_level level, enum us_log_event_kind kind);

/* An event of level `events` that the caller formats: begin, write members, end. */
struct us_event_log_line {
    struct us_log_event *event;
    struct us_json_text text;
};
bool us_event_log_line_begin(struct us_event_log_line *line, struct us_event_log *log,
                             const struct us_session *session, const char *name);
void us_event_log_line_end(struct us_event_log_line *line);

/* Writes an error event if `result` is a failure: once per frame, function and result. The session
 * may be NULL. */
void us_event_log_result(struct us_event_log *log, const struct us_session *session,
                         enum us_tap which, XrResult result);
/* The same for a known frame, and for a call that has a time. */
void us_event_log_result_in(struct us_event_log *log, const struct us_session *session,
                            enum us_tap which, XrResult result, int64_t frame);
void us_event_log_result_at(struct us_event_log *log, const struct us_session *session,
                            enum us_tap which, XrResult result, XrTime time);

/* Counts a successful call that creates or destroys a handle. */
void us_event_log_created(struct us_event_log *log, enum us_logged_handles kind);
void us_event_log_destroyed(struct us_event_log *log, enum us_logged_handles kind);

/* The members of an event about a locate call for `time`, and its answer. */
struct us_log_event_answer us_event_log_answer(const struct us_session *session, XrTime time,
                                               struct us_answer answer);

/* The recording's time that plays at `time`, s; NaN if nothing plays. */
double us_event_log_time_played(const struct us_session *session, XrTime time);

/* Writes events for what playback did up to the session's newest time: start, markers, pauses, end.
 * If two threads call this at the same time, one of them writes. */
void us_event_log_follow(struct us_event_log *log, struct us_session *session);
/* Call this after xrWaitFrame. Writes the same events, and the event of the frame. */
void us_event_log_wait(struct us_event_log *log, struct us_session *session,
                       const XrFrameState *state);

/* Writes that a fault on purpose begins or ends, at a time of the recording. `index` is its number
 * in the instance's list. */
void us_event_log_fault(struct us_event_log *log, const struct us_session *session, unsigned index,
                        bool begins, double at_s);
/* Writes which faults began or ended since the last call. Only the thread that follows playback
 * calls it (log_playback.c). */
void us_event_log_follow_faults(struct us_event_log *log, struct us_session *session,
                                const struct us_clock_time *now);

/* Writes an event if there are more late answers than the log has reported. */
void us_event_log_write_late(struct us_event_log *log, const struct us_session *session);

/* The slot of an action's subaction path; NULL if the action is NULL or does not have that path. */
struct us_log_state_slot *us_event_log_find_slot(const struct us_action *action, XrPath path);

#endif
