/* SPDX-License-Identifier: MIT */
/* The events that wait for xrPollEvent. Under the runtime's lock. */
#ifndef RT_RUNTIME_EVENT_QUEUE_H
#define RT_RUNTIME_EVENT_QUEUE_H

#include <stdbool.h>
#include <stddef.h>

#include "runtime/base/xr.h"

#define RT_EVENT_QUEUE_LIMIT 64u

struct rt_event_queue {
    XrEventDataBuffer events[RT_EVENT_QUEUE_LIMIT];
    uint32_t first;
    uint32_t count;
    uint32_t lost; /* events that found the queue full, since the last pop */
};

/* Copies an event of any type to the end of the queue. A full queue counts the event as lost. */
void rt_event_queue_push(struct rt_event_queue *queue, const void *event, size_t size);

/* Removes every event about a session that is being destroyed. */
void rt_event_queue_drop_session(struct rt_event_queue *queue, XrSession session);

/* Takes the oldest event, or first XrEventDataEventsLost where events were lost. False: none waits.
 */
bool rt_event_queue_pop(struct rt_event_queue *queue, XrEventDataBuffer *out_event);

#endif
