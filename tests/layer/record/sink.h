/* SPDX-License-Identifier: MIT */
/*
 * sink: a session recorder that keeps its messages in memory, in place of the one that writes a
 * file, so that a test sees exactly what the layer put.
 */
#ifndef US_TEST_SINK_H
#define US_TEST_SINK_H

#include "session/codec/session_message.h"
#include "session/session_recorder.h"

enum { SINK_MESSAGES = 512 };

struct sink {
    bool refuses; /* opening fails */
    int opens, closes, waits;
    char path[256];
    unsigned number; /* of the file */
    bool replaces;
    void (*on_failure)(void *data, const char *text);
    void *data;
    bool has_info;
    struct us_session_info info;
    int components_count; /* how often components were put */
    struct us_session_components components;
    uint32_t count; /* of `messages`; more are dropped */
    struct us_session_message messages[SINK_MESSAGES];
};

extern struct sink sink;

void sink_reset(void);

/* The message of a topic, from 0; it must be there. Negative: from the last one, -1. */
const struct us_session_message *sink_message(enum us_session_topic topic, int index);
uint32_t sink_count(enum us_session_topic topic);
const struct us_session_frame *sink_frame(int index);
const struct us_session_input *sink_input(int index);
const struct us_session_event *sink_event(int index);

/* The index of a component by its path; it must be there. */
uint32_t sink_component(const char *path);

#endif
