// SPDX-License-Identifier: MIT
#include "event.h"

#include <string.h>

#include "instance.h"
#include "live.h"
#include "session.h"
#include "timing.h"

static void push(struct us_event_queue *queue, const void *event, size_t size)
{
    if (queue->count == US_EVENT_LIMIT) {
        queue->lost++;
        return;
    }
    memcpy(&queue->events[(queue->first + queue->count) % US_EVENT_LIMIT], event, size);
    queue->count++;
}

void us_event_push_state(struct us_session *session, XrSessionState state)
{
    const XrEventDataSessionStateChanged event = {
        .type = XR_TYPE_EVENT_DATA_SESSION_STATE_CHANGED,
        .session = US_HANDLE(XrSession, session),
        .state = state,
        .time = us_timing_now(),
    };
    session->state = state;
    push(&session->object.instance->events, &event, sizeof(event));
}

void us_event_push_profile_changed(struct us_session *session)
{
    const XrEventDataInteractionProfileChanged event = {
        .type = XR_TYPE_EVENT_DATA_INTERACTION_PROFILE_CHANGED,
        .session = US_HANDLE(XrSession, session),
    };
    push(&session->object.instance->events, &event, sizeof(event));
}

void us_event_push_recentred(struct us_session *session, XrReferenceSpaceType type)
{
    const struct us_motion m_before_now = us_live_recentred();
    const XrEventDataReferenceSpaceChangePending event = {
        .type = XR_TYPE_EVENT_DATA_REFERENCE_SPACE_CHANGE_PENDING,
        .session = US_HANDLE(XrSession, session),
        .referenceSpaceType = type,
        .changeTime = session->recentred_at,
        .poseValid = XR_TRUE,
        .poseInPreviousSpace = us_motion_to_pose(&m_before_now),
    };
    push(&session->object.instance->events, &event, sizeof(event));
}

void us_event_push_instance_loss(struct us_instance *instance, XrTime time)
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

void us_event_drop_session(struct us_event_queue *queue, XrSession session)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < queue->count; i++) {
        const XrEventDataBuffer *event = &queue->events[(queue->first + i) % US_EVENT_LIMIT];
        if (!is_about(event, session))
            queue->events[(queue->first + kept++) % US_EVENT_LIMIT] = *event;
    }
    queue->count = kept;
}

static XrResult poll(struct us_instance *instance, XrEventDataBuffer *out_event)
{
    struct us_event_queue *queue = &instance->events;
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
    queue->first = (queue->first + 1) % US_EVENT_LIMIT;
    queue->count--;
    return XR_SUCCESS;
}

XRAPI_ATTR XrResult XRAPI_CALL xrPollEvent(XrInstance instance, XrEventDataBuffer *eventData)
{
    struct us_call call;
    if (US_ENTER(&call, xrPollEvent, INSTANCE, instance))
        call.result = poll((struct us_instance *)call.object, eventData);
    return us_call_leave(&call);
}
