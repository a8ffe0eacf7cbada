/* SPDX-License-Identifier: MIT */
#include "animation_scene.h"

#include "support.h"

#include <fcntl.h>
#include <unistd.h>

#include "core/base/file.h"
#include "session/session_reader.h"
#include "session/session_recorder.h"

char scene_file[64];
static char session[64];

int scene_begin(void **state)
{
    (void)state;
    snprintf(session, sizeof session, "/tmp/understudy-animation-%ld.mcap", (long)getpid());
    snprintf(scene_file, sizeof scene_file, "/tmp/understudy-animation-%ld.bin", (long)getpid());
    return 0;
}

int scene_end(void **state)
{
    (void)state;
    (void)unlink(session);
    (void)unlink(scene_file);
    return 0;
}

void scene_record(int frames, struct us_session_frame (*frame_of)(int n))
{
    const struct us_session_recorder_options options = {.path = session, .version = "test"};
    const struct us_session_info info = {.time_ns = BEGIN_NS - 1000};
    struct us_session_recorder *recorder;
    struct us_error error;
    (void)unlink(session);
    assert_int_equal(us_session_recorder_open(&options, &recorder, &error), US_OK);
    assert_true(us_session_recorder_put_session(recorder, &info));
    for (int i = 0; i < frames; i++) {
        struct us_session_frame frame = frame_of(i);
        us_session_recorder_wait(recorder);
        assert_true(us_session_recorder_put_frame(recorder, &frame));
    }
    assert_true(us_session_recorder_close(recorder));
}

/* Gives all frames of the session to the file once. */
static enum us_result pass(struct us_session_reader *reader, struct us_animation_file *made,
                           struct us_error *error)
{
    const struct us_marker marker = {3600.0f, (char[]){"an hour"}, 7};
    const struct us_session_message *message;
    enum us_result result = us_session_reader_seek(reader, INT64_MIN, false, error);
    while (result == US_OK && us_session_reader_next(reader, &message, NULL) == US_OK &&
           message != NULL)
        if (message->topic == US_SESSION_TOPIC_FRAME)
            result = us_animation_file_add(made, &message->of.frame, error);
    return result == US_OK ? us_animation_file_end_pass(made, &marker, 1, error) : result;
}

static enum us_result convert(const struct us_animation_file_options *options,
                              struct us_animation_file_report *report, struct us_error *error)
{
    struct us_animation_file *made = us_animation_file_create(options);
    struct us_session_reader *reader;
    struct us_file file;
    assert_non_null(made);
    assert_int_equal(us_file_open(session, &file, error), US_OK);
    assert_int_equal(us_session_reader_open(&file, &reader, error), US_OK);
    enum us_result result = pass(reader, made, error);
    if (result == US_OK)
        result = pass(reader, made, error);
    *report = *us_animation_file_report(made);
    us_session_reader_close(reader);
    us_file_close(&file);
    us_animation_file_destroy(made);
    return result;
}

enum us_result scene_convert(const struct us_animation_file_options *options,
                             struct us_animation_file_report *report, struct us_error *error)
{
    struct us_animation_file_options chosen = *options;
    if (chosen.file > 0)
        return convert(&chosen, report, error);
    chosen.file = open(scene_file, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    assert_true(chosen.file >= 0);
    enum us_result result = convert(&chosen, report, error);
    close(chosen.file);
    return result;
}

void scene_decode(struct us_recording *out)
{
    uint8_t *bytes;
    uint64_t size;
    struct us_error error;
    assert_int_equal(us_file_read(scene_file, &bytes, &size, &error), US_OK);
    if (us_recording_decode(bytes, size, out, &error) != US_OK)
        fail_msg("%s", error.text);
}
