/* SPDX-License-Identifier: MIT */
#include "session/codec/session_message.h"

int64_t us_session_time_add(int64_t time_ns, int64_t span_ns)
{
    if (span_ns > 0 && time_ns > INT64_MAX - span_ns)
        return INT64_MAX;
    if (span_ns < 0 && time_ns < INT64_MIN - span_ns)
        return INT64_MIN;
    return time_ns + span_ns;
}

double us_session_seconds_between(int64_t from_ns, int64_t to_ns)
{
    bool fits = from_ns >= 0 ? to_ns >= INT64_MIN + from_ns : to_ns <= INT64_MAX + from_ns;
    return (fits ? (double)(to_ns - from_ns) : (double)to_ns - (double)from_ns) * 1e-9;
}

const char *us_session_user_path(enum us_session_user user)
{
    static const char *const paths[US_SESSION_USERS] = {
        [US_SESSION_USER_LEFT] = "/user/hand/left",
        [US_SESSION_USER_RIGHT] = "/user/hand/right",
        [US_SESSION_USER_HEAD] = "/user/head",
        [US_SESSION_USER_GAMEPAD] = "/user/gamepad",
        [US_SESSION_USER_TREADMILL] = "/user/treadmill",
        [US_SESSION_USER_EYES] = "/user/eyes_ext",
    };
    return (unsigned)user < US_SESSION_USERS ? paths[user] : "";
}

const char *us_session_topic_name(enum us_session_topic topic)
{
    static const char *const names[US_SESSION_TOPICS] = {
        [US_SESSION_TOPIC_SESSION] = "/session", [US_SESSION_TOPIC_COMPONENTS] = "/components",
        [US_SESSION_TOPIC_FRAME] = "/frame",     [US_SESSION_TOPIC_INPUT] = "/input",
        [US_SESSION_TOPIC_EVENT] = "/event",     [US_SESSION_TOPIC_HAPTIC] = "/haptic",
        [US_SESSION_TOPIC_MARKER] = "/marker",   [US_SESSION_TOPIC_STRUCT] = "/struct",
    };
    return (unsigned)topic < US_SESSION_TOPICS ? names[topic] : "";
}
