/* SPDX-License-Identifier: MIT */
/* Hazard: screenshots are lost though nobody is in a hurry, or an app with a real display waits for
 * them; a screenshot is taken twice, or a missing one is reported twice. The thread that writes
 * waits until the app waits for it. */
#include "shots_app.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* ---- the writer goes on when somebody sleeps ---- */

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t opened = PTHREAD_COND_INITIALIZER;
static bool is_closed;
static int sleeps;
static int frame_now, frame_at_sleep; /* the one of the first sleep */

static void set_closed(bool closed)
{
    pthread_mutex_lock(&mutex);
    is_closed = closed;
    pthread_cond_broadcast(&opened);
    pthread_mutex_unlock(&mutex);
}

int __real_nanosleep(const struct timespec *time, struct timespec *left);
int __wrap_nanosleep(const struct timespec *time, struct timespec *left);

int __wrap_nanosleep(const struct timespec *time, struct timespec *left)
{
    if (sleeps++ == 0)
        frame_at_sleep = frame_now;
    set_closed(false);
    return __real_nanosleep(time, left);
}

static void wait_until_open(void)
{
    pthread_mutex_lock(&mutex);
    while (is_closed)
        pthread_cond_wait(&opened, &mutex);
    pthread_mutex_unlock(&mutex);
}

enum { FRAMES = 70 };

/* More frames than there can be copies, each of which is wanted. */
static void take_many(struct shots_app *app, const char *clock)
{
    shots_begin(app, "every:0.001s", clock);
    fake_vulkan.on_wait = wait_until_open;
    shots_make_swapchain(app);
    sleeps = 0;
    set_closed(true);
    for (int i = 0; i < FRAMES; i++) {
        frame_now = i;
        shots_frame(app, i);
    }
}

/* With the frame clock each frame waits until the screenshots of the frame before are written: an
 * app that crashes in it has them, and few images wait in memory. */
TEST(test_frame_clock)
{
    struct shots_app app;
    take_many(&app, "frame:100");
    assert_true(sleeps > 0);
    assert_int_equal(frame_at_sleep, 1);
    set_closed(false);
    assert_int_equal(scene_count_log(&app.scene, "no screenshot"), 0);
    shots_end(&app, 2 * FRAMES);
}

/* An app with a real display does not: the frames that there is no room for are named. */
TEST(test_real_clock)
{
    struct shots_app app;
    take_many(&app, NULL);
    assert_int_equal(sleeps, 0);
    set_closed(false);
    assert_int_equal(scene_count_log(&app.scene, "earlier screenshots are still being written"),
                     2 * (FRAMES - 64));
    /* Each has the image of its own moment. */
    app.scene.calls.xrDestroySession(app.scene.session);
    for (int i = 0; i < 64; i++) {
        char name[64];
        snprintf(name, sizeof name, "frame-%06d-view-1.png", i);
        shots_check_screenshot(&app, name, i, (uint32_t)i % SHOTS_IMAGES, 1);
    }
    shots_end(&app, 2 * 64);
}

enum { QUADS = 300 };

/* One frame of more layers than the writer's queue holds. */
static void submit_quads(struct shots_app *app)
{
    static XrCompositionLayerQuad quads[QUADS];
    static const XrCompositionLayerBaseHeader *layers[QUADS];
    for (int i = 0; i < QUADS; i++) {
        quads[i] = (XrCompositionLayerQuad){.type = XR_TYPE_COMPOSITION_LAYER_QUAD,
                                            .space = app->scene.local,
                                            .pose = scene_identity,
                                            .subImage = {app->swapchain, {{1, 2}, {4, 2}}, 0}};
        layers[i] = (const XrCompositionLayerBaseHeader *)&quads[i];
    }
    assert_success(scene_submit(&app->scene, SCENE_AT(0), QUADS, layers));
}

TEST(test_many_layers)
{
    for (int is_frame_clock = 0; is_frame_clock < 2; is_frame_clock++) {
        struct shots_app app;
        shots_begin(&app, "frame:0", is_frame_clock ? "frame:100" : NULL);
        fake_vulkan.on_wait = wait_until_open;
        shots_make_swapchain(&app);
        sleeps = 0;
        set_closed(true);
        shots_wait_frame(&app, 0);
        shots_draw(&app, 0);
        submit_quads(&app);
        assert_int_equal(sleeps > 0, is_frame_clock);
        set_closed(false);
        int taken = is_frame_clock ? QUADS : 256;
        assert_int_equal(scene_count_log(&app.scene, "no screenshot"), QUADS - taken);
        shots_end(&app, taken);
    }
}

/* What playback did not reach is said when it ends, and not once more when the instance does. */
TEST(test_missing_once)
{
    struct shots_app app;
    shots_begin(&app, "frame:0,frame:90", NULL);
    shots_make_swapchain(&app);
    for (int i = 0; i < 3; i++) {
        shots_frame(&app, i);
    }
    shots_wait_frame(&app, 100000); /* long after the end of the recording */
    app.scene.calls.xrEndSession(app.scene.session);
    app.scene.calls.xrDestroySession(app.scene.session);
    scene_expect_log(&app.scene, "playback did not reach it");
    app.scene.calls.xrDestroyInstance(app.scene.instance);
    scene_expect_log(&app.scene, "playback did not reach it");
    shots_end(&app, 2);
}

/* The end of the instance ends its sessions: their screenshots are written before it says so. */
TEST(test_end_of_the_instance)
{
    struct shots_app app;
    shots_begin(&app, "frame:0,frame:1", NULL);
    shots_make_swapchain(&app);
    for (int i = 0; i < 2; i++) {
        shots_frame(&app, i);
    }
    app.scene.calls.xrDestroyInstance(app.scene.instance);
    scene_expect_log(&app.scene, "4 screenshots in");
    assert_int_equal(scene_count_log(&app.scene, "playback did not reach it"), 0);
    shots_end(&app, 4);
}

/* The end of the session waits for the writer: an app that crashes afterwards loses nothing. */
TEST(test_end_of_the_session)
{
    struct shots_app app;
    shots_begin(&app, "frame:0", NULL);
    fake_vulkan.on_wait = wait_until_open;
    shots_make_swapchain(&app);
    set_closed(true);
    shots_frame(&app, 0);
    assert_success(app.scene.calls.xrEndSession(app.scene.session));
    shots_check_screenshot(&app, "frame-000000-view-0.png", 0, app.image, 0);
    shots_check_screenshot(&app, "frame-000000-view-1.png", 0, app.image, 1);
    set_closed(false);
    shots_end(&app, 2);
}

TESTS_MAIN(test_frame_clock, test_real_clock, test_many_layers, test_missing_once,
           test_end_of_the_instance, test_end_of_the_session)
