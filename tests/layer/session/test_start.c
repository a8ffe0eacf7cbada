/* SPDX-License-Identifier: MIT */
/* Hazard: playback that starts too early, too late, twice or never, or that depends on who asks. */
#include "actions.h"
#include "scene.h"

#include <stdio.h>
#include <stdlib.h>

static float head_x(struct scene *scene, XrTime time)
{
    return scene_locate(scene, scene->view, scene->local, time, NULL).pose.position.x;
}

static void check_x(struct scene *scene, double seconds, float expected)
{
    scene_check_vector((XrVector3f){head_x(scene, SCENE_AT(seconds)), 0, 0},
                       (XrVector3f){expected, 0, 0});
}

static void end(struct scene *scene)
{
    scene_end(scene);
}

#define BEGUN_TEST(name)                                                                           \
    TEST_OF(name, struct scene, scene, scene_init(scene, SCENE_ALL), end(scene))

BEGUN_TEST(test_first_focused_frame)
{
    scene_open(scene, NULL, 0);
    scene_wait_frame(scene, SCENE_AT(-1));
    XrSpaceVelocity velocity;
    XrSpaceLocation location =
        scene_locate(scene, scene->view, scene->local, SCENE_AT(3), &velocity);
    assert_int_equal(location.locationFlags, 15);
    scene_check_vector(location.pose.position, (XrVector3f){0, 0.2f, -0.3f});
    assert_int_equal(velocity.velocityFlags, 3);
    scene_check_vector(velocity.linearVelocity, (XrVector3f){0, 0, 0});
    scene_tell_state(scene, XR_SESSION_STATE_FOCUSED);
    check_x(scene, 3, 0);
    assert_int_equal(scene_count_log(scene, "playback starts"), 0);
    scene_wait_frame(scene, SCENE_START);
    char line[400];
    snprintf(
        line, sizeof line,
        "playback starts at time=5000000000 from=0.000000000 to=10.000000000 file=%s anchor=local",
        scene->recording + sizeof "/tmp/" - 1);
    scene_expect_log(scene, line);
    check_x(scene, 3, 0.3f);
    scene_wait_frame(scene, SCENE_AT(1));
    check_x(scene, 3, 0.3f);
    check_x(scene, -2, 0);
    check_x(scene, 10, 1);
    check_x(scene, 100, 1);
    scene_expect_log(scene, "playback starts");
}

/* A sync in FOCUSED, after a frame that was waited for without: that frame was not the first. */
BEGUN_TEST(test_sync_before_the_first_focused_frame)
{
    scene_open(scene, NULL, 0);
    XrActionSet set = actions_set(scene, 0);
    assert_success(actions_attach(scene, &set, 1));
    scene_wait_frame(scene, SCENE_AT(-1));
    scene_tell_state(scene, XR_SESSION_STATE_FOCUSED);
    assert_success(actions_sync(scene, set));
    assert_int_equal(scene_count_log(scene, "playback starts"), 0);
    scene_wait_frame(scene, SCENE_START);
    scene_expect_log(scene, "playback starts at time=5000000000");
    check_x(scene, 3, 0.3f);
}

/* SteamVR can answer a frame with a time that is none. */
BEGUN_TEST(test_frame_without_time)
{
    scene_open(scene, NULL, 0);
    scene_tell_state(scene, XR_SESSION_STATE_FOCUSED);
    scene_wait_frame(scene, -5);
    scene_wait_frame(scene, 0);
    check_x(scene, 3, 0);
    scene_wait_frame(scene, SCENE_START);
    check_x(scene, 3, 0.3f);
}

BEGUN_TEST(test_focus_lost_and_found)
{
    scene_start(scene, NULL, 0);
    scene_tell_state(scene, XR_SESSION_STATE_VISIBLE);
    check_x(scene, 3, 0.3f);
    scene_tell_state(scene, XR_SESSION_STATE_FOCUSED);
    scene_wait_frame(scene, SCENE_AT(2));
    check_x(scene, 3, 0.3f);
}

