/* SPDX-License-Identifier: MIT */
/* Writing an event: the log of an instance, the frame that an event belongs to, lines, failed
 * calls. */
#include "layer/eventlog/event_log.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/own_use.h"
#include "layer/answer/playback.h"
#include "platform/thread.h"
#include "platform/time.h"

struct us_event_log *us_event_log_of_instance(XrInstance handle)
{
    const struct us_instance *instance = us_instance_of(handle);
    return instance != NULL ? instance->kept[US_STAGE_EVENT_LOG] : NULL;
}

uint64_t us_event_log_hash(uint64_t hash, const void *bytes, size_t size)
{
    for (size_t i = 0; i < size; i += sizeof(uint32_t)) {
        uint32_t word = 0;
        memcpy(&word, (const unsigned char *)bytes + i,
               size - i < sizeof word ? size - i : sizeof word);
        hash = (hash ^ word) * UINT64_C(1099511628211);
        hash ^= hash >> 29; /* so that the low bits depend on all of a word */
    }
    return hash;
}

/* Finds the frame that an event belongs to. In a pipelined app one thread waits for frame n + 1 and
 * locates spaces for it, before or after another thread submits frame n. */

/* A time further away than this belongs to the newest frame. */
enum { FRAMES_AROUND = 8 };

int64_t us_event_log_frame_at(const struct us_session *session, XrTime time)
{
    double position;
    int64_t newest = us_playback_frame(session); /* -1 before playback */
    int64_t first = atomic_load_explicit(&session->start_frame, memory_order_relaxed);
    if (newest < 0 || first < 0 ||
        !us_frame_history_position(&session->frame_history, time, &position))
        return newest;
    double frame = floor(position) - (double)first + (double)session->first_frame;
    if (fabs(frame - (double)newest) > FRAMES_AROUND)
        return newest;
    return frame >= 0.0 ? (int64_t)frame : -1;
}

/* The number of the frame that an event without a time belongs to: normally the newest frame. If
 * the calling thread begins frames and another thread waits for them, it is the frame of the last
 * xrBeginFrame. */
static int64_t present_frame(const struct us_session *session)
{
    const struct us_log_state_session *log_state = us_event_log_state(session);
    uint64_t begin_thread = atomic_load_explicit(&log_state->begin_thread, memory_order_relaxed);
    if (begin_thread != us_thread_self() ||
        begin_thread == atomic_load_explicit(&log_state->wait_thread, memory_order_relaxed))
        return us_playback_frame(session);
    return atomic_load_explicit(&log_state->begun, memory_order_relaxed);
}

static int64_t newest_frame(const struct us_event_log *log)
{
    return atomic_load_explicit(&log->frame, memory_order_relaxed);
}

struct us_log_event *us_event_log_begin(struct us_event_log *log, const struct us_session *session,
                                        enum us_log_event_level level, enum us_log_event_kind kind)
{
    struct us_log_event *event = us_event_journal_begin(log->journal, level, kind);
    if (event == NULL)
        return NULL;
    event->frame = session != NULL ? present_frame(session) : newest_frame(log);
    event->session = session != NULL ? us_event_log_state(session)->number : 0;
    return event;
}

bool us_event_log_line_begin(struct us_event_log_line *line, struct us_event_log *log,
                             const struct us_session *session, const char *name)
{
    line->event = us_event_log_begin(log, session, US_LOG_EVENT_LEVEL_EVENTS, US_LOG_EVENT_TEXT);
    if (line->event == NULL)
        return false;
    us_json_text_init(&line->text, line->event->of.text, sizeof line->event->of.text);
    us_json_text_string(&line->text, "e", name);
    if (line->event->session > 0)
        us_json_text_integer(&line->text, "session", line->event->session);
    return true;
}

void us_event_log_line_end(struct us_event_log_line *line)
{
    if (us_json_text_finish(&line->text) == 0)
        snprintf(line->event->of.text, sizeof line->event->of.text,
                 "\"e\":\"odd\",\"what\":\"a line was too long for the log\"");
    us_event_journal_commit(line->event);
}

