/* SPDX-License-Identifier: MIT */
/* Events about faults on purpose: each begin and each end. */
#include <string.h>

#include "layer/eventlog/event_log.h"

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
    us_journal_commit(event);
}

void us_event_log_follow_faults(struct us_event_log *log, struct us_session *session,
                                const struct us_clock_time *now)
{
    const struct us_faults *faults = &log->instance->faults;
    bool is_live = now->phase == US_CLOCK_ENDED && log->instance->clock.end_mode == US_END_RELEASE;
    uint32_t before = session->log_state.faults;
    uint32_t active = is_live ? 0 : us_faults_active(faults, now->recording_s);
    session->log_state.faults = active;
    uint32_t changed = before ^ active;
    for (unsigned i = 0; changed != 0; i++, changed >>= 1) {
        if (changed & 1)
            us_event_log_fault(log, session, i, (active >> i & 1) != 0, now->recording_s);
    }
}