BEGUN_TEST(test_again)
{
    scene_start(scene, NULL, 0);
    check_x(scene, 3, 0.3f);
    assert_success(scene->calls.xrEndSession(scene->session));
    assert_success(scene->calls.xrDestroySession(scene->session));
    scene_begin(scene);
    check_x(scene, 3, 0);
    scene_tell_state(scene, XR_SESSION_STATE_FOCUSED);
    scene_wait_frame(scene, SCENE_AT(20));
    check_x(scene, 23, 0.3f);
    assert_int_equal(scene_count_log(scene, "playback starts"), 2);
}

/* A headless app may never wait for a frame. */
BEGUN_TEST(test_headless)
{
    const char *names[] = {"XR_MND_headless"};
    scene_open(scene, names, 1);
    check_x(scene, 0, 0);
    scene_tell_state(scene, XR_SESSION_STATE_FOCUSED);
    check_x(scene, 0, 0);
    check_x(scene, 3, 0.3f);
    scene_expect_log(scene, "playback starts at time=5000000000 ");
}

TEST(test_speed_and_end)
{
    const struct {
        const char *end, *speed;
        double seconds;
        float x;
    } cases[] = {{"hold", "2", 3, 0.6f},  {"hold", "2", 8, 1},         {"hold", "0.5", 3, 0.15f},
                 {"loop", "1", 13, 0.3f}, {"pingpong", "1", 13, 0.7f}, {"reset", "1", 9, 0.9f},
                 {"reset", "1", 13, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct scene scene;
        scene_init(&scene, SCENE_ALL);
        setenv("UNDERSTUDY_END", cases[i].end, 1);
        setenv("UNDERSTUDY_SPEED", cases[i].speed, 1);
        scene_start(&scene, NULL, 0);
        check_x(&scene, cases[i].seconds, cases[i].x);
        end(&scene);
    }
}

/* Velocities are per second of the app's time. */
BEGUN_TEST(test_speed_of_velocity)
{
    setenv("UNDERSTUDY_END", "pingpong", 1);
    setenv("UNDERSTUDY_SPEED", "2", 1);
    scene_start(scene, NULL, 0);
    XrSpaceVelocity velocity;
    scene_locate(scene, scene->view, scene->local, SCENE_AT(2.5), &velocity);
    scene_check_vector(velocity.linearVelocity, (XrVector3f){0.2f, 0, 0});
    scene_check_vector(velocity.angularVelocity, (XrVector3f){0, -0.33137085f, 0});
    scene_locate(scene, scene->view, scene->local, SCENE_AT(7.5), &velocity);
    scene_check_vector(velocity.linearVelocity, (XrVector3f){-0.2f, 0, 0});
    scene_check_vector(velocity.angularVelocity, (XrVector3f){0, 0.33137085f, 0});
}

BEGUN_TEST(test_anchor_as_told)
{
    setenv("UNDERSTUDY_ANCHOR", "stage", 1);
    scene_start(scene, NULL, 0);
    XrSpaceLocation location = scene_locate(scene, scene->view, scene->stage, SCENE_AT(0), NULL);
    scene_check_vector(location.pose.position, (XrVector3f){0, 0.2f, -0.3f});
    end(scene);
    scene_init(scene, SCENE_ALL);
    setenv("UNDERSTUDY_ANCHOR", "local_floor", 1);
    scene_open(scene, NULL, 0);
    scene_expect_log(
        scene, "UNDERSTUDY_ANCHOR=local_floor: the runtime does not have this space; using stage");
}

TESTS_MAIN(test_first_focused_frame, test_sync_before_the_first_focused_frame,
           test_frame_without_time, test_focus_lost_and_found, test_again, test_headless,
           test_speed_and_end, test_speed_of_velocity, test_anchor_as_told)
