// SPDX-License-Identifier: MIT
// The events that wait for xrPollEvent. Under the runtime's lock.
#ifndef RT_RUNTIME_EVENT_H
#define RT_RUNTIME_EVENT_H

#include <stdbool.h>

#include "runtime/base/xr.h"

#define RT_EVENT_LIMIT 64u

struct rt_event_queue {
    XrEventDataBuffer events[RT_EVENT_LIMIT];
    uint32_t first;
    uint32_t count;
    uint32_t lost;
};

struct rt_session;
struct rt_instance;

// Each queues one event; where the queue is full it counts as lost, which xrPollEvent tells.
void rt_event_push_state(struct rt_session *session, XrSessionState state);
void rt_event_push_profile_changed(struct rt_session *session);
// For a session whose `recentred_at` says when.
void rt_event_push_recentred(struct rt_session *session, XrReferenceSpaceType type);
void rt_event_push_instance_loss(struct rt_instance *instance, XrTime time);

// Forgets what a session that goes away had to say.
void rt_event_drop_session(struct rt_event_queue *queue, XrSession session);

#endif
