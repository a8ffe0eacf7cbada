/* SPDX-License-Identifier: MIT */
/* Hazard: an app that is told of a new interaction profile and finds the old one, or is not told of
 * a new one (OpenXR 1.0, 11.4, "Current Interaction Profile"). */
#include "actions.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct app {
    struct scene scene;
    XrActionSet set;
    XrAction click, grip;
};

/* The runtime's own profile is the Index controller, for whom nothing is suggested unless a test
 * does. */
static void make(struct app *app, const char *channels, const char *end_mode)
{
    memset(app, 0, sizeof *app);
    scene_init(&app->scene, SCENE_ALL | SCENE_PINCHES);
    scene_set("UNDERSTUDY_CHANNELS", channels);
    scene_set("UNDERSTUDY_END", end_mode);
    scene_open(&app->scene, NULL, 0);
    app->set = actions_set(&app->scene, 0);
    app->click =
        actions_make(&app->scene, app->set, XR_ACTION_TYPE_BOOLEAN_INPUT, NULL, NULL, NULL);
    app->grip = actions_make(&app->scene, app->set, XR_ACTION_TYPE_POSE_INPUT, NULL, NULL, NULL);
    struct actions_binding hand[] = {{app->click, LEFT "/input/select/click"},
                                     {app->grip, LEFT "/input/grip/pose"}};
    assert_success(actions_suggest(&app->scene, SIMPLE, hand, 2));
    fake.live_profile = actions_path(&app->scene, INDEX);
}

static void attach(struct app *app)
{
    assert_success(actions_attach(&app->scene, &app->set, 1));
}

/* How many events there are once the runtime has said that its profile changed. */
static int poll_after_runtime(struct app *app)
{
    fake_push_profile(app->scene.session);
    return scene_poll(&app->scene);
}

/* The runtime has its profile at once; for the app there is none before the first sync. */
TEST_OF(test_early, struct app, app, make(app, NULL, NULL), scene_end(&app->scene))
{
    attach(app);
    assert_int_equal(poll_after_runtime(app), 0);
    assert_string_equal(actions_profile(&app->scene, LEFT), "");
    fake_fail("xrSyncActions", XR_SESSION_NOT_FOCUSED);
    assert_int_equal(actions_sync(&app->scene, app->set), XR_SESSION_NOT_FOCUSED);
    fake.fails = NULL;
    assert_int_equal(poll_after_runtime(app), 0);
    scene_focus(&app->scene);
    actions_frame(&app->scene, app->set, 0.1);
    /* Both have something to say, and the app is told once. */
    assert_int_equal(poll_after_runtime(app), 1);
    assert_string_equal(actions_profile(&app->scene, LEFT), SIMPLE);
    /* What the runtime's hand holds is nothing to the app. */
    fake.live_profile = XR_NULL_PATH;
    assert_int_equal(poll_after_runtime(app), 0);
    actions_frame(&app->scene, app->set, 0.2);
    assert_int_equal(poll_after_runtime(app), 0);
}

/* A gamepad is live beside the played hand: its profile is the runtime's, and so is its news. */
TEST_OF(test_live_gamepad, struct app, app, make(app, NULL, NULL), scene_end(&app->scene))
{
    assert_success(actions_suggest_one(&app->scene, XBOX, app->click, PAD "/input/a/click"));
    attach(app);
    fake.live_profile = XR_NULL_PATH;
    scene_focus(&app->scene);
    actions_frame(&app->scene, app->set, 0.1);
    assert_int_equal(scene_poll(&app->scene), 1);
    assert_string_equal(actions_profile(&app->scene, PAD), "");
    fake.live_profile = actions_path(&app->scene, XBOX);
    actions_frame(&app->scene, app->set, 0.2);
    assert_int_equal(poll_after_runtime(app), 1);
    assert_string_equal(actions_profile(&app->scene, PAD), XBOX);
    assert_string_equal(actions_profile(&app->scene, LEFT), SIMPLE);
    actions_frame(&app->scene, app->set, 0.3);
    assert_int_equal(poll_after_runtime(app), 0);
    fake.live_profile = XR_NULL_PATH;
    actions_frame(&app->scene, app->set, 0.4);
    assert_int_equal(poll_after_runtime(app), 1);
    assert_string_equal(actions_profile(&app->scene, PAD), "");
}

/* Poses are played and buttons are live: the app is told what the person holds. */
TEST_OF(test_live_buttons, struct app, app, make(app, "hands", NULL), scene_end(&app->scene))
{
    attach(app);
    assert_string_equal(actions_profile(&app->scene, LEFT), INDEX);
    scene_focus(&app->scene);
    actions_frame(&app->scene, app->set, 0.1);
    assert_int_equal(poll_after_runtime(app), 1);
    fake.live_profile = actions_path(&app->scene, XBOX);
    actions_frame(&app->scene, app->set, 0.2);
    assert_int_equal(poll_after_runtime(app), 1);
    assert_string_equal(actions_profile(&app->scene, LEFT), XBOX);
    fake.live_profile = XR_NULL_PATH;
    actions_frame(&app->scene, app->set, 0.3);
    assert_int_equal(poll_after_runtime(app), 1);
    assert_string_equal(actions_profile(&app->scene, LEFT), SIMPLE);
}

