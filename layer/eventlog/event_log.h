/* SPDX-License-Identifier: MIT */
/*
 * log_state: what the event log (event_log.h) keeps with a session, an action and a space.
 */
#ifndef US_EVENT_LOG_H
#define US_EVENT_LOG_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "core/base/text.h"
#include "core/playback/clock.h"
#include "eventlog/event_journal.h"
#include "eventlog/log_event.h"
#include "layer/answer/space.h"
#include "layer/bindings/bindings_context.h"
#include "layer/setup/stage.h"
#include "openxr/xr.h"
#include "status/run_status.h"

/* The last logged state of an action, for one subaction path. */
struct us_log_state_slot {
    XrPath path; /* XR_NULL_PATH in the first slot */
    char text[US_LOG_EVENT_NAME_SIZE];
    _Atomic uint64_t value, state; /* as last logged, packed */
};

/* The first slot is for no subaction path. */
struct us_log_state_action {
    char name[US_LOG_EVENT_NAME_SIZE];
    uint32_t count;
    struct us_log_state_slot slots[];
};

struct us_log_state_space {
    uint32_t number; /* from 1 */
};

/* "Logged" means: an event was written. */
struct us_log_state_session {
    uint32_t number;         /* from 1; 0: the session is not logged */
    _Atomic uint64_t layers; /* hash of the layer types of the last frame; 0: no frame yet */
    _Atomic uint64_t waits;  /* number of xrWaitFrame calls */
    _Atomic XrPath profiles[US_USER_PATH_COUNT]; /* interaction profiles as last logged */
    _Atomic uint32_t profiles_written;           /* a bit for each user path that was logged */
    _Atomic int64_t start_written;   /* XrTime of the logged start of playback; 0: none */
    _Atomic uint64_t wait_thread;    /* thread of the last xrWaitFrame; 0: none */
    _Atomic uint64_t begin_thread;   /* thread of the last xrBeginFrame; 0: none */
    _Atomic int64_t begun;           /* frame of the last xrBeginFrame; -1: before playback */
    _Atomic int64_t begun_ns;        /* its predicted display time; 0: no frame was begun */
    _Atomic int64_t period_ns;       /* predictedDisplayPeriod of the last xrWaitFrame */
    _Atomic int64_t waited_ns;       /* CLOCK_MONOTONIC at the return of the last xrWaitFrame */
    _Atomic int64_t begun_waited_ns; /* the same for the frame of the last xrBeginFrame; 0: none */
    _Atomic int64_t waited_processor_ns; /* the app's processor time then; 0: not measured */
    /* Hash of each layer as last logged; 0: not logged yet. */
    _Atomic uint64_t layer_hashes[US_LOG_EVENT_LAYERS_MAX];
    atomic_bool stray_written; /* a submission without a frame was logged */
    atomic_flag following;     /* a thread uses the following members */
    int64_t start_ns;          /* start of the playback that the members describe */
    struct us_clock_time at;   /* the recording's time as last seen */
    bool is_over;              /* the end of playback was logged */
    uint32_t faults;           /* the logged faults that are in force, as us_faults_active */
};

/*
 * event_log: the event log of an instance, understudy-log(5): the state and the functions that the
 * taps use to write events. An event becomes one line of the file.
 *
 * An instance has an event log while UNDERSTUDY_EVENTS is set, whether or not a recording plays and
 * whether or not the file could be opened. With UNDERSTUDY_WATCH_CALLS alone it has one that writes
 * nothing, for the calls that the taps report to `understudy run` (run_status.h). Instances that
 * exist at the same time and write to the same file share one journal. Every function except open
 * and close may be called on any thread, and makes no allocation, lock or system call unless its
 * comment says so.
 */

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
    struct us_dispatch next;     /* what the taps call */
    atomic_bool has_ended;       /* the last event is written; warnings are not logged any more */
    _Atomic int64_t frame; /* number of the newest frame of any session; -1: before playback */
    _Atomic uint64_t late_written; /* number of late answers that the log has reported */
    _Atomic uint64_t systems[4];   /* hash of the logged system properties, for each combination of
                                      chained structs; 0: none */
    struct us_event_log_failure failures[US_FUNCTION_COUNT];
    struct {
        _Atomic uint64_t created, destroyed;
    } handles[US_LOGGED_HANDLES];         /* successful calls of the app */
    struct us_log_state_session unlogged; /* of sessions for which memory ran out */
};

