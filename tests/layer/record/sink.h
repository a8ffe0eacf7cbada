/* SPDX-License-Identifier: MIT */
/*
 * sink: a session recorder that keeps its messages in memory, in place of the one that writes a
 * file, so that a test sees exactly what the layer put.
 */
#ifndef US_TEST_SINK_H
#define US_TEST_SINK_H

#include "scene.h"

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

/* A scene whose session is recorded into the sink; without parts nothing plays. Each has a name of
 * its own for the recording: a process knows the files that it made. */
extern char sink_path[64];
void sink_scene_init(struct scene *scene, unsigned parts);
/* Destroys the instance, and calls scene_finish. */
void sink_scene_finish(struct scene *scene);
/* The app waits for a frame and submits it; returns the newest that was recorded. */
const struct us_session_frame *sink_frame_at(struct scene *scene, double seconds);

/* The message of a topic, from 0; it must be there. Negative: from the last one, -1. */
const struct us_session_message *sink_message(enum us_session_topic topic, int index);
uint32_t sink_count(enum us_session_topic topic);
const struct us_session_frame *sink_frame(int index);
const struct us_session_input *sink_input(int index);
const struct us_session_event *sink_event(int index);

/* The index of a component by its path; it must be there. */
uint32_t sink_component(const char *path);

#endif
