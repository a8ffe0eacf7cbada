/* SPDX-License-Identifier: MIT */
/* Hazard: a script counts seconds of the recording at another speed than playback has. */
#include "scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "layer/state/session.h"

static void begin(struct scene *scene, const char *clock, const char *speed)
{
    memset(scene, 0, sizeof *scene);
    scene_init(scene, SCENE_ALL);
    setenv("UNDERSTUDY_CLOCK", clock, 1);
    setenv("UNDERSTUDY_SPEED", speed, 1);
    scene_open(scene, NULL, 0);
}

/* A frame takes 10 ms of the app. With the frame clock of 50 Hz it is 20 ms of the recording. A
 * recentring is told 0.05 s of the recording before it. */
TEST(test_seconds)
{
    static const struct {
        const char *clock, *speed;
        double ns_per_second;
        int frames; /* until 2 s of the recording */
    } rows[] = {{"wall", "1", 1e9, 200},
                {"wall", "4", 0.25e9, 50},
                {"frame:50", "1", 0.5e9, 100},
                {"frame:50", "4", 0.125e9, 25}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        for (int is_period_told = 1; is_period_told >= 0; is_period_told--) {
            struct scene scene = {0};
            XrEventDataBuffer event = {.type = XR_TYPE_EVENT_DATA_BUFFER};
            const XrEventDataReferenceSpaceChangePending *change =
                (const XrEventDataReferenceSpaceChangePending *)&event;
            scene_init(&scene, SCENE_ALL);
            setenv("UNDERSTUDY_CLOCK", rows[i].clock, 1);
            setenv("UNDERSTUDY_SPEED", rows[i].speed, 1);
            setenv("UNDERSTUDY_FAULT", "recenter:90,0,0@2.05s", 1);
            scene_start(&scene, NULL, 0);
            for (int n = 1; n <= rows[i].frames; n++) {
                scene_poll(&scene);
                fake.next_period = is_period_told || n < rows[i].frames ? 10000000 : -1;
                scene_wait_frame(&scene, SCENE_AT(0.01 * n));
            }
            const double frame_s = strcmp(rows[i].clock, "wall") == 0 ? 0.01 : 0.02,
                         at_s = frame_s * rows[i].frames * atof(rows[i].speed);
            assert_success(scene.calls.xrPollEvent(scene.instance, &event));
            assert_int_equal(event.type, XR_TYPE_EVENT_DATA_REFERENCE_SPACE_CHANGE_PENDING);
            const double per_s = is_period_told ? rows[i].ns_per_second : 1e9 / atof(rows[i].speed);
            const double expected_ns =
                (double)SCENE_AT(0.01 * rows[i].frames) + (2.05 - at_s) * per_s;
            assert_true(fabs((double)change->changeTime - expected_ns) < 100.0);
            scene_end(&scene);
        }
}

/* Monado says that the first frame of a headless session is at time 0: that is no frame. */
SCENE_TEST(test_frame_without_time, SCENE_ALL)
{
    XrEventDataBuffer event = {.type = XR_TYPE_EVENT_DATA_BUFFER};
    setenv("UNDERSTUDY_FAULT", "recenter:90,0,0@0.1s", 1);
    scene_start(scene, NULL, 0);
    scene_poll(scene);
    scene_wait_frame(scene, SCENE_AT(0.06));
    scene_wait_frame(scene, 0);
    assert_success(scene->calls.xrPollEvent(scene->instance, &event));
    assert_int_equal(((const XrEventDataReferenceSpaceChangePending *)&event)->changeTime,
                     SCENE_AT(0.1));
}

/* In a headless session that has waited for a frame, a question starts playback with the wall
 * clock; the frame clock waits for the next frame. */
TEST(test_question_beside_frames)
{
    static const char *const names[] = {"XR_MND_headless"};
    for (int by_frame = 0; by_frame < 2; by_frame++) {
        struct scene scene = {0};
        scene_init(&scene, SCENE_ALL);
        setenv("UNDERSTUDY_CLOCK", by_frame ? "frame:50" : "wall", 1);
        scene_open(&scene, names, 1);
        scene_wait_frame(&scene, SCENE_START);
        scene_tell_state(&scene, XR_SESSION_STATE_FOCUSED);
        scene_locate(&scene, scene.view, scene.local, SCENE_AT(0.5), NULL);
        assert_int_equal(scene_count_log(&scene, "playback starts at time=5500000000 "), !by_frame);
        scene_wait_frame(&scene, SCENE_AT(1));
        assert_int_equal(scene_count_log(&scene, "playback starts at time=6000000000 "), by_frame);
        scene_end(&scene);
    }
}

/* Faults happen at times of playback: before it starts, none of them does. */
SCENE_TEST(test_faults_begin_with_playback, SCENE_ALL)
{
    setenv("UNDERSTUDY_FAULT", "battery@0s+1s", 1);
    scene_open(scene, NULL, 0);
    const struct us_instance *instance = us_session_find(scene->session)->instance;
    scene_wait_frame(scene, SCENE_START);
    assert_int_equal(atomic_load(&instance->playing_ns), US_INSTANCE_NOT_PLAYING);
    scene_focus(scene);
    scene_wait_frame(scene, SCENE_AT(0.25));
    assert_int_equal(atomic_load(&instance->playing_ns), 250000000);
}

/* With the frame clock a question waits until its part of the recording is read. */
static bool waits, waited_first;
static int calls_of_wait;
void __real_us_sampler_set_wait(struct us_sampler *sampler, bool wait);
void __wrap_us_sampler_set_wait(struct us_sampler *sampler, bool wait);

void __wrap_us_sampler_set_wait(struct us_sampler *sampler, bool wait)
{
    waited_first = calls_of_wait++ == 0 ? wait : waited_first;
    waits = wait;
    __real_us_sampler_set_wait(sampler, wait);
}

TEST(test_waiting)
{
    static const char *const clocks[] = {"wall", "frame:50"};
    for (int by_frame = 0; by_frame < 2; by_frame++) {
        struct scene scene;
        calls_of_wait = 0;
        begin(&scene, clocks[by_frame], "1");
        assert_int_equal(waits, by_frame);
        assert_true(waited_first); /* for the beginning, with both clocks */
        scene_end(&scene);
    }
}

/* The frame clock promises the same values in every run, so all keys are looked at. */
static bool checks_order;
/* Not all keys of a large file are looked at when it is opened: the order is found later. */
static bool finds_late;
enum us_result __real_us_open_recording(const char *path, bool check_order,
                                        struct us_loaded_recording *out, struct us_error *error);
enum us_result __wrap_us_open_recording(const char *path, bool check_order,
                                        struct us_loaded_recording *out, struct us_error *error);

enum us_result __wrap_us_open_recording(const char *path, bool check_order,
                                        struct us_loaded_recording *out, struct us_error *error)
{
    enum us_result result = __real_us_open_recording(path, check_order, out, error);
    checks_order = check_order;
    if (finds_late)
        out->recording.unsorted_curves = 0;
    return result;
}

/* Swaps the keys at 0 s and at 10 s of one curve of the scene's recording: 8 bytes each, behind the
 * wrap modes and the number of keys. With a curve that `loops` the whole file is read at once. */
static void swap_keys(const char *path, bool loops)
{
    unsigned char bytes[8192];
    const float last_s = 10.0f;
    FILE *file = fopen(path, "r+b");
    assert_non_null(file);
    const size_t size = fread(bytes, 1, sizeof bytes, file);
    size_t at = 8;
    while (at + 8 <= size && memcmp(bytes + at, &last_s, sizeof last_s) != 0)
        at++;
    assert_true(at + 8 <= size);
    unsigned char key[8];
    memcpy(key, bytes + at, 8);
    memcpy(bytes + at, bytes + at - 8, 8);
    memcpy(bytes + at - 8, key, 8);
    if (loops)
        bytes[at - 20] = US_WRAP_LOOP;
    rewind(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

TEST(test_order)
{
    enum { CASES = 5 };
    for (int i = 0; i < 2 * CASES; i++) {
        const bool by_frame = i % 2 == 1, is_told = i / 2 == 1, is_swapped = i / 2 >= 2,
                   loops = i / 2 == 3;
        struct scene scene = {0};
        scene_init(&scene, SCENE_ALL);
        if (is_swapped)
            swap_keys(scene.recording, loops);
        finds_late = i / 2 == 4;
        setenv("UNDERSTUDY_CLOCK", by_frame ? "frame:50" : "wall", 1);
        setenv("UNDERSTUDY_UNSORTED", is_told ? "1" : "0", 1);
        assert_success(scene_create(&scene, NULL, 0));
        assert_int_equal(checks_order, by_frame || is_told);
        scene_begin(&scene);
        scene_focus(&scene);
        scene.calls.xrDestroyInstance(scene.instance);
        assert_int_equal(scene_count_log(&scene, "keys were not sorted by time"), is_swapped);
        scene_finish(&scene);
    }
    finds_late = false;
}

/* The file that says that playback starts, which the scene is to write: it names the frame; -1 is
 * playback without frames. */
static char ready[64];

static void want_ready_file(void)
{
    snprintf(ready, sizeof ready, "/tmp/understudy-scripted-%ld.ready", (long)getpid());
    unlink(ready);
    setenv("UNDERSTUDY_READY_FILE", ready, 1);
}

static void check_frame(int frame)
{
    char text[32];
    snprintf(text, sizeof text, "\"frame\":%d,", frame);
    assert_int_equal(scene_count_lines(ready, text), 1);
    unlink(ready);
}

/* Moments that cannot be read are none. */
SCENE_TEST(test_wrong_screenshots, SCENE_ALL)
{
    setenv("UNDERSTUDY_SHOOT", "1?", 1);
    scene_open(scene, NULL, 0);
    scene_expect_log(scene, "no screenshots are taken");
    assert_false(us_session_find(scene->session)->instance->takes_screenshots);
}

/* The line that says that playback starts: nothing of a session's number for the first, and no
 * complaint of frames that are there. */
TEST(test_start_line)
{
    struct scene scene = {0};
    scene_init(&scene, SCENE_ALL);
    want_ready_file();
    setenv("UNDERSTUDY_CLOCK", "frame:50", 1);
    scene_start(&scene, NULL, 0);
    scene_expect_log(&scene, "playback starts at time=5000000000 ");
    assert_int_equal(scene_count_log(&scene, "session="), 0);
    assert_int_equal(scene_count_log(&scene, "no xrWaitFrame calls"), 0);
    scene_end(&scene);
    check_frame(0);
}

/* In a headless session without frames the frame clock goes by the times that are asked for. */
TEST(test_frame_clock_without_frames)
{
    static const char *const names[] = {"XR_MND_headless"};
    struct scene scene = {0};
    scene_init(&scene, SCENE_ALL);
    want_ready_file();
    setenv("UNDERSTUDY_CLOCK", "frame:50", 1);
    scene_open(&scene, names, 1);
    scene_tell_state(&scene, XR_SESSION_STATE_FOCUSED);
    scene_locate(&scene, scene.view, scene.local, SCENE_START, NULL);
    scene_expect_log(&scene, "playback starts at time=5000000000 ");
    scene_expect_log(&scene, "no xrWaitFrame calls");
    scene_end(&scene);
    check_frame(-1);
}

TESTS_MAIN(test_seconds, test_frame_without_time, test_question_beside_frames,
           test_faults_begin_with_playback, test_waiting, test_order, test_start_line,
           test_wrong_screenshots, test_frame_clock_without_frames)