/* The input is given back: so is the profile, with an event if it is another one. */
TEST(test_released)
{
    for (int same = 0; same < 2; same++) {
        struct app app;
        make(&app, NULL, "release");
        attach(&app);
        fake.live_profile = actions_path(&app.scene, same ? SIMPLE : INDEX);
        scene_focus(&app.scene);
        actions_frame(&app.scene, app.set, 0.1);
        assert_int_equal(poll_after_runtime(&app), 1);
        assert_string_equal(actions_profile(&app.scene, LEFT), SIMPLE);
        actions_frame(&app.scene, app.set, 11);
        assert_int_equal(poll_after_runtime(&app), same ? 0 : 1);
        assert_string_equal(actions_profile(&app.scene, LEFT), same ? SIMPLE : INDEX);
        actions_frame(&app.scene, app.set, 12);
        assert_int_equal(poll_after_runtime(&app), 0);
        scene_end(&app.scene);
    }
}

/* Where no input is played, the runtime's events are the app's. */
TEST_OF(test_untouched, struct app, app, make(app, "head", NULL), scene_end(&app->scene))
{
    assert_int_equal(poll_after_runtime(app), 1);
    attach(app);
    assert_int_equal(poll_after_runtime(app), 1);
    scene_focus(&app->scene);
    actions_frame(&app->scene, app->set, 0.1);
    assert_int_equal(poll_after_runtime(app), 1);
    assert_string_equal(actions_profile(&app->scene, LEFT), INDEX);
}

/* A runtime that fails to say changes nothing. */
TEST_OF(test_failing_runtime, struct app, app, make(app, "hands", NULL), scene_end(&app->scene))
{
    attach(app);
    scene_focus(&app->scene);
    actions_frame(&app->scene, app->set, 0.1);
    assert_int_equal(scene_poll(&app->scene), 1);
    fake_fail("xrGetCurrentInteractionProfile", XR_ERROR_RUNTIME_FAILURE);
    actions_frame(&app->scene, app->set, 0.2);
    assert_int_equal(scene_poll(&app->scene), 0);
    fake.fails = NULL;
    actions_frame(&app->scene, app->set, 0.3);
    assert_int_equal(scene_poll(&app->scene), 0);
}

/* A session that has the focus, with its sets attached; the runtime of the fake takes them once. */
static XrSession begin_another(struct app *app)
{
    scene_begin(&app->scene);
    fake.attached = false;
    attach(app);
    scene_focus(&app->scene);
    return app->scene.session;
}

/* Each session is told once of what two syncs changed, in their order, as far as there is room. */
TEST(test_many_sessions)
{
    enum { ROOM = 8 };
    struct app app;
    XrSession sessions[ROOM + 2];
    make(&app, NULL, NULL);
    for (int i = 0; i < ROOM + 2; i++)
        sessions[i] = begin_another(&app);
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < ROOM + 2; i++) {
            app.scene.session = sessions[i];
            actions_frame(&app.scene, app.set, 0.1);
            assert_success(actions_sync(&app.scene, app.set));
        }
        for (int i = 0; round == 0 && i < ROOM; i++) {
            XrEventDataInteractionProfileChanged event = {.type = XR_TYPE_EVENT_DATA_BUFFER};
            XrEventDataBuffer buffer = {.type = XR_TYPE_EVENT_DATA_BUFFER};
            assert_success(app.scene.calls.xrPollEvent(app.scene.instance, &buffer));
            memcpy(&event, &buffer, sizeof event);
            assert_int_equal(event.type, XR_TYPE_EVENT_DATA_INTERACTION_PROFILE_CHANGED);
            assert_true(event.session == sessions[i]);
        }
        assert_int_equal(scene_poll(&app.scene), 0);
    }
    scene_end(&app.scene);
}

/* Another thread polls right before the layer takes its n-th lock. */
static struct scene *robbed;
static int locks_left, told_in_between;
int __real_pthread_mutex_lock(pthread_mutex_t *mutex);
int __wrap_pthread_mutex_lock(pthread_mutex_t *mutex);

int __wrap_pthread_mutex_lock(pthread_mutex_t *mutex)
{
    if (locks_left > 0 && --locks_left == 0) {
        XrEventDataBuffer event = {.type = XR_TYPE_EVENT_DATA_BUFFER};
        told_in_between = robbed->calls.xrPollEvent(robbed->instance, &event) == XR_SUCCESS;
    }
    return __real_pthread_mutex_lock(mutex);
}

/* Of two threads that poll one gets the event. */
TEST(test_two_polls_at_once)
{
    int between = 0;
    for (int lock = 1; lock <= 3; lock++) {
        struct app app;
        make(&app, NULL, NULL);
        attach(&app);
        scene_focus(&app.scene);
        actions_frame(&app.scene, app.set, 0.1);
        robbed = &app.scene;
        locks_left = lock;
        told_in_between = 0;
        int told = scene_poll(&app.scene);
        locks_left = 0;
        assert_int_equal(told + told_in_between, 1);
        between += told_in_between;
        scene_end(&app.scene);
    }
    assert_true(between > 0);
}

TESTS_MAIN(test_many_sessions, test_two_polls_at_once, test_early, test_live_gamepad,
           test_live_buttons, test_released, test_untouched, test_failing_runtime)
