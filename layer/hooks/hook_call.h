/* SPDX-License-Identifier: MIT */
/*
 * hook_call: finds the instance that a call belongs to. A handle that the layer does not know
 * belongs to the newest instance, which forwards the call unchanged. NULL: there is no instance,
 * and the hook returns XR_ERROR_HANDLE_INVALID. No lock; safe on any thread.
 */
#ifndef US_HOOK_CALL_H
#define US_HOOK_CALL_H

#include "layer/bindings/action.h"
#include "layer/state/session.h"

static inline struct us_instance *us_hook_call_of(const struct us_session *session)
{
    return session != NULL ? session->instance : us_instance_fallback();
}

static inline struct us_instance *us_hook_call_of_set(const struct us_action_set *set)
{
    return set != NULL ? set->instance : us_instance_fallback();
}

/* Also finds the session. `*out_session` is NULL if the layer does not know it. */
static inline struct us_instance *us_hook_call_session(XrSession handle,
                                                       struct us_session **out_session)
{
    *out_session = us_session_find(handle);
    return us_hook_call_of(*out_session);
}

#endif
