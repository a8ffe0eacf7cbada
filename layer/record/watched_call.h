/* SPDX-License-Identifier: MIT */
/* watched_call: whose recorder a call of the app belongs to. */
#ifndef US_WATCHED_CALL_H
#define US_WATCHED_CALL_H

#include "layer/record/record_session.h"

struct us_watched_call {
    const struct us_session *session; /* NULL: the handle is unknown */
    struct us_recorder *recorder; /* NULL: there is none, and the call is XR_ERROR_HANDLE_INVALID */
};

static inline struct us_watched_call us_watched_call_of(const struct us_session *session)
{
    return (struct us_watched_call){session, us_recorder_of_session(session)};
}

static inline struct us_watched_call us_watched_call(XrSession handle)
{
    return us_watched_call_of(us_session_find(handle));
}

/* After the call below: the session that is recorded, if the call was one of it and succeeded. */
static inline struct us_record_session *us_watched_call_recorded(const struct us_watched_call *call,
                                                                 XrResult result)
{
    return XR_SUCCEEDED(result) ? us_record_session_find(call->recorder, call->session) : NULL;
}

#endif
