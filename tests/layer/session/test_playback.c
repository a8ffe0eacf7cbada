/* SPDX-License-Identifier: MIT */
/* Hazard: a segment, a pause, an end or a frame that is not the one that was asked for; a run whose
 * frames depend on how fast the machine was. */
#include "actions.h"

#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "layer/answer/playback.h"

#define PERIOD_NS INT64_C(16666667)

static XrVector3f head(struct scene *scene, XrTime time)
{
    return scene_locate(scene, scene->view, scene->local, time, NULL).pose.position;
}

/* The head is at x = 0.1 t: this is t. */
static double told_s(struct scene *scene, XrTime time)
{
    return (double)head(scene, time).x * 10.0;
}

static void check_s(struct scene *scene, XrTime time, double expected_s)
{
    double got_s = told_s(scene, time);
    if (!(fabs(got_s - expected_s) < 2e-6))
        fail_msg("%.9g s, not %.9g s", got_s, expected_s);
}

SCENE_TEST(test_start_with_first_frame, SCENE_ALL)
{
    setenv("UNDERSTUDY_START", "frame", 1);
    scene_open(scene, NULL, 0);
    scene_wait_frame(scene, SCENE_START);
    check_s(scene, SCENE_AT(3), 3);
    for (int after_ns = -1; after_ns <= 1; after_ns++) {
        XrSpaceVelocity velocity = {.type = XR_TYPE_SPACE_VELOCITY};
        scene_locate(scene, scene->view, scene->local, SCENE_START + after_ns, &velocity);
        assert_true(fabsf(velocity.linearVelocity.x - (after_ns < 0 ? 0.0f : 0.1f)) < 1e-5f);
    }
    scene_tell_state(scene, XR_SESSION_STATE_FOCUSED);
    scene_wait_frame(scene, SCENE_AT(1));
    check_s(scene, SCENE_AT(3), 3);
    scene_expect_log(scene, "playback starts");
}

SCENE_TEST(test_start_with_first_sync, SCENE_ALL)
{
    setenv("UNDERSTUDY_START", "sync", 1);
    scene_open(scene, NULL, 0);
    XrActionSet set = actions_set(scene, 0);
    assert_success(actions_attach(scene, &set, 1));
    scene_wait_frame(scene, SCENE_AT(-2));
    /* Below, the session has no focus any more. */
    scene_tell_state(scene, XR_SESSION_STATE_FOCUSED);
    fake.fails = "xrSyncActions", fake.fails_with = XR_SESSION_NOT_FOCUSED;
    assert_int_equal(actions_sync(scene, set), XR_SESSION_NOT_FOCUSED);
    fake.fails = NULL;
    scene_wait_frame(scene, SCENE_START);
    check_s(scene, SCENE_AT(3), 0);
    assert_success(actions_sync(scene, set));
    check_s(scene, SCENE_AT(3), 3);
    scene_wait_frame(scene, SCENE_AT(1));
    assert_success(actions_sync(scene, set));
    check_s(scene, SCENE_AT(3), 3);
}

/* The sync comes before any frame has a time. */
SCENE_TEST(test_start_with_sync_before_frames, SCENE_ALL)
{
    setenv("UNDERSTUDY_START", "sync", 1);
    scene_open(scene, NULL, 0);
    XrActionSet set = actions_set(scene, 0);
    assert_success(actions_attach(scene, &set, 1));
    scene_tell_state(scene, XR_SESSION_STATE_FOCUSED);
    assert_success(actions_sync(scene, set));
    check_s(scene, SCENE_AT(3), 0);
    scene_wait_frame(scene, SCENE_START);
    check_s(scene, SCENE_AT(3), 3);
}

