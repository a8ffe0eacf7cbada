/* SPDX-License-Identifier: MIT */
#include "runtime/instance/call.h"

#include <string.h>

#include "platform/thread.h"
#include "platform/time.h"
#include "runtime/instance/instance.h"

static struct us_mutex lock = US_MUTEX_INIT;

/* An app may still destroy what is lost, and poll the event that reports the loss. */
static bool works_when_lost(enum rt_function_id id)
{
    return strncmp(rt_function_name(id), "xrDestroy", 9) == 0 || id == RT_FUNCTION_xrPollEvent ||
           id == RT_FUNCTION_xrGetInstanceProcAddr || id == RT_FUNCTION_xrResultToString ||
           id == RT_FUNCTION_xrStructureTypeToString;
}

bool rt_call_enter(struct rt_call *call, enum rt_function_id id, XrObjectType type, uint64_t handle)
{
    us_mutex_lock(&lock);
    *call = (struct rt_call){.result = XR_SUCCESS};
    if (type == XR_OBJECT_TYPE_UNKNOWN)
        return true;
    call->object = rt_object_find(type, handle);
    if (call->object == NULL) {
        call->result = XR_ERROR_HANDLE_INVALID;
        return false;
    }
    struct rt_instance *instance = call->object->instance;
    /* A query for a function that does not exist is no error of the app. */
    call->failed = id == RT_FUNCTION_xrGetInstanceProcAddr ? NULL : &instance->counters.failed[id];
    const uint64_t before = instance->counters.calls[id]++;
    if (strcmp(instance->settings.fail_call, rt_function_name(id)) == 0 &&
        before >= instance->settings.fail_after) {
        call->result = instance->settings.fail_result;
        return false;
    }
    if (!works_when_lost(id))
        call->result = rt_object_loss(call->object);
    return call->result == XR_SUCCESS;
}

XrResult rt_call_leave(struct rt_call *call)
{
    if (call->result < 0 && call->failed != NULL)
        ++*call->failed;
    us_mutex_unlock(&lock);
    return call->result;
}

void rt_call_sleep_until(XrTime deadline)
{
    us_mutex_unlock(&lock);
    us_time_sleep_until(deadline);
    us_mutex_lock(&lock);
}
