/* SPDX-License-Identifier: MIT */
#include "testing.h"
#include "sink.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct sink sink;
char sink_path[64];

void sink_reset(void)
{
    memset(&sink, 0, sizeof sink);
}

void sink_scene_init(struct scene *scene, unsigned parts)
{
    static int count;
    scene_init(scene, parts);
    if (parts == 0)
        unsetenv("UNDERSTUDY_PLAY");
    snprintf(sink_path, sizeof sink_path, "/tmp/understudy-record-%ld_%d.mcap", (long)getpid(),
             ++count);
    unlink(sink_path);
    setenv("UNDERSTUDY_RECORD", sink_path, 1);
    sink_reset();
}

void sink_scene_finish(struct scene *scene)
{
    assert_success(scene->calls.xrDestroyInstance(scene->instance));
    unlink(sink_path);
    scene_finish(scene);
}

const struct us_session_frame *sink_frame_at(struct scene *scene, double seconds)
{
    scene_wait_frame(scene, SCENE_AT(seconds));
    assert_success(scene_submit(scene, SCENE_AT(seconds), 0, NULL));
    return sink_frame(-1);
}

uint32_t sink_count(enum us_session_topic topic)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < sink.count; i++)
        count += sink.messages[i].topic == topic;
    return count;
}

const struct us_session_message *sink_message(enum us_session_topic topic, int index)
{
    int wanted = index < 0 ? (int)sink_count(topic) + index : index;
    for (uint32_t i = 0; i < sink.count; i++) {
        if (sink.messages[i].topic == topic && wanted-- == 0)
            return &sink.messages[i];
    }
    fail_msg("there is no message %d of topic %d", index, (int)topic);
    return NULL;
}

const struct us_session_frame *sink_frame(int index)
{
    return &sink_message(US_SESSION_TOPIC_FRAME, index)->of.frame;
}

const struct us_session_input *sink_input(int index)
{
    return &sink_message(US_SESSION_TOPIC_INPUT, index)->of.input;
}

const struct us_session_event *sink_event(int index)
{
    return &sink_message(US_SESSION_TOPIC_EVENT, index)->of.event;
}

uint32_t sink_component(const char *path)
{
    for (uint32_t i = 0; i < sink.components.count; i++) {
        if (strcmp(sink.components.components[i].path, path) == 0)
            return i;
    }
    fail_msg("there is no component %s", path);
    return 0;
}

enum us_result us_session_recorder_open(const struct us_session_recorder_options *options,
                                        struct us_session_recorder **out, struct us_error *error)
{
    sink.opens++;
    snprintf(sink.path, sizeof sink.path, "%s", options->path);
    sink.number = options->number;
    sink.replaces = options->replaces;
    sink.on_failure = options->on_failure;
    sink.data = options->data;
    if (sink.refuses)
        return us_result_fail(error, US_ERROR_FILE, US_NO_BYTE, NULL, "the sink refuses");
    *out = (struct us_session_recorder *)&sink;
    return US_OK;
}

bool us_session_recorder_close(struct us_session_recorder *recorder)
{
    sink.closes += recorder != NULL;
    return true;
}

bool us_session_recorder_put_session(struct us_session_recorder *recorder,
                                     const struct us_session_info *info)
{
    (void)recorder;
    sink.has_info = true;
    sink.info = *info;
    return true;
}

bool us_session_recorder_put_components(struct us_session_recorder *recorder,
                                        const struct us_session_components *components)
{
    (void)recorder;
    sink.components_count++;
    sink.components = *components;
    return true;
}

static struct us_session_message *add(enum us_session_topic topic)
{
    static struct us_session_message lost;
    if (sink.count >= SINK_MESSAGES)
        return &lost;
    sink.messages[sink.count].topic = topic;
    return &sink.messages[sink.count++];
}

#define PUT(name, TOPIC, member)                                                                   \
    bool us_session_recorder_put_##name(struct us_session_recorder *recorder,                      \
                                        const struct us_session_##name *message)                   \
    {                                                                                              \
        (void)recorder;                                                                            \
        add(US_SESSION_TOPIC_##TOPIC)->of.member = *message;                                       \
        return true;                                                                               \
    }
PUT(frame, FRAME, frame)
PUT(input, INPUT, input)
PUT(event, EVENT, event)
PUT(haptic, HAPTIC, haptic)
PUT(marker, MARKER, marker)
PUT(struct, STRUCT, unknown)

bool us_session_recorder_put_mesh(struct us_session_recorder *recorder,
                                  const struct us_session_mesh_part *part)
{
    (void)recorder;
    add(US_SESSION_TOPIC_MESH)->of.mesh = *part;
    return true;
}

void us_session_recorder_wait(struct us_session_recorder *recorder)
{
    sink.waits += recorder != NULL;
}

struct us_session_progress us_session_recorder_counts(const struct us_session_recorder *recorder)
{
    (void)recorder;
    return (struct us_session_progress){.messages = sink.count,
                                        .frames = sink_count(US_SESSION_TOPIC_FRAME)};
}
