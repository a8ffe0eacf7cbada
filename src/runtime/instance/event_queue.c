/* SPDX-License-Identifier: MIT */
#include "runtime/instance/instance.h"

#include <string.h>

void rt_event_queue_push(struct rt_event_queue *queue, const void *event, size_t size)
{
    if (queue->count == RT_EVENT_QUEUE_LIMIT) {
        queue->lost++;
        return;
    }
    memcpy(&queue->events[(queue->first + queue->count) % RT_EVENT_QUEUE_LIMIT], event, size);
    queue->count++;
}

/* The events about a session begin with the same members. */
static bool is_about(const XrEventDataBuffer *event, XrSession session)
{
    static const XrStructureType types[] = {XR_TYPE_EVENT_DATA_SESSION_STATE_CHANGED,
                                            XR_TYPE_EVENT_DATA_INTERACTION_PROFILE_CHANGED,
                                            XR_TYPE_EVENT_DATA_REFERENCE_SPACE_CHANGE_PENDING,
                                            XR_TYPE_EVENT_DATA_USER_PRESENCE_CHANGED_EXT,
                                            XR_TYPE_EVENT_DATA_VISIBILITY_MASK_CHANGED_KHR};
    const XrEventDataSessionStateChanged *about = (const void *)event;
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        if (event->type == types[i])
            return about->session == session;
    return false;
}

void rt_event_queue_drop_session(struct rt_event_queue *queue, XrSession session)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < queue->count; i++) {
        const XrEventDataBuffer *event = &queue->events[(queue->first + i) % RT_EVENT_QUEUE_LIMIT];
        if (!is_about(event, session))
            queue->events[(queue->first + kept++) % RT_EVENT_QUEUE_LIMIT] = *event;
    }
    queue->count = kept;
}

bool rt_event_queue_pop(struct rt_event_queue *queue, XrEventDataBuffer *out_event)
{
    if (queue->lost > 0) {
        const XrEventDataEventsLost event = {
            .type = XR_TYPE_EVENT_DATA_EVENTS_LOST,
            .lostEventCount = queue->lost,
        };
        memcpy(out_event, &event, sizeof event);
        queue->lost = 0;
        return true;
    }
    if (queue->count == 0)
        return false;
    *out_event = queue->events[queue->first];
    queue->first = (queue->first + 1) % RT_EVENT_QUEUE_LIMIT;
    queue->count--;
    return true;
}
