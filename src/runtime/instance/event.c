// SPDX-License-Identifier: MIT
#include "runtime/instance/event.h"

#include <string.h>

#include "runtime/instance/instance.h"
#include "runtime/person/live.h"
#include "runtime/session/session.h"
#include "runtime/instance/timing.h"

static void push(struct rt_event_queue *queue, const void *event, size_t size)
{
    if (queue->count == RT_EVENT_LIMIT) {
        queue->lost++;
        return;
    }
    memcpy(&queue->events[(queue->first + queue->count) % RT_EVENT_LIMIT], event, size);
    queue->count++;
}

void rt_event_push_state(struct rt_session *session, XrSessionState state)
{
    const XrEventDataSessionStateChanged event = {
        .type = XR_TYPE_EVENT_DATA_SESSION_STATE_CHANGED,
        .session = RT_HANDLE(XrSession, session),
        .state = state,
        .time = rt_timing_now(),
    };
    session->state = state;
    push(&session->object.instance->events, &event, sizeof(event));
}

void rt_event_push_profile_changed(struct rt_session *session)
{
    const XrEventDataInteractionProfileChanged event = {
        .type = XR_TYPE_EVENT_DATA_INTERACTION_PROFILE_CHANGED,
        .session = RT_HANDLE(XrSession, session),
    };
    push(&session->object.instance->events, &event, sizeof(event));
}

void rt_event_push_recentred(struct rt_session *session, XrReferenceSpaceType type)
{
    const struct rt_motion m_before_now = rt_live_recentred();
    const XrEventDataReferenceSpaceChangePending event = {
        .type = XR_TYPE_EVENT_DATA_REFERENCE_SPACE_CHANGE_PENDING,
        .session = RT_HANDLE(XrSession, session),
        .referenceSpaceType = type,
        .changeTime = session->recentred_at,
        .poseValid = XR_TRUE,
        .poseInPreviousSpace = rt_motion_to_pose(&m_before_now),
    };
    push(&session->object.instance->events, &event, sizeof(event));
}

void rt_event_push_instance_loss(struct rt_instance *instance, XrTime time)
{
    const XrEventDataInstanceLossPending event = {
        .type = XR_TYPE_EVENT_DATA_INSTANCE_LOSS_PENDING,
        .lossTime = time,
    };
    push(&instance->events, &event, sizeof(event));
}

static bool is_about(const XrEventDataBuffer *event, XrSession session)
{
    if (event->type == XR_TYPE_EVENT_DATA_SESSION_STATE_CHANGED)
        return ((const XrEventDataSessionStateChanged *)(const void *)event)->session == session;
    if (event->type == XR_TYPE_EVENT_DATA_INTERACTION_PROFILE_CHANGED)
        return ((const XrEventDataInteractionProfileChanged *)(const void *)event)->session ==
               session;
    if (event->type == XR_TYPE_EVENT_DATA_REFERENCE_SPACE_CHANGE_PENDING)
        return ((const XrEventDataReferenceSpaceChangePending *)(const void *)event)->session ==
               session;
    return false;
}

void rt_event_drop_session(struct rt_event_queue *queue, XrSession session)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < queue->count; i++) {
        const XrEventDataBuffer *event = &queue->events[(queue->first + i) % RT_EVENT_LIMIT];
        if (!is_about(event, session))
            queue->events[(queue->first + kept++) % RT_EVENT_LIMIT] = *event;
    }
    queue->count = kept;
}

static XrResult poll(struct rt_instance *instance, XrEventDataBuffer *out_event)
{
    struct rt_event_queue *queue = &instance->events;
    if (out_event == NULL)
        return XR_ERROR_VALIDATION_FAILURE;
    if (queue->lost > 0) {
        const XrEventDataEventsLost event = {
            .type = XR_TYPE_EVENT_DATA_EVENTS_LOST,
            .lostEventCount = queue->lost,
        };
        memcpy(out_event, &event, sizeof(event));
        queue->lost = 0;
        return XR_SUCCESS;
    }
    if (queue->count == 0)
        return instance->lost ? XR_ERROR_INSTANCE_LOST : XR_EVENT_UNAVAILABLE;
    *out_event = queue->events[queue->first];
    queue->first = (queue->first + 1) % RT_EVENT_LIMIT;
    queue->count--;
    return XR_SUCCESS;
}

XRAPI_ATTR XrResult XRAPI_CALL xrPollEvent(XrInstance instance, XrEventDataBuffer *eventData)
{
    struct rt_call call;
    if (RT_ENTER(&call, xrPollEvent, INSTANCE, instance))
        call.result = poll((struct rt_instance *)call.object, eventData);
    return rt_call_leave(&call);
}
