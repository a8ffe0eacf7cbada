/* SPDX-License-Identifier: MIT */
/* Hazard: a message that comes back from a session recording other than it was put in. */
#include "support.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "session/codec/session_codec.h"
#include "session/session_reader.h"
#include "session_scene.h"

enum { MESSAGES = 700 };

struct scene {
    char path[64];
    struct us_session_info info;
    struct us_session_components components;
    struct us_session_message *messages;
};

/* Frames are displayed 30 ms after the inputs of the same frame, as in an app. */
static void make(struct scene *scene)
{
    uint64_t random = 88172645463325252u;
    const struct us_session_input *last = NULL;
    scene->messages = calloc(MESSAGES, sizeof *scene->messages);
    scene_info(&random, &scene->info);
    scene_components(&random, &scene->components);
    for (int i = 0; i < MESSAGES; i++) {
        struct us_session_message *message = &scene->messages[i];
        int64_t time_ns = 2000000000 + (int64_t)i * 11111111;
        if (i % 3 == 0) {
            message->topic = US_SESSION_TOPIC_FRAME;
            scene_frame(&random, i % 30 == 0, &message->of.frame);
            time_ns += 30000000;
        } else if (i % 3 == 1) {
            message->topic = US_SESSION_TOPIC_INPUT;
            scene_input(&random, &scene->components, last, &message->of.input);
            last = &message->of.input;
        } else {
            scene_other(&random, message);
        }
        message->time_ns = time_ns;
        memcpy(&message->of, &time_ns, sizeof time_ns);
    }
}

static int compare_times(const void *a, const void *b)
{
    const struct us_session_message *left = a, *right = b;
    return (left->time_ns > right->time_ns) - (left->time_ns < right->time_ns);
}

/* In three parts, with more than a chunk's time between them. */
static void record(struct scene *scene)
{
    struct us_session_recorder *recorder;
    struct us_error error = {0};
    const struct us_session_recorder_options options = {.path = scene->path, .version = "1.2"};
    assert_int_equal(us_session_recorder_open(&options, &recorder, &error), US_OK);
    assert_false(scene_put(recorder, &scene->messages[0]));
    assert_true(us_session_recorder_put_session(recorder, &scene->info));
    assert_false(us_session_recorder_put_session(recorder, &scene->info));
    assert_false(scene_put(recorder, &scene->messages[1]));
    assert_true(us_session_recorder_put_components(recorder, &scene->components));
    assert_false(us_session_recorder_put_components(recorder, &scene->components));
    for (int i = 0; i < MESSAGES; i++) {
        if (i == MESSAGES / 3 || i == 2 * MESSAGES / 3)
            scene_sleep_ms(700);
        assert_true(scene_put(recorder, &scene->messages[i]));
    }
    struct us_session_progress counts = us_session_recorder_counts(recorder);
    assert_int_equal(counts.messages, MESSAGES);
    assert_int_equal(counts.frames, (MESSAGES + 2) / 3);
    assert_int_equal(counts.dropped, 0);
    assert_true(us_session_recorder_close(recorder));
    qsort(scene->messages, MESSAGES, sizeof *scene->messages, compare_times);
}

static int set_up(void **state)
{
    struct scene *scene = calloc(1, sizeof *scene);
    strcpy(scene->path, "/tmp/session_file.XXXXXX");
    close(mkstemp(scene->path));
    make(scene);
    *state = scene;
    record(scene);
    return 0;
}

static int tear_down(void **state)
{
    struct scene *scene = *state;
    unlink(scene->path);
    free(scene->messages);
    free(scene);
    return 0;
}

struct opened {
    struct us_file file;
    struct us_session_reader *reader;
};

static void open_file(const struct scene *scene, struct opened *out)
{
    struct us_error error = {0};
    assert_int_equal(us_file_open(scene->path, &out->file, &error), US_OK);
    enum us_result result = us_session_reader_open(&out->file, &out->reader, &error);
    if (result != US_OK)
        fail_msg("%s", error.text);
}

static void close_file(struct opened *opened)
{
    us_session_reader_close(opened->reader);
    us_file_close(&opened->file);
}

static void check_same(const struct us_session_message *got, const struct us_session_message *want)
{
    assert_int_equal(got->topic, want->topic);
    assert_int_equal(got->time_ns, want->time_ns);
    switch (want->topic) {
    case US_SESSION_TOPIC_FRAME:
        assert_memory_equal(&got->of.frame, &want->of.frame, sizeof want->of.frame);
        break;
    case US_SESSION_TOPIC_INPUT:
        assert_memory_equal(&got->of.input, &want->of.input, sizeof want->of.input);
        break;
    case US_SESSION_TOPIC_EVENT:
        assert_memory_equal(&got->of.event, &want->of.event, sizeof want->of.event);
        break;
    case US_SESSION_TOPIC_HAPTIC:
        assert_memory_equal(&got->of.haptic, &want->of.haptic, sizeof want->of.haptic);
        break;
    case US_SESSION_TOPIC_MARKER:
        assert_memory_equal(&got->of.marker, &want->of.marker, sizeof want->of.marker);
        break;
    default:
        assert_memory_equal(&got->of, &want->of, sizeof want->of);
    }
}

