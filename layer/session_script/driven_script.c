/* SPDX-License-Identifier: MIT */
#include "layer/session_script/session_script.h"
#include "session/session_reader.h"

struct us_session_script *us_driven_script_create(size_t room)
{
    struct us_session_script *script = us_session_script_create();
    if (script != NULL && us_session_script_reserve(script, room)) {
        script->grows = true;
        script->has_presence = true; /* whether a command will be about it is not known yet */
        return script;
    }
    us_session_script_destroy(script);
    return NULL;
}

bool us_driven_script_add(struct us_session_script *script, const struct us_session_event *event,
                          int64_t origin_ns)
{
    enum us_script_space space;
    double at_s = us_session_seconds_between(origin_ns, event->time_ns);
    switch (event->kind) {
    case US_SESSION_EVENT_STATE:
        return us_session_script_add_state(script, at_s, (XrSessionState)event->value);
    case US_SESSION_EVENT_PRESENCE:
        return us_session_script_add_presence(script, at_s, event->value != 0);
    case US_SESSION_EVENT_VISIBILITY:
        return us_session_script_add_mask(script, at_s, event->number > 0.0f);
    case US_SESSION_EVENT_REFERENCE_SPACE:
        return !event->has_pose ||
               !us_script_space_of_type((XrReferenceSpaceType)event->value, &space) ||
               us_session_script_add_move(
                   script, at_s, us_session_seconds_between(origin_ns, event->change_time_ns),
                   space, event->pose);
    default:
        return true;
    }
}
