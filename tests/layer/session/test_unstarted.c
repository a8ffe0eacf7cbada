/* SPDX-License-Identifier: MIT */
/* Hazard: an app that only syncs and is never played into; playback that does not start, and nobody
 * says why. */
#include "actions.h"

#include <stdlib.h>

#include "layer/state/instance.h"
#include "platform/time.h"

#define TIMESPEC XR_KHR_CONVERT_TIMESPEC_TIME_EXTENSION_NAME

struct app {
    struct scene scene;
    XrActionSet set;
    XrAction click, grip;
    XrSpace space;
};

static void create(struct app *app, const char *const *names, uint32_t count)
{
    scene_open(&app->scene, names, count);
    app->set = actions_set(&app->scene, 0);
    app->click =
        actions_make(&app->scene, app->set, XR_ACTION_TYPE_BOOLEAN_INPUT, LEFT, NULL, NULL);
    app->grip = actions_make(&app->scene, app->set, XR_ACTION_TYPE_POSE_INPUT, LEFT, NULL, NULL);
    struct actions_binding bindings[] = {{app->click, LEFT "/input/select/click"},
                                         {app->grip, LEFT "/input/grip/pose"}};
    actions_bind(&app->scene, app->set, SIMPLE, bindings, 2);
    app->space = actions_space(&app->scene, app->grip, LEFT);
}

/* A headless app; the runtime knows what time it is. */
static void create_headless(struct app *app)
{
    static const char *const names[] = {"XR_MND_headless"};
    fake.also[0] = TIMESPEC;
    fake.now = SCENE_START;
    create(app, names, 1);
    assert_true(fake_enabled(TIMESPEC));
}

static void focus(struct app *app)
{
    scene_tell_state(&app->scene, XR_SESSION_STATE_FOCUSED);
}

static void end(struct app *app)
{
    app->scene.calls.xrDestroyInstance(app->scene.instance);
}

static void sync_at(struct app *app, double seconds)
{
    fake.now = SCENE_AT(seconds);
    assert_success(actions_sync(&app->scene, app->set));
}

#define APP_TEST(name)                                                                             \
    TEST_OF(name, struct app, app, scene_init(&app->scene, SCENE_ALL | SCENE_PINCHES),             \
            scene_finish(&app->scene))

/* The left hand pinches in [2, 3). Playback starts when a tenth of a second has gone without a
 * frame. */
APP_TEST(test_syncs_alone)
{
    create_headless(app);
    focus(app);
    sync_at(app, -0.1);
    sync_at(app, -0.00001);
    assert_int_equal(scene_count_log(&app->scene, "playback starts"), 0);
    sync_at(app, 0);
    scene_expect_log(&app->scene, "playback starts at time=5000000000 ");
    sync_at(app, 1.9);
    assert_false(actions_boolean(&app->scene, app->click, LEFT).currentState);
    sync_at(app, 2.5);
    XrActionStateBoolean pressed = actions_boolean(&app->scene, app->click, LEFT);
    assert_true(pressed.currentState && pressed.changedSinceLastSync);
    assert_int_equal(pressed.lastChangeTime, SCENE_AT(2.5));
    sync_at(app, 3.1);
    sync_at(app, 3.5);
    assert_false(actions_boolean(&app->scene, app->click, LEFT).currentState);
    sync_at(app, 10.5);
    scene_expect_log(&app->scene, "playback ends at time=");
    end(app);
    scene_expect_log(&app->scene, "played ");
    assert_int_equal(scene_count_log(&app->scene, " 0 frames"), 0);
    assert_int_equal(scene_count_log(&app->scene, "never started"), 0);
}

/* What the app located before, for a time to come, is not when it syncs. */
APP_TEST(test_sync_is_now)
{
    create_headless(app);
    focus(app);
    scene_locate(&app->scene, app->scene.view, app->scene.local, SCENE_AT(0), NULL);
    scene_expect_log(&app->scene, "playback starts at time=5000000000 ");
    sync_at(app, 1.5);
    scene_locate(&app->scene, app->scene.view, app->scene.local, SCENE_AT(2.5), NULL);
    sync_at(app, 1.9);
    assert_false(actions_boolean(&app->scene, app->click, LEFT).currentState);
    sync_at(app, 2.1);
    assert_int_equal(actions_boolean(&app->scene, app->click, LEFT).lastChangeTime, SCENE_AT(2.1));
    end(app);
}