/*
 * The stage that logs: a tap calls the function below it, and logs the result without changing it.
 * It opens the log before the app gets the instance, and writes its first events. If something goes
 * wrong, it logs a warning. Closing frees the log, and closes the journal if no other instance uses
 * it; it waits until the file is written. On a frame thread a tap makes no allocation, takes no
 * lock and makes no system call, with one exception: with the frame clock, xrWaitFrame waits until
 * the log has room. The stage is us_event_log_stage.
 */

/* The taps of each file. Every function has one of us_taps_plain, which the others replace. */
extern const struct us_handler us_taps_plain[], us_taps_session[], us_taps_swapchain[],
    us_taps_frame[], us_taps_space[], us_taps_binding[], us_taps_action[];

/* Calls a function for the app with these arguments, which are in parentheses, and tells
 * `understudy run` that this thread is inside. */
#define US_EVENT_LOG_CALL(log, name, arguments)                                                    \
    (us_call_watch_enter((log)->calls, US_FUNCTION_##name),                                        \
     (XrResult)us_call_watch_leave((log)->calls, (int32_t)(log)->next.name arguments))

/* The same, and logs a failure. The session may be NULL. */
#define US_EVENT_LOG_TAPPED(log, session, name, arguments)                                         \
    us_event_log_result(log, session, US_FUNCTION_##name, US_EVENT_LOG_CALL(log, name, arguments))

/* The first for a call whose answers the hooks report. */
#define US_EVENT_LOG_ASK(log, name, arguments, answers)                                            \
    (us_answers_begin(answers), us_event_log_asked(US_EVENT_LOG_CALL(log, name, arguments)))
static inline XrResult us_event_log_asked(XrResult result)
{
    us_answers_end();
    return result;
}

/* The event log of the instance that a handle belongs to; NULL if it has none. An unknown handle
 * belongs to the newest instance. */
struct us_event_log *us_event_log_of_instance(XrInstance handle);
static inline struct us_event_log *us_event_log_of_session(const struct us_session *session)
{
    return us_session_stage(session, US_STAGE_EVENT_LOG);
}
/* Begins a tap of a call with a session: declares that, which may be NULL, and its log. */
#define US_EVENT_LOG_OF_CALL(handle, session, log)                                                 \
    struct us_session *session = us_session_find(handle);                                          \
    struct us_event_log *log = us_event_log_of_session(session);                                   \
    US_RETURN_IF_INVALID(log)

/* What the log keeps with a session of an instance that has a log. */
static inline struct us_log_state_session *us_event_log_state(const struct us_session *session)
{
    struct us_event_log *log = session->instance->kept[US_STAGE_EVENT_LOG];
    struct us_log_state_session *state = session->node.kept[US_STAGE_EVENT_LOG];
    return state != NULL ? state : &log->unlogged;
}

/* The number of a space in the log; 0: it is not logged, or NULL. */
static inline uint32_t us_event_log_space(const struct us_space *space)
{
    const struct us_log_state_space *state =
        space != NULL ? space->node.kept[US_STAGE_EVENT_LOG] : NULL;
    return state != NULL ? state->number : 0;
}

/*
 * The number of the frame that an event about `time` belongs to. A time between two frames belongs
 * to the earlier one. A time far from the newest frame belongs to the newest frame. -1: before
 * playback, or no frames.
 */
int64_t us_event_log_frame_at(const struct us_session *session, XrTime time);
/* The session begins: the app has not waited for a frame or begun one yet. */
void us_event_log_enter_begin_session(struct us_session *session);
/* The current time of the app. The processor times need a system call for each thread of
 * Understudy; they are 0 if they are not to be measured. */
struct us_log_frame_clocks {
    int64_t wall_ns;   /* CLOCK_MONOTONIC */
    int64_t app_ns;    /* processor time of the process without Understudy's threads */
    int64_t thread_ns; /* processor time of the calling thread */
};
struct us_log_frame_clocks us_log_frame_clocks(const struct us_event_log *log);

/* Begins an event as us_event_journal_begin does, and sets its frame and the
 * session's number. The session may be NULL. */
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
/* An event of level `events` of a text from malloc, which this takes. A text that is short stays in
 * its event, where it outlives a process that dies. */
void us_event_log_put_text(struct us_event_log *log, char *text);

/* Writes an error event if `result` is a failure: once per frame, function and result. Otherwise
 * counts the handle that the function creates or destroys. Returns the result. The session may be
 * NULL, and if the call succeeded it may be gone. */
XrResult us_event_log_result(struct us_event_log *log, const struct us_session *session,
                             enum us_function which, XrResult result);
/* The same for a known frame, and for a call that has a time. */
void us_event_log_result_in(struct us_event_log *log, const struct us_session *session,
                            enum us_function which, XrResult result, int64_t frame);
void us_event_log_result_at(struct us_event_log *log, const struct us_session *session,
                            enum us_function which, XrResult result, XrTime time);

/* Writes the failures that were counted but not written yet. */
void us_event_log_write_repeated(struct us_event_log *log);

/* The members of an event about a locate call for `time`, and its answer. */
struct us_log_event_answer us_event_log_answer(const struct us_session *session, XrTime time,
                                               struct us_answer answer);

/* The recording's time that plays at `time`, s; NaN if nothing plays. */
double us_event_log_time_played(const struct us_session *session, XrTime time);

/* Writes events for what playback did up to the session's newest time: start, markers, pauses, end.
 * If two threads call this at the same time, one of them writes. */
void us_event_log_follow(struct us_event_log *log, struct us_session *session);
/* Call this after xrWaitFrame, which was called at `called`. Writes the same events, and the event
 * of the frame. */
void us_event_log_wait(struct us_event_log *log, struct us_session *session,
                       struct us_log_frame_clocks called, const XrFrameState *state);

/* Writes that xrCreateInstance fails because of a fault on purpose. The log was opened only for
 * this. `index` is its number in the instance's list. */
void us_event_log_refuse(struct us_instance *instance, unsigned index, XrResult result);
/* Writes that a fault on purpose begins or ends, at a time of the recording. `index` is its number
 * in the instance's list. */
void us_event_log_fault(struct us_event_log *log, const struct us_session *session, unsigned index,
                        bool begins, double at_s);

/* FNV-1a, of words of four bytes, which go on from the hash of what came before. */
#define US_EVENT_LOG_HASH UINT64_C(14695981039346656037)
uint64_t us_event_log_hash(uint64_t hash, const void *bytes, size_t size);

/* Writes an event if there are more late answers than the log has reported. */
void us_event_log_write_late(struct us_event_log *log, const struct us_session *session);

/* What the log knows about a swapchain: tap_swapchain.c keeps it. Calls with a swapchain do not
 * name the session. */
struct us_logged_swapchain {
    struct us_node node;
    uint32_t number;
};
/* NULL: unknown. */
struct us_logged_swapchain *us_event_log_swapchain(XrSwapchain handle);

/* What the log keeps with an action; NULL: nothing, or no action. */
static inline struct us_log_state_action *us_event_log_action(const struct us_action *action)
{
    return action != NULL ? action->node.kept[US_STAGE_EVENT_LOG] : NULL;
}
/* The slot of an action's subaction path; NULL if the action is NULL or does not have that path. */
struct us_log_state_slot *us_event_log_find_slot(const struct us_action *action, XrPath path);

/*
 * log_layers: writes how the app submits its layers: the events `layers` and `layer`, and what the
 * event `submit` says about them. No function allocates, locks or makes a system call.
 *
 * The functions read the structs that the app passed, so the call must have succeeded.
 */

/* The types of the structs of a chain, without `but`. */
void us_log_layers_read_chain(struct us_log_layer_chain *out, const void *next,
                              XrStructureType but);

/* Fills the members of a `submit` event that describe the layers. */
void us_log_layers_read(struct us_log_event *event, const XrFrameEndInfo *info);

/* Writes an event for the kinds of layers, if they differ from those of the session's frame before,
 * and one for each layer whose description differs from the last that was written. All layers are
 * written again when playback starts, because a reader compares what happens since then. */
void us_log_layers_write(struct us_event_log *log, struct us_session *session, int64_t frame,
                         const XrFrameEndInfo *info);

#endif
