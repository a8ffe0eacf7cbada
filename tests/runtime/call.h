// SPDX-License-Identifier: MIT
// What every entry point does first and last: take the runtime's one lock, count, fail where a
// switch says so, and find the object behind the handle.
//
//     struct us_call call;
//     if (US_ENTER(&call, xrEndSession, SESSION, session))
//         call.result = end((struct us_session *)call.object);
//     return us_call_leave(&call);
#ifndef US_RUNTIME_CALL_H
#define US_RUNTIME_CALL_H

#include <stdbool.h>

#include "object.h"

enum us_call_id {
#define US_FUNCTION(name, extension) US_CALL_##name,
#include "functions.def"
#undef US_FUNCTION
    US_CALL_COUNT,
};

struct us_call {
    struct us_object *object; // what the handle named
    XrResult result;
    uint64_t *failed; // where a refusal is counted, or NULL
};

// Takes the lock, whatever it answers. True: go on, `object` is there. False: `result` is what to
// answer. `type` may be XR_OBJECT_TYPE_UNKNOWN for a call without a handle.
bool us_call_enter(struct us_call *call, enum us_call_id id, XrObjectType type, uint64_t handle);

#define US_ENTER(call, name, type, handle)                                                         \
    us_call_enter(call, US_CALL_##name, XR_OBJECT_TYPE_##type, US_VALUE(handle))

// Gives the lock back and answers `result`.
XrResult us_call_leave(struct us_call *call);

// Gives the lock back for the time of a wait, inside a call. The specification keeps the call's own
// handle alive.
void us_call_pause(void);
void us_call_resume(void);

const char *us_call_name(enum us_call_id id);

#endif
