/* SPDX-License-Identifier: MIT */
/*
 * write_session FILE: records a session with messages of every kind, and prints one line for each
 * message: its topic, its time and what a foreign reader must find in it. Floats are printed as the
 * number that their bits are.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "session_scene.h"

enum { MESSAGES = 300 };

static void print_floats(const char *name, const void *floats, int count)
{
    uint32_t bits;
    printf(" %s=", name);
    for (int i = 0; i < count; i++) {
        memcpy(&bits, (const char *)floats + 4 * i, sizeof bits);
        printf("%s%" PRIu32, i > 0 ? "," : "", bits);
    }
}

static void print_pose(const char *name, const struct us_pose *pose)
{
    float values[7] = {pose->position_m.x, pose->position_m.y, pose->position_m.z, pose->rotation.x,
                       pose->rotation.y,   pose->rotation.z,   pose->rotation.w};
    print_floats(name, values, 7);
}

static void print_frame(const struct us_session_frame *frame)
{
    const struct us_session_hand_joints *hand = &frame->hands[US_SESSION_RIGHT];
    printf(" number=%" PRIu64, frame->number);
    if (frame->head.is_recorded && (frame->head.flags & 3) != 0)
        print_pose("head.pose", &frame->head.pose);
    if (hand->is_recorded)
        printf(" rightHand.active=%d", hand->is_active);
    if (hand->is_active)
        print_pose("rightHand.poses", &hand->joints[0].pose);
    if (frame->poses[US_SESSION_LEFT][US_SESSION_POSE_GRIP].is_recorded)
        printf(" leftPoses.grip.flags=%u",
               frame->poses[US_SESSION_LEFT][US_SESSION_POSE_GRIP].flags);
    if (frame->gaze.is_recorded)
        printf(" gazeTimeNs=%" PRId64, frame->gaze_time_ns);
}

static void print_message(const struct us_session_message *message)
{
    printf("%s %" PRId64, us_session_topic_name(message->topic), message->time_ns);
    switch (message->topic) {
    case US_SESSION_TOPIC_FRAME:
        print_frame(&message->of.frame);
        break;
    case US_SESSION_TOPIC_INPUT:
        printf(" result=%d", message->of.input.result);
        break;
    case US_SESSION_TOPIC_EVENT:
        printf(" kind=%d value=%" PRId64 " text=%s", (int)message->of.event.kind,
               message->of.event.value, message->of.event.text);
        break;
    case US_SESSION_TOPIC_HAPTIC:
        printf(" durationNs=%" PRId64, message->of.haptic.duration_ns);
        print_floats("amplitude", &message->of.haptic.amplitude, 1);
        printf(" action=%s", message->of.haptic.action);
        break;
    case US_SESSION_TOPIC_MARKER:
        printf(" name=%s", message->of.marker.name);
        break;
    case US_SESSION_TOPIC_STRUCT:
        printf(" data.length=%u", message->of.unknown.size);
        break;
    case US_SESSION_TOPIC_MESH:
        printf(" vertexCount=%u first=%u", message->of.mesh.head.vertex_count,
               message->of.mesh.first);
        break;
    case US_SESSION_TOPIC_SESSION:
    case US_SESSION_TOPIC_COMPONENTS:
    case US_SESSION_TOPICS:
        break;
    }
    printf("\n");
}

int main(int argc, char **argv)
{
    static struct us_session_info info;
    static struct us_session_components components;
    static struct us_session_message message;
    static struct us_session_input last;
    struct us_session_recorder *recorder;
    struct us_error error;
    uint64_t random = 2463534242;
    const struct us_session_recorder_options options = {.path = argc > 1 ? argv[1] : "",
                                                        .version = "1.2"};
    if (us_session_recorder_open(&options, &recorder, &error) != US_OK) {
        fprintf(stderr, "%s\n", error.text);
        return 1;
    }
    scene_info(&random, &info);
    scene_components(&random, &components);
    bool held = us_session_recorder_put_session(recorder, &info) &&
                us_session_recorder_put_components(recorder, &components);
    printf("/session %" PRId64 " appName=%s extensions.length=%u\n", info.time_ns, info.app_name,
           info.extension_count);
    printf("/components 2000000000 profiles.length=%u components.length=%u\n",
           components.profile_count, components.count);
    for (int i = 0; i < MESSAGES && held; i++) {
        memset(&message, 0, sizeof message);
        message.topic = i % 3 == 0 ? US_SESSION_TOPIC_FRAME : US_SESSION_TOPIC_INPUT;
        if (i % 3 == 0)
            scene_frame(&random, i % 30 == 0, &message.of.frame);
        else if (i % 3 == 1)
            scene_input(&random, &components, &last, &message.of.input);
        else
            scene_other(&random, &message);
        if (i % 3 == 1)
            last = message.of.input;
        message.time_ns = 2000000000 + (int64_t)i * 1000000;
        memcpy(&message.of, &message.time_ns, sizeof message.time_ns);
        held = scene_put(recorder, &message);
        print_message(&message);
    }
    return us_session_recorder_close(recorder) && held ? 0 : 1;
}
