/* SPDX-License-Identifier: MIT */
/* Hazard: a message of another session, at another time, or of what came before the file was there;
 * and a recording that is tried again after it failed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "testing.h"
#include "layer/record/base/recorder.h"
#include "scene.h"
#include "sink.h"

static struct us_instance *instance;
static struct us_session *session;
static struct us_recorder *recorder;
static char path[64], log_path[80];

static int begin(void **state)
{
    (void)state;
    static const XrInstanceCreateInfo info = {.type = XR_TYPE_INSTANCE_CREATE_INFO};
    sink_reset();
    instance = calloc(1, sizeof *instance);
    session = calloc(1, sizeof *session);
    session->instance = instance;
    snprintf(path, sizeof path, "/tmp/understudy-recorder-%ld.mcap", (long)getpid());
    snprintf(log_path, sizeof log_path, "%s.log", path);
    unlink(path);
    us_message_log_init(&instance->log, US_MESSAGE_LOG_DEBUG, log_path);
    instance->settings.record = path;
    recorder = calloc(1, sizeof *recorder);
    recorder->instance = instance;
    recorder->own = &recorder->next;
    recorder->app = info.applicationInfo;
    us_mutex_init(&recorder->early_mutex);
    atomic_init(&recorder->behind_ns, INT64_MAX);
    instance->kept[US_STAGE_RECORD] = recorder;
    return 0;
}

static int end(void **state)
{
    (void)state;
    us_recorder_close(recorder);
    us_message_log_finish(&instance->log);
    unlink(log_path);
    free(session);
    free(instance);
    return 0;
}

/* A session that is known belongs to its instance, whichever instance is the newest; there is none
 * here. */
TEST(whose_recorder)
{
    assert_ptr_equal(us_recorder_of_session(session), recorder);
    assert_null(us_recorder_of_session(NULL));
    assert_null(us_recorder_of_instance(XR_NULL_HANDLE));
}

static void put_event(int64_t time_ns)
{
    const struct us_session_event event = {.time_ns = time_ns, .kind = US_SESSION_EVENT_PRESENCE};
    us_recorder_put_event(recorder, &event);
}

/* The display time of the newest frame; before the first one, now. */
TEST(times)
{
    struct timespec clock;
    assert_int_equal(us_recorder_now(recorder), 0);
    assert_int_equal(us_recorder_sync_time(recorder), 0);
    clock_gettime(CLOCK_MONOTONIC, &clock);
    int64_t before_ns = (int64_t)clock.tv_sec * 1000000000 + clock.tv_nsec;
    atomic_store(&recorder->behind_ns, 1000);
    XrTime now_ns = us_recorder_sync_time(recorder);
    assert_true(now_ns >= before_ns - 1000 && now_ns <= us_recorder_now(recorder));
    /* A runtime that counts from long ago: no time is beyond the last one. */
    atomic_store(&recorder->behind_ns, -INT64_MAX);
    assert_int_equal(us_recorder_now(recorder), INT64_MAX);
    atomic_store(&recorder->behind_ns, 1000);
    atomic_store(&recorder->clock_ns, 1);
    atomic_store(&recorder->is_paced, true);
    assert_int_equal(us_recorder_sync_time(recorder), 1);
}

/* Events before the file is there are put when it is: as many as there is room for, in their order;
 * one without a time has the time of the beginning. */
TEST(early_events)
{
    struct us_session_info info = {0};
    struct timespec before, after;
    for (int i = 0; i < US_RECORDER_EARLY_EVENTS + 2; i++)
        put_event(i - 1);
    struct us_session_components *components = calloc(1, sizeof *components);
    components->count = 7;
    us_recorder_put_components(recorder, components);
    assert_int_equal(sink.count, 0);
    clock_gettime(CLOCK_REALTIME, &before);
    us_recorder_begin(recorder, session, &info);
    clock_gettime(CLOCK_REALTIME, &after);
    assert_int_equal(sink_count(US_SESSION_TOPIC_EVENT), US_RECORDER_EARLY_EVENTS);
    for (int i = 0; i < US_RECORDER_EARLY_EVENTS; i++) {
        assert_int_equal(sink_event(i)->time_ns, i < 2 ? sink.info.time_ns : i - 1);
        assert_int_equal(sink_event(i)->order, i + 1);
    }
    assert_int_equal(sink.components.count, 7);
    assert_true(sink.info.wall_ns >= (int64_t)before.tv_sec * 1000000000 + before.tv_nsec);
    assert_true(sink.info.wall_ns <= (int64_t)after.tv_sec * 1000000000 + after.tv_nsec);
    put_event(99);
    assert_int_equal(sink_event(-1)->time_ns, 99);
    assert_int_equal(sink_event(-1)->order, US_RECORDER_EARLY_EVENTS + 3);
    us_recorder_begin(recorder, session, &info); /* it has begun */
    assert_int_equal(sink.opens, 1);
    us_recorder_end(recorder, false);
    us_recorder_end(recorder, false);
    assert_int_equal(sink.closes, 1);
    assert_int_equal(scene_count_lines(log_path, "recorded 0 frames"), 1);
    assert_int_equal(scene_count_lines(log_path, "messages are missing"), 0);
}

/* Where a file cannot be made, it is tried once, and nothing is kept for it. */
TEST(a_file_that_cannot_be_made)
{
    struct us_session_info info = {0};
    sink.refuses = true;
    us_recorder_begin(recorder, session, &info);
    us_recorder_begin(recorder, session, &info);
    assert_int_equal(sink.opens, 1);
    assert_true(recorder->is_over);
    put_event(1);
    assert_int_equal(recorder->early_count, 0);
    assert_int_equal(scene_count_lines(log_path, "the sink refuses"), 1);
}

/* A name that is longer than any name can be. */
TEST(a_name_that_is_too_long)
{
    static char name[US_RECORD_FILE_PATH_SIZE + 10];
    struct us_session_info info = {0};
    memset(name, 'x', sizeof name - 1);
    instance->settings.record = name;
    us_recorder_begin(recorder, session, &info);
    assert_int_equal(sink.opens, 0);
    assert_true(recorder->is_over);
    instance->settings.record = path;
}

/* A session without a picture gives its file to the next one; the end of the instance does not. */
TEST(a_file_for_the_next_session)
{
    struct us_session_info info = {0};
    us_recorder_begin(recorder, session, &info);
    us_recorder_end(recorder, true);
    us_recorder_begin(recorder, session, &info);
    assert_true(sink.replaces);
    assert_int_equal(sink.number, 1);
    us_recorder_close(recorder);
    recorder = calloc(1, sizeof *recorder);
    recorder->instance = instance;
    recorder->own = &recorder->next;
    us_mutex_init(&recorder->early_mutex);
    us_recorder_begin(recorder, session, &info);
    assert_false(sink.replaces);
}

int main(void)
{
    return RUN_TESTS_BETWEEN(begin, end, whose_recorder, times, early_events,
                             a_file_that_cannot_be_made, a_name_that_is_too_long,
                             a_file_for_the_next_session);
}