SCENE_TEST(test_segment_and_pauses, SCENE_ALL)
{
    setenv("UNDERSTUDY_FROM", "2", 1);
    setenv("UNDERSTUDY_TO", "5.5", 1);
    setenv("UNDERSTUDY_PAUSE", "4:3,2.5:0.5", 1);
    setenv("UNDERSTUDY_SPEED", "2", 1);
    scene_open(scene, NULL, 0);
    check_s(scene, SCENE_AT(0), 2);
    scene_focus(scene);
    const double cases[][2] = {{-1, 2},  {0.1, 2.2}, {0.25, 2.5}, {0.74, 2.5}, {1, 3},
                               {1.5, 4}, {4.4, 4},   {5, 5},      {5.25, 5.5}, {9, 5.5}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        check_s(scene, SCENE_AT(cases[i][0]), cases[i][1]);
    XrSpaceVelocity velocity;
    scene_locate(scene, scene->view, scene->local, SCENE_AT(1), &velocity);
    scene_check_vector(velocity.linearVelocity, (XrVector3f){0.2f, 0, 0});
    scene_locate(scene, scene->view, scene->local, SCENE_AT(2), &velocity);
    assert_int_equal(velocity.velocityFlags, 3);
    scene_check_vector(velocity.linearVelocity, (XrVector3f){0, 0, 0});
    scene_check_vector(velocity.angularVelocity, (XrVector3f){0, 0, 0});
    scene_expect_log(scene, "from=2.000000000 to=5.500000000");
}

TEST(test_segment_that_is_not_there)
{
    struct scene scene;
    scene_init(&scene, SCENE_ALL);
    setenv("UNDERSTUDY_FROM", "reach", 1);
    setenv("UNDERSTUDY_TO", "5", 1);
    setenv("UNDERSTUDY_CLOCK", "virtual", 1);
    scene_open(&scene, NULL, 0);
    scene_expect_log(&scene, "UNDERSTUDY_FROM: there is no marker 'reach': the recording has none; "
                             "playing the whole recording");
    scene_expect_log(
        &scene,
        "UNDERSTUDY_CLOCK=virtual is not one of wall, frame, frame:HZ (1 to 1000): using wall");
    scene_focus(&scene);
    check_s(&scene, SCENE_AT(9), 9);
    scene_end(&scene);
    static const char *const others[][3] = {
        {"UNDERSTUDY_TO", "reach", "UNDERSTUDY_TO: there is no marker 'reach'"},
        {"UNDERSTUDY_PAUSE", "reach:1", "UNDERSTUDY_PAUSE: there is no marker 'reach'"}};
    for (int i = 0; i < 2; i++) {
        scene_init(&scene, SCENE_ALL);
        setenv(others[i][0], others[i][1], 1);
        scene_open(&scene, NULL, 0);
        scene_expect_log(&scene, others[i][2]);
        scene_end(&scene);
    }
}

SCENE_TEST(test_quit, SCENE_ALL)
{
    setenv("UNDERSTUDY_END", "quit", 1);
    scene_start(scene, NULL, 0);
    check_s(scene, SCENE_AT(11), 10);
    scene_wait_frame(scene, SCENE_AT(9.9));
    assert_int_equal(fake.exits, 0);
    scene_wait_frame(scene, SCENE_AT(10));
    assert_int_equal(fake.exits, 1);
    scene_wait_frame(scene, SCENE_AT(11));
    assert_int_equal(fake.exits, 1);
    check_s(scene, SCENE_AT(11), 10);
    scene_expect_log(scene, "playback ends at time=15000000000 end=quit");
}

/* An app that waits for no frames is asked as well. */
SCENE_TEST(test_quit_without_frames, SCENE_ALL)
{
    const char *names[] = {"XR_MND_headless"};
    setenv("UNDERSTUDY_END", "quit", 1);
    scene_open(scene, names, 1);
    scene_tell_state(scene, XR_SESSION_STATE_FOCUSED);
    check_s(scene, SCENE_START, 0);
    check_s(scene, SCENE_AT(9.9), 9.9);
    assert_int_equal(fake.exits, 0);
    check_s(scene, SCENE_AT(10.5), 10);
    check_s(scene, SCENE_AT(10.6), 10);
    assert_int_equal(fake.exits, 1);
}

SCENE_TEST(test_quit_that_is_refused, SCENE_ALL)
{
    setenv("UNDERSTUDY_END", "quit", 1);
    scene_start(scene, NULL, 0);
    fake.fails = "xrRequestExitSession", fake.fails_with = XR_ERROR_SESSION_NOT_RUNNING;
    scene_wait_frame(scene, SCENE_AT(10));
    scene_expect_log(scene, "xrRequestExitSession fails with -16; end the app yourself");
}

/* What any answer says of who gave it. */
static bool is_live_hand(struct scene *scene, XrHandTrackerEXT tracker, XrTime time)
{
    HAND_JOINTS(locations, joints);
    scene_joints(scene, tracker, scene->local, time, &locations);
    return joints[0].pose.position.x == FAKE_LIVE_OTHER_M;
}

static float left_eye_x(struct scene *scene, XrTime time)
{
    const struct scene_views told = scene_locate_views(scene, scene->local, time);
    return told.views[0].pose.position.x;
}

SCENE_TEST(test_release, SCENE_ALL | SCENE_PINCHES)
{
    const char *names[] = {SCENE_HAND_AND_EYES};
    fake.has_hands = fake.has_eyes = true;
    fake.live_hand = (struct fake_live){true, false, false, 0, 77};
    setenv("UNDERSTUDY_END", "release", 1);
    scene_open(scene, names, 2);
    XrActionSet set = actions_set(scene, 0);
    XrAction select = actions_make(scene, set, XR_ACTION_TYPE_BOOLEAN_INPUT, LEFT, RIGHT, NULL);
    XrAction grip = actions_make(scene, set, XR_ACTION_TYPE_POSE_INPUT, LEFT, NULL, NULL);
    struct actions_binding bindings[] = {{select, LEFT "/input/select/click"},
                                         {grip, LEFT "/input/grip/pose"}};
    actions_bind(scene, set, SIMPLE, bindings, 2);
    XrSpace grip_space = actions_space(scene, grip, LEFT);
    XrHandTrackerEXT tracker = scene_hand(scene, XR_HAND_LEFT_EXT);
    scene_focus(scene);
    actions_frame(scene, set, 9.95);
    /* The left hand pinches at the end of the recording. */
    assert_true(actions_boolean(scene, select, LEFT).currentState);
    assert_string_equal(actions_profile(scene, LEFT), SIMPLE);
    assert_false(is_live_hand(scene, tracker, SCENE_AT(9.95)));
    check_s(scene, SCENE_AT(10.5), 10);

    scene_wait_frame(scene, SCENE_AT(10.01));
    scene_expect_log(scene, "input is live again");
    scene_check_vector(head(scene, SCENE_AT(10.01)),
                       (XrVector3f){FAKE_LIVE_HEAD_M, FAKE_LIVE_HEAD_M, FAKE_LIVE_HEAD_M});
    assert_true(left_eye_x(scene, SCENE_AT(10.01)) > 6.0f);
    assert_true(fake.views_space == scene->local);
    assert_true(is_live_hand(scene, tracker, SCENE_AT(10.01)));
    /* Actions are as of a sync. */
    assert_true(actions_boolean(scene, select, LEFT).currentState);
    assert_success(actions_sync(scene, set));
    XrActionStateBoolean given = actions_boolean(scene, select, LEFT);
    assert_true(given.isActive && given.changedSinceLastSync && !given.currentState);
    assert_int_equal(given.lastChangeTime, SCENE_AT(10.01));
    assert_true(
        scene_locate(scene, grip_space, scene->local, SCENE_AT(10.01), NULL).pose.position.x ==
        FAKE_LIVE_OTHER_M);
    assert_string_equal(actions_profile(scene, LEFT), "");
    assert_int_equal(scene_poll(scene), 1);
    actions_frame(scene, set, 10.02);
    given = actions_boolean(scene, select, LEFT);
    assert_true(given.isActive && !given.changedSinceLastSync && !given.currentState);
    assert_int_equal(given.lastChangeTime, 77);
}

/* Nothing below has hands: they are gone. */
SCENE_TEST(test_release_of_what_only_the_layer_has, SCENE_ALL)
{
    const char *names[] = {SCENE_HAND_AND_EYES};
    setenv("UNDERSTUDY_END", "release", 1);
    scene_open(scene, names, 2);
    XrHandTrackerEXT tracker = scene_hand(scene, XR_HAND_LEFT_EXT);
    scene_focus(scene);
    scene_wait_frame(scene, SCENE_AT(11));
    XrHandJointLocationEXT joints[XR_HAND_JOINT_COUNT_EXT] = {{0}};
    XrHandJointLocationsEXT locations = {.type = XR_TYPE_HAND_JOINT_LOCATIONS_EXT,
                                         .isActive = XR_TRUE,
                                         .jointCount = XR_HAND_JOINT_COUNT_EXT,
                                         .jointLocations = joints};
    scene_joints(scene, tracker, scene->local, SCENE_AT(11), &locations);
    assert_false(locations.isActive);
    assert_int_equal(joints[3].locationFlags, 0);
}

/* The next session of the app starts anew. */
SCENE_TEST(test_after_the_end_again, SCENE_ALL)
{
    setenv("UNDERSTUDY_END", "release", 1);
    scene_start(scene, NULL, 0);
    scene_wait_frame(scene, SCENE_AT(10));
    assert_true(head(scene, SCENE_AT(10)).x == FAKE_LIVE_HEAD_M);
    assert_success(scene->calls.xrEndSession(scene->session));
    XrSessionBeginInfo info = {.type = XR_TYPE_SESSION_BEGIN_INFO};
    assert_success(scene->calls.xrBeginSession(scene->session, &info));
    scene_wait_frame(scene, SCENE_AT(20));
    assert_int_equal(atomic_load(&us_session_find(scene->session)->frame_history.count), 1);
    check_s(scene, SCENE_AT(23), 3);
}

static void begin_frames(struct scene *scene, const char *clock)
{
    scene_init(scene, SCENE_ALL);
    setenv("UNDERSTUDY_CLOCK", clock, 1);
    fake.next_period = PERIOD_NS;
    scene_open(scene, NULL, 0);
    /* Frames before the start are none of playback's. */
    for (int i = 3; i > 0; i--)
        scene_wait_frame(scene, SCENE_START - i * PERIOD_NS);
    check_s(scene, SCENE_AT(3), 0);
    scene_focus(scene);
}

/* Frame n is at n/50 s however late the machine is: steady, a frame in three dropped, jitter of a
 * fifth of a period, and a slow one that reports so. */
TEST(test_frames_whatever_the_machine)
{
    for (int machine = 0; machine < 4; machine++) {
        struct scene scene;
        begin_frames(&scene, "frame:50");
        XrTime time = SCENE_START;
        for (int n = 1; n < 400; n++) {
            int64_t step_ns = PERIOD_NS;
            if (machine == 1 && n % 3 == 0)
                step_ns = 4 * PERIOD_NS;
            if (machine == 2)
                step_ns += (n * 7 % 5 - 2) * (PERIOD_NS / 10);
            if (machine == 3)
                step_ns = fake.next_period = 10 * PERIOD_NS;
            time += step_ns;
            scene_wait_frame(&scene, time);
            check_s(&scene, time, n / 50.0);
            /* A pipelined app asks for the frame that comes next. */
            check_s(&scene, time + fake.next_period, (n + 1) / 50.0);
            check_s(&scene, time + fake.next_period / 2, (n + 0.5) / 50.0);
            /* One that asks too early is told so, also where the frame before was long ago. */
            if (n > 2)
                check_s(&scene, time - 3 * fake.next_period / 2, (n - 1.5) / 50.0);
        }
        scene_end(&scene);
    }
}

/* The same bits in every run, and what the clock says of it. */
TEST(test_frames_to_the_bit)
{
    static XrVector3f first[200];
    for (int run = 0; run < 2; run++) {
        struct scene scene;
        begin_frames(&scene, "frame");
        scene_expect_log(&scene, "clock=frame:60.000000000");
        XrTime time = SCENE_START;
        for (int n = 1; n < 200; n++) {
            time += run == 0 ? PERIOD_NS : PERIOD_NS * (1 + n % 4) + n % 2 * 1000003;
            scene_wait_frame(&scene, time);
            XrVector3f now = head(&scene, time);
            if (run == 0)
                first[n] = now;
            else
                assert_memory_equal(&now, &first[n], sizeof now);
        }
        scene_end(&scene);
    }
}

/* The runtime predicts one time for two frames. */
TEST_OF(test_frames_repeated, struct scene, scene, begin_frames(scene, "frame:50"),
        scene_end(scene))
{
    for (int n = 1; n < 20; n++) {
        XrTime time = SCENE_START + n / 2 * PERIOD_NS;
        scene_wait_frame(scene, time);
        check_s(scene, time, n / 50.0);
    }
}

/* A second is HZ frames, for velocities as well. */
SCENE_TEST(test_frames_speed_and_velocity, SCENE_ALL)
{
    setenv("UNDERSTUDY_SPEED", "0.5", 1);
    setenv("UNDERSTUDY_CLOCK", "frame:50", 1);
    setenv("UNDERSTUDY_FROM", "1", 1);
    setenv("UNDERSTUDY_END", "loop", 1);
    setenv("UNDERSTUDY_TO", "3", 1);
    fake.next_period = 10 * PERIOD_NS;
    scene_start(scene, NULL, 0);
    XrTime time = SCENE_START;
    for (int n = 1; n < 450; n++) {
        time += 10 * PERIOD_NS;
        scene_wait_frame(scene, time);
        check_s(scene, time, 1.0 + n % 200 / 100.0);
    }
    XrSpaceVelocity velocity;
    scene_locate(scene, scene->view, scene->local, time, &velocity);
    scene_check_vector(velocity.linearVelocity, (XrVector3f){0.05f, 0, 0});
}

static void read_soon(const char *path, char *out, size_t size)
{
    for (int i = 0; i < 1000 && access(path, F_OK) != 0; i++)
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    size_t length = fread(out, 1, size - 1, file);
    out[length] = '\0';
    fclose(file);
}

/* The files that tell of the run say in which frame playback ends. Frames count from the one in
 * which it starts, whether that is the app's first or not. */
static void check_count(struct scene *scene, bool has_earlier)
{
    char done[64], text[400];
    snprintf(done, sizeof done, "/tmp/understudy-counted-%ld", (long)getpid());
    unlink(done);
    setenv("UNDERSTUDY_DONE_FILE", done, 1);
    setenv("UNDERSTUDY_SPEED", "10", 1);
    fake.next_period = PERIOD_NS;
    scene_open(scene, NULL, 0);
    if (has_earlier)
        scene_wait_frame(scene, SCENE_START - PERIOD_NS);
    scene_focus(scene);
    for (int n = 1; SCENE_START + n * 2 * PERIOD_NS < SCENE_AT(1); n++)
        scene_wait_frame(scene, SCENE_START + n * 2 * PERIOD_NS);
    scene_wait_frame(scene, SCENE_AT(1));
    read_soon(done, text, sizeof text);
    char expected[64];
    snprintf(expected, sizeof expected, "\"frame\":%d,",
             (int)((SCENE_AT(1) - SCENE_START - 1) / (2 * PERIOD_NS)) + 1);
    assert_non_null(strstr(text, expected));
    unlink(done);
}

SCENE_TEST(test_frames_are_counted, SCENE_ALL)
{
    check_count(scene, true);
}

SCENE_TEST(test_frames_are_counted_from_the_first, SCENE_ALL)
{
    check_count(scene, false);
}

SCENE_TEST(test_frame_clock_without_frames, SCENE_ALL)
{
    const char *names[] = {"XR_MND_headless"};
    char done[64], text[400];
    snprintf(done, sizeof done, "/tmp/understudy-uncounted-%ld", (long)getpid());
    unlink(done);
    setenv("UNDERSTUDY_DONE_FILE", done, 1);
    setenv("UNDERSTUDY_CLOCK", "frame", 1);
    scene_open(scene, names, 1);
    scene_tell_state(scene, XR_SESSION_STATE_FOCUSED);
    check_s(scene, SCENE_START, 0);
    check_s(scene, SCENE_AT(3), 3);
    scene_expect_log(scene, "no xrWaitFrame calls: the frame clock uses display times");
    /* It stays so when frames come later, and those have no number. */
    for (int at_s = 4; at_s <= 10; at_s += 3) {
        scene_wait_frame(scene, SCENE_AT(at_s));
        check_s(scene, SCENE_AT(at_s), at_s);
    }
    read_soon(done, text, sizeof text);
    assert_non_null(strstr(text, "\"frame\":-1,"));
    unlink(done);
}

/* Threads that ask for the newest frame's time while frames come. */
enum { THREADS = 3, FRAMES = 3000 };
static struct scene shared;
static _Atomic int newest, asked[THREADS];
static atomic_bool wrong;

static XrTime time_of(int n)
{
    return SCENE_START + n * PERIOD_NS * 2 + n % 3 * 1000000;
}

static void *ask_on(void *data)
{
    _Atomic int *mine = data;
    int n;
    while ((n = atomic_load(&newest)) < FRAMES) {
        XrSpaceLocation location = {.type = XR_TYPE_SPACE_LOCATION};
        shared.calls.xrLocateSpace(shared.view, shared.local, time_of(n), &location);
        if (!(fabs((double)location.pose.position.x * 10.0 - n / 400.0) < 2e-6))
            atomic_store(&wrong, true);
        atomic_store(mine, n);
    }
    atomic_store(mine, FRAMES);
    return NULL;
}

TEST(test_frames_from_several_threads)
{
    pthread_t threads[THREADS];
    begin_frames(&shared, "frame:400");
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, ask_on, &asked[i]), 0);
    for (int n = 1; n <= FRAMES; n++) {
        scene_wait_frame(&shared, time_of(n));
        atomic_store(&newest, n);
        /* Nobody asks for frames that are long gone. */
        for (int i = 0; i < THREADS; i++)
            while (atomic_load(&asked[i]) < n - US_FRAME_HISTORY_KEPT / 2)
                sched_yield();
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    assert_false(atomic_load(&wrong));
    scene_end(&shared);
}