static void locate_at(struct app *app, double seconds)
{
    scene_locate(&app->scene, app->scene.view, app->scene.local, SCENE_AT(seconds), NULL);
}

/* Where an app looks ahead, nothing starts, and nothing ends; the recording has 10 s. */
APP_TEST(test_looking_ahead)
{
    create_headless(app);
    focus(app);
    locate_at(app, 0.21);
    locate_at(app, 50);
    assert_int_equal(scene_count_log(&app->scene, "playback starts"), 0);
    locate_at(app, 0.2);
    scene_expect_log(&app->scene, "playback starts at time=5200000000 ");
    locate_at(app, 50);
    fake.now = SCENE_AT(10.1);
    locate_at(app, 10.31);
    assert_int_equal(scene_count_log(&app->scene, "playback ends"), 0);
    locate_at(app, 10.3);
    scene_expect_log(&app->scene, "playback ends at time=");
    end(app);
}

/* A headless app that syncs first and waits for frames then is played by its frames. */
APP_TEST(test_frames_after_a_sync)
{
    create_headless(app);
    focus(app);
    sync_at(app, -1);
    sync_at(app, -0.95);
    scene_wait_frame(&app->scene, SCENE_START);
    sync_at(app, 77);
    scene_expect_log(&app->scene, "playback starts at time=5000000000 ");
    scene_expect_log(&app->scene, "playback starts");
    scene_wait_frame(&app->scene, SCENE_AT(2.5));
    sync_at(app, 78);
    assert_int_equal(actions_boolean(&app->scene, app->click, LEFT).lastChangeTime, SCENE_AT(2.5));
    end(app);
}

/* Without the focus, if that is what was asked for. */
TEST(test_syncs_without_focus)
{
    for (int frame = 0; frame < 2; frame++) {
        struct app app;
        scene_init(&app.scene, SCENE_ALL | SCENE_PINCHES);
        if (frame)
            setenv("UNDERSTUDY_START", "frame", 1);
        create_headless(&app);
        fake_fail("xrSyncActions", XR_SESSION_NOT_FOCUSED);
        fake.now = SCENE_AT(-0.1);
        actions_sync(&app.scene, app.set);
        fake.now = SCENE_START;
        actions_sync(&app.scene, app.set);
        assert_int_equal(scene_count_log(&app.scene, "playback starts at time=5000000000 "), frame);
        end(&app);
        scene_finish(&app.scene);
    }
}

/* The runtime cannot tell the time: its events do. */
TEST_OF(test_time_of_events, struct app, app, scene_init(&app->scene, SCENE_ALL | SCENE_PINCHES),
        scene_finish(&app->scene))
{
    static const char *const names[] = {"XR_MND_headless"};
    create(app, names, 1);
    assert_false(fake_enabled(TIMESPEC));
    assert_success(actions_sync(&app->scene, app->set));
    fake.state_time = SCENE_START;
    focus(app);
    assert_success(actions_sync(&app->scene, app->set));
    assert_int_equal(scene_count_log(&app->scene, "playback starts"), 0);
    while (scene_count_log(&app->scene, "playback starts") == 0)
        assert_success(actions_sync(&app->scene, app->set));
    end(app);
}

/* The app hears nothing of what the layer enabled for itself, and keeps what it enabled. */
TEST(test_hidden_extension)
{
    PFN_xrVoidFunction function;
    const char *const names[] = {"XR_MND_headless", TIMESPEC};
    struct app app;
    scene_init(&app.scene, SCENE_ALL);
    create_headless(&app);
    assert_int_equal(app.scene.get(app.scene.instance, "xrConvertTimespecTimeToTimeKHR", &function),
                     XR_ERROR_FUNCTION_UNSUPPORTED);
    end(&app);
    scene_finish(&app.scene);
    scene_init(&app.scene, SCENE_ALL);
    fake.also[0] = TIMESPEC;
    create(&app, names, 2);
    assert_int_equal(fake.name_count, 2);
    assert_success(app.scene.get(app.scene.instance, "xrConvertTimespecTimeToTimeKHR", &function));
    end(&app);
    scene_finish(&app.scene);
    /* Nothing is asked to play: nothing is enabled. */
    scene_init(&app.scene, SCENE_ALL);
    unsetenv("UNDERSTUDY_PLAY");
    fake.also[0] = TIMESPEC;
    create(&app, names, 1);
    assert_int_equal(fake.name_count, 1);
    end(&app);
    scene_finish(&app.scene);
}

