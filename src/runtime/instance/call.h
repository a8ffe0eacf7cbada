// SPDX-License-Identifier: MIT
// What every entry point does first and last: take the runtime's one lock, count, fail where a
// switch says so, and find the object behind the handle.
//
//     struct rt_call call;
//     if (RT_ENTER(&call, xrEndSession, SESSION, session))
//         call.result = end((struct rt_session *)call.object);
//     return rt_call_leave(&call);
#ifndef RT_RUNTIME_CALL_H
#define RT_RUNTIME_CALL_H

#include <stdbool.h>

#include "runtime/base/function_id.h"
#include "runtime/base/object.h"

struct rt_call {
    struct rt_object *object; // what the handle named
    XrResult result;
    uint64_t *failed; // where a refusal is counted, or NULL
};

// Takes the lock, whatever it answers. True: go on, `object` is there. False: `result` is what to
// answer. `type` may be XR_OBJECT_TYPE_UNKNOWN for a call without a handle.
bool rt_call_enter(struct rt_call *call, enum rt_function_id id, XrObjectType type,
                   uint64_t handle);

#define RT_ENTER(call, name, type, handle)                                                         \
    rt_call_enter(call, RT_FUNCTION_##name, XR_OBJECT_TYPE_##type, RT_VALUE(handle))

// Gives the lock back and answers `result`.
XrResult rt_call_leave(struct rt_call *call);

// Gives the lock back for the time of a wait, inside a call. The specification keeps the call's own
// handle alive.
void rt_call_pause(void);
void rt_call_resume(void);

#endif
