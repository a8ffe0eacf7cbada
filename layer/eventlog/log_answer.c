/* SPDX-License-Identifier: MIT */
/* Functions for events about answers. */
#include <math.h>

#include "layer/answer/playback.h"
#include "layer/eventlog/event_log.h"

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
    us_journal_commit(event);
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
    struct us_log_state_action *log_state = action != NULL ? action->log_state : NULL;
    for (uint32_t i = 0; log_state != NULL && i < log_state->count; i++) {
        if (log_state->slots[i].path == path)
            return &log_state->slots[i];
    }
    return NULL;
}