/* What the log says at the end, once. */
static void check_said(struct app *app, const char *words)
{
    end(app);
    scene_expect_log(&app->scene, words);
    scene_expect_log(&app->scene, "playback never started: ");
    scene_finish(&app->scene);
}

TEST(test_never_started)
{
    struct app app;
    scene_init(&app.scene, SCENE_ALL);
    assert_success(scene_create(&app.scene, NULL, 0));
    check_said(&app, "playback never started: the app created no session");

    scene_init(&app.scene, SCENE_ALL);
    create(&app, NULL, 0);
    fake_push_state(app.scene.session, XR_SESSION_STATE_SYNCHRONIZED);
    scene_tell_state(&app.scene, XR_SESSION_STATE_STOPPING);
    scene_wait_frame(&app.scene, SCENE_START);
    check_said(&app,
               "the session's highest state was SYNCHRONIZED, and playback waits for FOCUSED: pass "
               "--start force-focus (UNDERSTUDY_FORCE_FOCUS=1) if the runtime never gives the "
               "focus, or --start frame");

    scene_init(&app.scene, SCENE_ALL);
    create(&app, NULL, 0);
    focus(&app);
    assert_success(app.scene.calls.xrDestroySession(app.scene.session));
    check_said(&app, "highest state was FOCUSED, and playback waits for a frame");

    scene_init(&app.scene, SCENE_ALL);
    setenv("UNDERSTUDY_START", "sync", 1);
    create(&app, NULL, 0);
    focus(&app);
    scene_wait_frame(&app.scene, SCENE_START);
    check_said(&app, "waits for the first xrSyncActions with focus: pass --start focus");

    scene_init(&app.scene, SCENE_ALL);
    create_headless(&app);
    focus(&app);
    check_said(&app, "waits for a call of xrWaitFrame, xrSyncActions or a locate function");

    scene_init(&app.scene, SCENE_ALL);
    assert_success(scene_create(&app.scene, NULL, 0));
    XrSessionCreateInfo info = {.type = XR_TYPE_SESSION_CREATE_INFO};
    assert_success(app.scene.calls.xrCreateSession(app.scene.instance, &info, &app.scene.session));
    check_said(&app, "the app has not called xrBeginSession");
}

/* One session of several is enough. */
TEST_OF(test_one_of_two_started, struct app, app, scene_init(&app->scene, SCENE_ALL),
        scene_finish(&app->scene))
{
    create(app, NULL, 0);
    assert_success(app->scene.calls.xrDestroySession(app->scene.session));
    scene_begin(&app->scene);
    scene_focus(&app->scene);
    end(app);
    assert_int_equal(scene_count_log(&app->scene, "never started"), 0);
}

static void count_warning(void *data, const char *message)
{
    (void)message;
    ++*(int *)data;
}

/* It is said while the app runs, once, five seconds after a session was created; not as a warning,
 * because event logs hold those, and two runs would differ. */
TEST_OF(test_reminder, struct app, app, scene_init(&app->scene, SCENE_ALL),
        scene_finish(&app->scene))
{
    const int64_t five_seconds_ns = 5000000000, before_ns = us_time_now_ns();
    create(app, NULL, 0);
    struct us_instance *instance = us_instance_find(app->scene.instance);
    const int64_t due_ns = atomic_load(&instance->not_started_due_ns);
    assert_true(due_ns >= before_ns + five_seconds_ns);
    assert_true(due_ns <= us_time_now_ns() + five_seconds_ns);
    int warnings = 0;
    instance->log.on_warning = count_warning;
    instance->log.on_warning_data = &warnings;
    scene_tell_state(&app->scene, XR_SESSION_STATE_VISIBLE);
    assert_int_equal(scene_count_log(&app->scene, "not started yet"), 0);
    atomic_store(&instance->not_started_due_ns, 1);
    scene_poll(&app->scene);
    scene_poll(&app->scene);
    scene_expect_log(&app->scene, "playback has not started yet: the session's state is VISIBLE, "
                                  "and playback waits for FOCUSED");
    scene_focus(&app->scene);
    atomic_store(&instance->not_started_due_ns, 1);
    scene_poll(&app->scene);
    scene_expect_log(&app->scene, "not started yet");
    assert_int_equal(warnings, 0);
    instance->log.on_warning = NULL;
    end(app);
}

TESTS_MAIN(test_syncs_alone, test_sync_is_now, test_looking_ahead, test_frames_after_a_sync,
           test_syncs_without_focus, test_time_of_events, test_hidden_extension, test_never_started,
           test_one_of_two_started, test_reminder)