void us_event_log_put_text(struct us_event_log *log, char *text)
{
    const bool is_short = strlen(text) < US_LOG_EVENT_TEXT_SIZE;
    struct us_log_event *event =
        us_event_log_begin(log, NULL, US_LOG_EVENT_LEVEL_EVENTS,
                           is_short ? US_LOG_EVENT_TEXT : US_LOG_EVENT_LONG_TEXT);
    if (event != NULL && !is_short) {
        event->of.long_text = text;
        us_event_journal_commit_long_text(event);
        return;
    }
    if (event != NULL) {
        memcpy(event->of.text, text, strlen(text) + 1);
        us_event_journal_commit(event);
    }
    free(text);
}

static void write_failure(struct us_event_log *log, const struct us_session *session, int64_t frame,
                          enum us_function which, XrResult result, uint32_t repeated)
{
    struct us_log_event *event =
        us_event_log_begin(log, session, US_LOG_EVENT_LEVEL_EVENTS, US_LOG_EVENT_ERROR);
    if (event == NULL)
        return;
    event->frame = frame;
    event->of.error.call = us_log_event_word(us_function_names[which]);
    event->of.error.result = result;
    event->of.error.what = us_log_event_word(NULL);
    event->of.error.repeated = repeated;
    us_event_journal_commit(event);
}

/* Frames before playback have no number; the number of waits stands for it. */
static uint64_t when_failed(const struct us_event_log *log, int64_t frame, XrResult result)
{
    uint64_t count = (uint64_t)frame << 1 | 1;
    if (frame < 0)
        count = (atomic_load_explicit(&log->instance->summary->frames, memory_order_relaxed) + 1)
                << 1;
    return count << 32 | (uint32_t)result;
}

void us_event_log_result_in(struct us_event_log *log, const struct us_session *session,
                            enum us_function which, XrResult result, int64_t frame)
{
    if (!XR_FAILED(result))
        return;
    struct us_event_log_failure *failure = &log->failures[which];
    uint64_t when = when_failed(log, frame, result);
    if (atomic_exchange_explicit(&failure->when, when, memory_order_relaxed) == when) {
        atomic_fetch_add_explicit(&failure->repeated, 1, memory_order_relaxed);
        return;
    }
    uint32_t repeated = atomic_exchange_explicit(&failure->repeated, 0, memory_order_relaxed);
    write_failure(log, session, frame, which, result, repeated);
}

/* The functions that create and destroy handles. */
static const struct {
    enum { OF_NO_HANDLE, CREATES, DESTROYS } does;
    enum us_logged_handles kind;
} of_handles[US_FUNCTION_COUNT] = {
    [US_FUNCTION_xrCreateSession] = {CREATES, US_LOGGED_SESSIONS},
    [US_FUNCTION_xrDestroySession] = {DESTROYS, US_LOGGED_SESSIONS},
    [US_FUNCTION_xrCreateReferenceSpace] = {CREATES, US_LOGGED_SPACES},
    [US_FUNCTION_xrCreateActionSpace] = {CREATES, US_LOGGED_SPACES},
    [US_FUNCTION_xrDestroySpace] = {DESTROYS, US_LOGGED_SPACES},
    [US_FUNCTION_xrCreateSwapchain] = {CREATES, US_LOGGED_SWAPCHAINS},
    [US_FUNCTION_xrDestroySwapchain] = {DESTROYS, US_LOGGED_SWAPCHAINS},
    [US_FUNCTION_xrCreateActionSet] = {CREATES, US_LOGGED_ACTION_SETS},
    [US_FUNCTION_xrDestroyActionSet] = {DESTROYS, US_LOGGED_ACTION_SETS},
    [US_FUNCTION_xrCreateAction] = {CREATES, US_LOGGED_ACTIONS},
    [US_FUNCTION_xrDestroyAction] = {DESTROYS, US_LOGGED_ACTIONS},
    [US_FUNCTION_xrCreateHandTrackerEXT] = {CREATES, US_LOGGED_HAND_TRACKERS},
    [US_FUNCTION_xrDestroyHandTrackerEXT] = {DESTROYS, US_LOGGED_HAND_TRACKERS},
};

XrResult us_event_log_result(struct us_event_log *log, const struct us_session *session,
                             enum us_function which, XrResult result)
{
    if (XR_FAILED(result))
        us_event_log_result_in(log, session, which, result,
                               session != NULL ? present_frame(session) : newest_frame(log));
    else if (of_handles[which].does != OF_NO_HANDLE)
        atomic_fetch_add_explicit(of_handles[which].does == CREATES
                                      ? &log->handles[of_handles[which].kind].created
                                      : &log->handles[of_handles[which].kind].destroyed,
                                  1, memory_order_relaxed);
    return result;
}

