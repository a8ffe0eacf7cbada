/* SPDX-License-Identifier: MIT */
/*
 * The entry points, their prologue and their epilogue. They take the runtime's one lock, count the
 * call, fail it where a setting asks for that, and find the object of the handle.
 *
 *     RT_CALL(xrEndSession, SESSION, (XrSession handle), end(object))
 */
#ifndef RT_RUNTIME_CALL_H
#define RT_RUNTIME_CALL_H

#include <stdbool.h>

#include "platform/time.h"
#include "runtime/base/object.h"
#include "runtime/base/xr.h"

struct rt_call {
    struct rt_object *object; /* the object of the handle */
    XrResult result;
    uint64_t *failed; /* the counter of refused calls, or NULL */
};

/* Takes the lock in any case. True: `object` is set, and the caller goes on. False: the caller
 * returns `result`. `type` may be XR_OBJECT_TYPE_UNKNOWN for a call without a handle. */
bool rt_call_enter(struct rt_call *call, enum rt_function_id id, XrObjectType type,
                   uint64_t handle);

#define RT_ENTER(call, name, type, handle)                                                         \
    rt_call_enter(call, RT_FUNCTION_##name, XR_OBJECT_TYPE_##type, RT_VALUE(handle))

/* Releases the lock and returns `result`. */
XrResult rt_call_leave(struct rt_call *call);

/* The whole entry point `name`, whose first parameter is `handle`, of an object of that type. The
 * expression `answer` gives the result; in it `object` is that object. */
#define RT_CALL(name, type, parameters, answer)                                                    \
    XRAPI_ATTR XrResult XRAPI_CALL name parameters                                                 \
    {                                                                                              \
        struct rt_call call;                                                                       \
        if (RT_ENTER(&call, name, type, handle)) {                                                 \
            void *object = call.object;                                                            \
            (void)object;                                                                          \
            call.result = answer;                                                                  \
        }                                                                                          \
        return rt_call_leave(&call);                                                               \
    }

/* The whole entry point `name`, which destroys a handle and needs nothing else. */
#define RT_DESTROY(name, handle_type, type)                                                        \
    XRAPI_ATTR XrResult XRAPI_CALL name(handle_type handle)                                        \
    {                                                                                              \
        struct rt_call call;                                                                       \
        if (RT_ENTER(&call, name, type, handle))                                                   \
            rt_object_remove(call.object);                                                         \
        return rt_call_leave(&call);                                                               \
    }

/* XrTime is a time of us_time_now_ns. */

/* How often a call that waits for another thread of the app checks whether it may go on. */
#define RT_TIMING_POLL_NS 500000

/* Inside a call, releases the runtime's lock, sleeps until that time, and takes the lock again. The
 * specification keeps the call's own handle alive. If the time is over, it does not sleep. */
void rt_call_sleep_until(XrTime deadline);

#endif
