/* SPDX-License-Identifier: MIT */
#include "runtime/instance/call.h"
#include "runtime/session/session.h"

static XrResult poll_event(struct rt_instance *instance, XrEventDataBuffer *out_event)
{
    struct rt_session *session = rt_session_of(instance);
    if (out_event == NULL)
        return XR_ERROR_VALIDATION_FAILURE;
    if (session != NULL)
        rt_session_follow_polling(session);
    if (rt_event_queue_pop(&instance->events, out_event))
        return XR_SUCCESS;
    return instance->object.loss != XR_SUCCESS ? instance->object.loss : XR_EVENT_UNAVAILABLE;
}

XRAPI_ATTR XrResult XRAPI_CALL xrPollEvent(XrInstance instance, XrEventDataBuffer *eventData)
{
    struct rt_call call;
    if (RT_ENTER(&call, xrPollEvent, INSTANCE, instance))
        call.result = poll_event((struct rt_instance *)call.object, eventData);
    return rt_call_leave(&call);
}