void us_event_log_result_at(struct us_event_log *log, const struct us_session *session,
                            enum us_function which, XrResult result, XrTime time)
{
    if (XR_FAILED(result))
        us_event_log_result_in(log, session, which, result,
                               session != NULL ? us_event_log_frame_at(session, time)
                                               : newest_frame(log));
}

void us_event_log_write_repeated(struct us_event_log *log)
{
    for (int i = 0; i < US_FUNCTION_COUNT; i++) {
        struct us_event_log_failure *failure = &log->failures[i];
        uint32_t repeated = atomic_exchange(&failure->repeated, 0);
        if (repeated > 0)
            write_failure(log, NULL, newest_frame(log), (enum us_function)i,
                          (XrResult)(int32_t)(uint32_t)atomic_load(&failure->when), repeated);
    }
}

void us_event_log_fault(struct us_event_log *log, const struct us_session *session, unsigned index,
                        bool begins, double at_s)
{
    const struct us_fault *fault = &log->instance->faults.list[index];
    struct us_log_event *event =
        us_event_log_begin(log, session, US_LOG_EVENT_LEVEL_EVENTS, US_LOG_EVENT_FAULT);
    if (event == NULL)
        return;
    size_t room = sizeof event->of.fault.item - 1;
    size_t length = (size_t)fault->length < room ? (size_t)fault->length : room;
    event->of.fault.what = us_log_event_word(begins ? "begin" : "end");
    event->of.fault.kind = us_log_event_word(us_fault_kind_name(fault->kind));
    memcpy(event->of.fault.item, fault->text, length);
    event->of.fault.item[length] = '\0';
    event->of.fault.at_s = at_s;
    us_event_journal_commit(event);
}

void us_event_log_write_late(struct us_event_log *log, const struct us_session *session)
{
    uint64_t late = log->instance->bindings.plays.any ? us_instance_late(log->instance) : 0;
    uint64_t before = atomic_load_explicit(&log->late_written, memory_order_relaxed);
    struct us_log_event *event;
    if (late <= before || (event = us_event_log_begin(log, session, US_LOG_EVENT_LEVEL_EVENTS,
                                                      US_LOG_EVENT_LATE)) == NULL)
        return;
    atomic_store_explicit(&log->late_written, late, memory_order_relaxed);
    event->of.late.count = late - before;
    us_event_journal_commit(event);
}

double us_event_log_time_played(const struct us_session *session, XrTime time)
{
    int64_t start_ns = atomic_load_explicit(&session->start_ns, memory_order_acquire);
    bool plays = time > 0 && start_ns >= 0 && !us_playback_is_live(session);
    return plays ? us_playback_time(session, time).recording_s : (double)NAN;
}

struct us_log_event_answer us_event_log_answer(const struct us_session *session, XrTime time,
                                               struct us_answer answer)
{
    /* A session that the layer does not know plays nothing. */
    double ask = session != NULL ? us_playback_ask(session, time) : (double)NAN;
    return (struct us_log_event_answer){ask, answer.at_s, answer.from, answer.how};
}

struct us_log_state_slot *us_event_log_find_slot(const struct us_action *action, XrPath path)
{
    struct us_log_state_action *log_state = us_event_log_action(action);
    for (uint32_t i = 0; log_state != NULL && i < log_state->count; i++) {
        if (log_state->slots[i].path == path)
            return &log_state->slots[i];
    }
    return NULL;
}

struct us_log_frame_clocks us_log_frame_clocks(const struct us_event_log *log)
{
    struct us_log_frame_clocks clocks = {.wall_ns = us_time_now_ns()};
    if (!log->instance->settings.events_processor)
        return clocks;
    clocks.app_ns = us_time_ns(US_TIME_PROCESS) - us_own_use_processor_ns();
    clocks.thread_ns = us_time_ns(US_TIME_THREAD);
    return clocks;
}

struct us_logged_swapchain *us_event_log_swapchain(XrSwapchain handle)
{
    return (struct us_logged_swapchain *)us_handle_table_find(US_HANDLE_LOGGED_SWAPCHAIN,
                                                              US_XR_VALUE(handle));
}
