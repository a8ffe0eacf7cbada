/* SPDX-License-Identifier: MIT */
/* The sources that drive the actions of a session. Under the runtime's lock. */
#ifndef RT_RUNTIME_BINDING_H
#define RT_RUNTIME_BINDING_H

#include "runtime/input/action.h"
#include "runtime/session/session.h"

/* Whether the session has the action set attached. */
bool rt_binding_is_attached(const struct rt_session *session, const struct rt_object *set);

/* Finds the attached action of that handle and type, and the user of the subaction path. */
XrResult rt_binding_find_action(const struct rt_session *session, XrAction handle, XrPath subaction,
                                XrActionType type, struct rt_action **out_action,
                                enum rt_user *out_user);

/* Binds the sources again if the interaction profile of a hand has changed by that time. */
XrResult rt_binding_update(struct rt_session *session, XrTime time, bool *out_changed);

#endif
