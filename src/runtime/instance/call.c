// SPDX-License-Identifier: MIT
#include "runtime/instance/call.h"

#include <pthread.h>
#include <string.h>

#include "runtime/instance/instance.h"
#include "runtime/session/session.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static const char *const names[RT_CALL_COUNT] = {
#define RT_FUNCTION(name, extension) [RT_CALL_##name] = #name,
#include "runtime/instance/functions.def"
#undef RT_FUNCTION
};

const char *rt_call_name(enum rt_call_id id)
{
    return names[id];
}

// What is lost can still be destroyed, and tells of its loss.
static bool works_when_lost(enum rt_call_id id)
{
    return strncmp(names[id], "xrDestroy", 9) == 0 || id == RT_CALL_xrPollEvent ||
           id == RT_CALL_xrGetInstanceProcAddr || id == RT_CALL_xrResultToString ||
           id == RT_CALL_xrStructureTypeToString;
}

static XrResult find_loss(struct rt_object *object)
{
    if (object->instance->lost)
        return XR_ERROR_INSTANCE_LOST;
    const struct rt_session *session =
        (const struct rt_session *)rt_object_ancestor(object, XR_OBJECT_TYPE_SESSION);
    return session != NULL && session->lost ? XR_ERROR_SESSION_LOST : XR_SUCCESS;
}

bool rt_call_enter(struct rt_call *call, enum rt_call_id id, XrObjectType type, uint64_t handle)
{
    pthread_mutex_lock(&lock);
    *call = (struct rt_call){.result = XR_SUCCESS};
    if (type == XR_OBJECT_TYPE_UNKNOWN)
        return true;
    call->object = rt_object_find(type, handle);
    if (call->object == NULL) {
        call->result = XR_ERROR_HANDLE_INVALID;
        return false;
    }
    struct rt_instance *instance = call->object->instance;
    // Asking for a function that is not there breaks no rule.
    call->failed = id == RT_CALL_xrGetInstanceProcAddr ? NULL : &instance->counters.failed[id];
    const uint64_t before = instance->counters.calls[id]++;
    if (strcmp(instance->settings.fail_call, names[id]) == 0 &&
        before >= instance->settings.fail_after) {
        call->result = instance->settings.fail_result;
        return false;
    }
    if (!works_when_lost(id))
        call->result = find_loss(call->object);
    return call->result == XR_SUCCESS;
}

XrResult rt_call_leave(struct rt_call *call)
{
    if (call->result < 0 && call->failed != NULL)
        ++*call->failed;
    pthread_mutex_unlock(&lock);
    return call->result;
}

void rt_call_pause(void)
{
    pthread_mutex_unlock(&lock);
}

void rt_call_resume(void)
{
    pthread_mutex_lock(&lock);
}
