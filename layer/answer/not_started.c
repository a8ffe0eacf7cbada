/* SPDX-License-Identifier: MIT */
#include "layer/answer/playback.h"

#include <stdio.h>

#include "layer/base/runtime_time.h"
#include "openxr/xr_names.h"
#include "platform/time.h"

#define WARN_AFTER_NS INT64_C(5000000000)

static bool has_started(const struct us_session *session)
{
    return atomic_load(&session->start_ns) != US_SESSION_NOT_STARTED;
}

/* The call that playback waits for in a session with focus. */
static const char *missing_call(const struct us_session *session)
{
    if (session->instance->settings.start == US_START_SYNC)
        return "the first xrSyncActions with focus: pass --start focus or --start frame if the app "
               "syncs no actions";
    return session->headless
               ? "a call of xrWaitFrame, xrSyncActions or a locate function: the app has made none"
               : "a frame: the app has not called xrWaitFrame since it got focus";
}

/* Writes the reason why playback of a session has not started. `is_over`: the session is about to
 * be freed; then the highest state that it reached counts. */
static void describe(const struct us_session *session, bool is_over, char *text, size_t size)
{
    int state = atomic_load(is_over ? &session->highest_state : &session->app_state);
    const char *name = state == 0 ? "not known" : us_xr_names_state((XrSessionState)state);
    const char *words = is_over ? "the session's highest state was" : "the session's state is";
    bool needs_focus = session->instance->settings.start != US_START_FRAME;
    if (!session->has_spaces)
        snprintf(text, size, "the runtime refused to create the spaces that playback needs");
    else if (!atomic_load(&session->was_running))
        snprintf(text, size, "%s %s, and the app has not called xrBeginSession", words, name);
    else if (needs_focus && state != XR_SESSION_STATE_FOCUSED)
        snprintf(text, size,
                 "%s %s, and playback waits for FOCUSED: pass --start force-focus "
                 "(UNDERSTUDY_FORCE_FOCUS=1) if the runtime never gives the focus, or --start "
                 "frame (UNDERSTUDY_START=frame) to start without it",
                 words, name);
    else
        snprintf(text, size, "%s %s, and playback waits for %s", words, name,
                 missing_call(session));
}

void us_not_started_begin(struct us_instance *instance)
{
    if (instance->bindings.plays.any)
        atomic_store(&instance->not_started_due_ns, us_time_now_ns() + WARN_AFTER_NS);
}

static void warn_if_not_started(struct us_node *node, void *data)
{
    const struct us_session *session = (const struct us_session *)node;
    char why[US_NOT_STARTED_SIZE];
    if (session->instance != data || has_started(session) || !atomic_load(&session->running))
        return;
    describe(session, false, why, sizeof why);
    /* A warning would be an event, and whether this is said depends on the speed of the machine. */
    us_message_log(&session->instance->log, US_MESSAGE_LOG_INFO, "playback has not started yet: %s",
                   why);
}

void us_not_started_poll(struct us_instance *instance)
{
    int64_t due_ns = atomic_load_explicit(&instance->not_started_due_ns, memory_order_relaxed);
    if (due_ns == 0 || us_time_now_ns() < due_ns ||
        !atomic_compare_exchange_strong(&instance->not_started_due_ns, &due_ns, 0))
        return;
    us_handle_table_each(US_HANDLE_SESSION, warn_if_not_started, instance);
}

static void keep(struct us_session *session)
{
    struct us_instance *instance = session->instance;
    if (has_started(session) || atomic_load(&instance->summary->started))
        return;
    us_mutex_lock(&instance->event_mutex);
    describe(session, true, instance->not_started_reason, sizeof instance->not_started_reason);
    us_mutex_unlock(&instance->event_mutex);
}

void us_not_started_keep_list(struct us_node *list)
{
    for (; list != NULL; list = list->link) {
        if (list->type == US_HANDLE_SESSION)
            keep((struct us_session *)list);
    }
}

void us_not_started_log(const struct us_instance *instance)
{
    if (!instance->bindings.plays.any || atomic_load(&instance->summary->started))
        return;
    us_message_log(&instance->log, US_MESSAGE_LOG_ERROR, "playback never started: %s",
                   instance->not_started_reason[0] != '\0' ? instance->not_started_reason
                                                           : "the app created no session");
}
