// SPDX-License-Identifier: MIT
#include "call.h"

#include <pthread.h>
#include <string.h>

#include "instance.h"
#include "session.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static const char *const names[US_CALL_COUNT] = {
#define US_FUNCTION(name, extension) [US_CALL_##name] = #name,
#include "functions.def"
#undef US_FUNCTION
};

const char *us_call_name(enum us_call_id id)
{
    return names[id];
}

// What is lost can still be destroyed, and tells of its loss.
static bool works_when_lost(enum us_call_id id)
{
    return strncmp(names[id], "xrDestroy", 9) == 0 || id == US_CALL_xrPollEvent ||
           id == US_CALL_xrGetInstanceProcAddr || id == US_CALL_xrResultToString ||
           id == US_CALL_xrStructureTypeToString;
}

static XrResult find_loss(struct us_object *object)
{
    if (object->instance->lost)
        return XR_ERROR_INSTANCE_LOST;
    const struct us_session *session =
        (const struct us_session *)us_object_ancestor(object, XR_OBJECT_TYPE_SESSION);
    return session != NULL && session->lost ? XR_ERROR_SESSION_LOST : XR_SUCCESS;
}

bool us_call_enter(struct us_call *call, enum us_call_id id, XrObjectType type, uint64_t handle)
{
    pthread_mutex_lock(&lock);
    *call = (struct us_call){.result = XR_SUCCESS};
    if (type == XR_OBJECT_TYPE_UNKNOWN)
        return true;
    call->object = us_object_find(type, handle);
    if (call->object == NULL) {
        call->result = XR_ERROR_HANDLE_INVALID;
        return false;
    }
    struct us_instance *instance = call->object->instance;
    // Asking for a function that is not there breaks no rule.
    call->failed = id == US_CALL_xrGetInstanceProcAddr ? NULL : &instance->counters.failed[id];
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

XrResult us_call_leave(struct us_call *call)
{
    if (call->result < 0 && call->failed != NULL)
        ++*call->failed;
    pthread_mutex_unlock(&lock);
    return call->result;
}

void us_call_pause(void)
{
    pthread_mutex_unlock(&lock);
}

void us_call_resume(void)
{
    pthread_mutex_lock(&lock);
}
