// SPDX-License-Identifier: MIT
// The events that wait for xrPollEvent. Under the runtime's lock.
#ifndef US_RUNTIME_EVENT_H
#define US_RUNTIME_EVENT_H

#include <stdbool.h>

#include "xr.h"

#define US_EVENT_LIMIT 64u

struct us_event_queue {
    XrEventDataBuffer events[US_EVENT_LIMIT];
    uint32_t first;
    uint32_t count;
    uint32_t lost;
};

struct us_session;
struct us_instance;

// Each queues one event; where the queue is full it counts as lost, which xrPollEvent tells.
void us_event_push_state(struct us_session *session, XrSessionState state);
void us_event_push_profile_changed(struct us_session *session);
// For a session whose `recentred_at` says when.
void us_event_push_recentred(struct us_session *session, XrReferenceSpaceType type);
void us_event_push_instance_loss(struct us_instance *instance, XrTime time);

// Forgets what a session that goes away had to say.
void us_event_drop_session(struct us_event_queue *queue, XrSession session);

#endif