TEST(test_files_that_tell)
{
    char ready[64], done[64], text[400];
    struct scene scene;
    snprintf(ready, sizeof ready, "/tmp/understudy-ready-%ld", (long)getpid());
    snprintf(done, sizeof done, "/tmp/understudy-done-%ld", (long)getpid());
    unlink(ready), unlink(done);
    scene_init(&scene, SCENE_ALL);
    setenv("UNDERSTUDY_READY_FILE", ready, 1);
    setenv("UNDERSTUDY_DONE_FILE", done, 1);
    setenv("UNDERSTUDY_FROM", "1.5", 1);
    scene_open(&scene, NULL, 0);
    scene_wait_frame(&scene, SCENE_AT(-1));
    scene_focus(&scene);
    read_soon(ready, text, sizeof text);
    assert_string_equal(text, "{\"event\":\"started\",\"time_ns\":5000000000,\"frame\":0,"
                              "\"recording_s\":1.500000000}\n");
    scene_wait_frame(&scene, SCENE_AT(1));
    assert_int_equal(access(done, F_OK), -1);
    scene_wait_frame(&scene, SCENE_AT(9));
    scene_end(&scene);
    read_soon(done, text, sizeof text);
    assert_string_equal(text, "{\"event\":\"ended\",\"time_ns\":14000000000,\"frame\":2,"
                              "\"recording_s\":10.000000000}\n");
    unlink(ready), unlink(done);
}

TEST_OF(test_file_that_cannot_be, struct scene, scene, scene_init(scene, SCENE_ALL),
        scene_finish(scene))
{
    setenv("UNDERSTUDY_READY_FILE", "/tmp/no-such-folder-anywhere/ready", 1);
    scene_start(scene, NULL, 0);
    check_s(scene, SCENE_AT(1), 1);
    scene->calls.xrDestroyInstance(scene->instance);
    scene_expect_log(scene, "no-such-folder-anywhere/ready cannot be written");
}

TESTS_MAIN(test_start_with_first_frame, test_start_with_first_sync,
           test_start_with_sync_before_frames, test_segment_and_pauses,
           test_segment_that_is_not_there, test_quit, test_quit_without_frames,
           test_quit_that_is_refused, test_release, test_release_of_what_only_the_layer_has,
           test_after_the_end_again, test_frames_whatever_the_machine, test_frames_to_the_bit,
           test_frames_repeated, test_frames_speed_and_velocity, test_frames_are_counted,
           test_frames_are_counted_from_the_first, test_frame_clock_without_frames,
           test_frames_from_several_threads, test_files_that_tell, test_file_that_cannot_be)
