/* SPDX-License-Identifier: MIT */
/* Hazard: a script counts seconds of the recording at another speed than playback has. */
#include "scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "layer/answer/scripted.h"

static void begin(struct scene *scene, const char *clock, const char *speed)
{
    memset(scene, 0, sizeof *scene);
    scene_init(scene, SCENE_ALL);
    setenv("UNDERSTUDY_CLOCK", clock, 1);
    setenv("UNDERSTUDY_SPEED", speed, 1);
    assert_int_equal(scene_create(scene, NULL, 0), XR_SUCCESS);
    scene_begin(scene);
}

static void end(struct scene *scene)
{
    scene->calls.xrDestroyInstance(scene->instance);
    scene_finish(scene);
}

/* A frame takes 10 ms of the app. With the frame clock of 50 Hz it is 20 ms of the recording. */
static void test_seconds(void **state)
{
    (void)state;
    static const struct {
        const char *clock, *speed;
        double ns_per_second;
    } rows[] = {{"wall", "1", 1e9},
                {"wall", "4", 0.25e9},
                {"frame:50", "1", 0.5e9},
                {"frame:50", "4", 0.125e9}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct scene scene;
        begin(&scene, rows[i].clock, rows[i].speed);
        struct us_session *session = us_session_find(scene.session);
        struct us_script_now now = us_scripted_now(session);
        assert_true(now.ns_per_second == 0.0 && now.time == 1 && !now.is_playing);
        scene_focus(&scene);
        scene_wait_frame(&scene, SCENE_AT(0.01));
        now = us_scripted_now(session);
        assert_true(now.is_playing && now.time == SCENE_AT(0.01));
        assert_true(fabs(now.ns_per_second - rows[i].ns_per_second) < 1.0);
        assert_true(now.rate_hz == 100.0f);
        /* A frame of a length that the runtime does not tell. */
        atomic_store(&session->period_ns, 0);
        now = us_scripted_now(session);
        assert_true(fabs(now.ns_per_second - 1e9 / atof(rows[i].speed)) < 1.0);
        assert_true(now.rate_hz == 0.0f);
        end(&scene);
    }
}

/* Monado says that the first frame of a headless session is at time 0: that is no frame. */
static void test_frame_without_time(void **state)
{
    (void)state;
    struct scene scene;
    begin(&scene, "wall", "1");
    scene_focus(&scene);
    scene_wait_frame(&scene, SCENE_AT(0.01));
    scene_wait_frame(&scene, 0);
    const struct us_session *session = us_session_find(scene.session);
    assert_int_equal(us_scripted_now(session).time, SCENE_AT(0.01));
    assert_int_equal(us_playback_frame(session), 1);
    end(&scene);
}

/* In a headless session that has waited for a frame, a question starts playback with the wall
 * clock; the frame clock waits for the next frame. */
static void test_question_beside_frames(void **state)
{
    (void)state;
    static const char *const names[] = {"XR_MND_headless"};
    for (int by_frame = 0; by_frame < 2; by_frame++) {
        struct scene scene = {0};
        scene_init(&scene, SCENE_ALL);
        setenv("UNDERSTUDY_CLOCK", by_frame ? "frame:50" : "wall", 1);
        assert_int_equal(scene_create(&scene, names, 1), XR_SUCCESS);
        scene_begin(&scene);
        scene_wait_frame(&scene, SCENE_START);
        fake_push_state(scene.session, XR_SESSION_STATE_FOCUSED);
        scene_poll(&scene);
        scene_locate(&scene, scene.view, scene.local, SCENE_AT(0.5), NULL);
        assert_int_equal(scene_count_log(&scene, "playback starts at time=5500000000 "), !by_frame);
        scene_wait_frame(&scene, SCENE_AT(1));
        assert_int_equal(scene_count_log(&scene, "playback starts at time=6000000000 "), by_frame);
        end(&scene);
    }
}

/* Faults happen at times of playback: before it starts, none of them does. */
static void test_faults_begin_with_playback(void **state)
{
    (void)state;
    struct scene scene = {0};
    scene_init(&scene, SCENE_ALL);
    setenv("UNDERSTUDY_FAULT", "battery@0s+1s", 1);
    assert_int_equal(scene_create(&scene, NULL, 0), XR_SUCCESS);
    scene_begin(&scene);
    const struct us_instance *instance = us_session_find(scene.session)->instance;
    scene_wait_frame(&scene, SCENE_START);
    assert_int_equal(atomic_load(&instance->playing_ns), US_INSTANCE_NOT_PLAYING);
    scene_focus(&scene);
    scene_wait_frame(&scene, SCENE_AT(0.25));
    assert_int_equal(atomic_load(&instance->playing_ns), 250000000);
    end(&scene);
}

/* With the frame clock a question waits until its part of the recording is read. */
static bool waits;
void __real_us_sampler_set_wait(struct us_sampler *sampler, bool wait);
void __wrap_us_sampler_set_wait(struct us_sampler *sampler, bool wait);

void __wrap_us_sampler_set_wait(struct us_sampler *sampler, bool wait)
{
    waits = wait;
    __real_us_sampler_set_wait(sampler, wait);
}

static void test_waiting(void **state)
{
    (void)state;
    static const char *const clocks[] = {"wall", "frame:50"};
    for (int by_frame = 0; by_frame < 2; by_frame++) {
        struct scene scene;
        begin(&scene, clocks[by_frame], "1");
        assert_int_equal(waits, by_frame);
        end(&scene);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_seconds),
        cmocka_unit_test(test_frame_without_time),
        cmocka_unit_test(test_question_beside_frames),
        cmocka_unit_test(test_faults_begin_with_playback),
        cmocka_unit_test(test_waiting),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
