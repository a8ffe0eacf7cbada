/* SPDX-License-Identifier: MIT */
#include "session/codec/session_encoder.h"

/* Made from understudy_session.proto when this is built. */
static const uint8_t schema[] = {
#include <understudy_session_schema.inc>
};

const uint8_t *us_session_schema(uint32_t *out_size)
{
    *out_size = sizeof schema;
    return schema;
}

const char *us_session_schema_name(enum us_session_topic topic)
{
    static const char *const names[US_SESSION_TOPICS] = {
        [US_SESSION_TOPIC_SESSION] = "understudy.Session",
        [US_SESSION_TOPIC_COMPONENTS] = "understudy.Components",
        [US_SESSION_TOPIC_FRAME] = "understudy.Frame",
        [US_SESSION_TOPIC_INPUT] = "understudy.Input",
        [US_SESSION_TOPIC_EVENT] = "understudy.Event",
        [US_SESSION_TOPIC_HAPTIC] = "understudy.Haptic",
        [US_SESSION_TOPIC_MARKER] = "understudy.Marker",
        [US_SESSION_TOPIC_STRUCT] = "understudy.Struct",
    };
    return (unsigned)topic < US_SESSION_TOPICS ? names[topic] : "";
}