static void every_message_comes_back(void **state)
{
    const struct scene *scene = *state;
    struct opened opened;
    open_file(scene, &opened);
    const struct us_session_message *message;
    for (int i = 0; i < MESSAGES; i++) {
        assert_true(us_session_reader_next(opened.reader, &message, NULL) == US_OK &&
                    message != NULL);
        check_same(message, &scene->messages[i]);
    }
    assert_true(us_session_reader_next(opened.reader, &message, NULL) == US_OK && message == NULL);
    assert_int_equal(us_session_reader_damage(opened.reader)->chunks, 0);
    assert_int_equal(us_session_reader_damage(opened.reader)->messages, 0);
    close_file(&opened);
}

static void the_summary_is_right(void **state)
{
    const struct scene *scene = *state;
    struct opened opened;
    open_file(scene, &opened);
    const struct us_session_summary *summary = us_session_reader_summary(opened.reader);
    assert_true(summary->has_info && summary->has_components && summary->is_finished);
    assert_memory_equal(&summary->info, &scene->info, sizeof scene->info);
    assert_memory_equal(&summary->components, &scene->components, sizeof scene->components);
    assert_string_equal(summary->library, "understudy 1.2");
    assert_int_equal(summary->whole_bytes, summary->file_bytes);
    assert_true(summary->chunks >= 3 && summary->chunks <= 5);
    uint64_t want[US_SESSION_TOPICS] = {0};
    want[US_SESSION_TOPIC_SESSION] = 1;
    want[US_SESSION_TOPIC_COMPONENTS] = summary->chunks;
    for (int i = 0; i < MESSAGES; i++)
        want[scene->messages[i].topic]++;
    for (int topic = 0; topic < US_SESSION_TOPICS; topic++)
        assert_int_equal(summary->counts[topic], want[topic]);
    assert_int_equal(summary->first_ns, scene->info.time_ns);
    assert_int_equal(summary->last_ns, scene->messages[MESSAGES - 1].time_ns);
    close_file(&opened);
}

/* Reading from a time gives what reading from the beginning gives from that time on. */
static void reading_begins_anywhere(void **state)
{
    const struct scene *scene = *state;
    struct opened opened;
    open_file(scene, &opened);
    uint64_t random = 4711;
    for (int round = 0; round < 60; round++) {
        int from = round == 0 ? 0 : (int)random_between(&random, 0, MESSAGES);
        const struct us_session_message *message, *frame = NULL, *input = NULL;
        int64_t time_ns = scene->messages[from].time_ns;
        while (from > 0 && scene->messages[from - 1].time_ns == time_ns)
            from--;
        for (int i = 0; i < from; i++) {
            frame =
                scene->messages[i].topic == US_SESSION_TOPIC_FRAME ? &scene->messages[i] : frame;
            input =
                scene->messages[i].topic == US_SESSION_TOPIC_INPUT ? &scene->messages[i] : input;
        }
        bool state_first = round % 2 == 0;
        assert_int_equal(us_session_reader_seek(opened.reader, time_ns, state_first, NULL), US_OK);
        for (int i = 0; state_first && i < (frame != NULL) + (input != NULL); i++) {
            assert_true(us_session_reader_next(opened.reader, &message, NULL) == US_OK &&
                        message != NULL);
            check_same(message, message->topic == US_SESSION_TOPIC_FRAME ? frame : input);
        }
        for (int i = from; i < from + 40 && i < MESSAGES; i++) {
            assert_true(us_session_reader_next(opened.reader, &message, NULL) == US_OK &&
                        message != NULL);
            check_same(message, &scene->messages[i]);
        }
    }
    close_file(&opened);
}

/* docs/session.md states these sizes. */
TEST(a_frame_of_everything_is_small)
{
    struct us_session_encoder *encoder = us_session_encoder_create();
    struct us_session_message message = {.topic = US_SESSION_TOPIC_FRAME};
    struct us_session_bytes bytes;
    uint64_t random = 99;
    uint32_t sizes[2];
    for (int with_velocities = 0; with_velocities < 2; with_velocities++) {
        us_session_encoder_begin_chunk(encoder);
        scene_frame(&random, true, &message.of.frame);
        for (int i = 0; with_velocities == 0 && i < 2 * US_SESSION_JOINTS; i++)
            message.of.frame.hands[i % 2].joints[i / 2].flags &= 15;
        assert_true(us_session_encoder_message(encoder, &message, &bytes));
        assert_true(us_session_encoder_message(encoder, &message, &bytes));
        sizes[with_velocities] = bytes.size;
    }
    printf("a frame of everything: %u bytes; with the joints' velocities: %u bytes\n", sizes[0],
           sizes[1]);
    assert_true(sizes[0] >= 2300 && sizes[0] <= 2400);
    assert_true(sizes[1] >= 3550 && sizes[1] <= 3650);
    us_session_encoder_destroy(encoder);
}

int main(void)
{
    return RUN_TESTS_WITHIN(set_up, tear_down, cmocka_unit_test(every_message_comes_back),
                            cmocka_unit_test(the_summary_is_right),
                            cmocka_unit_test(reading_begins_anywhere),
                            a_frame_of_everything_is_small);
}
