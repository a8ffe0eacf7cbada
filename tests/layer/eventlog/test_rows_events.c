/* SPDX-License-Identifier: MIT */
/* Hazard: the layer's own event before the runtime's, for a session that is gone or not running, or
 * with what an earlier event left in the buffer. */
#include "actions.h"

#include <string.h>

struct app {
    struct scene scene;
    XrActionSet set;
};

/* Up to the sync after which the interaction profile is another one. */
static void make(struct app *app)
{
    memset(app, 0, sizeof *app);
    scene_play(&app->scene, SCENE_ALL);
    app->set = actions_set(&app->scene, 0);
    XrAction click =
        actions_make(&app->scene, app->set, XR_ACTION_TYPE_BOOLEAN_INPUT, NULL, NULL, NULL);
    actions_bind_one(&app->scene, app->set, SIMPLE, click, LEFT "/input/select/click");
    assert_int_equal(scene_poll(&app->scene), 0);
    actions_frame(&app->scene, app->set, 1.0);
}

#define APP_TEST(name) TEST_OF(name, struct app, app, make(app), scene_end(&app->scene))

APP_TEST(test_order)
{
    fake_push_state(app->scene.session, XR_SESSION_STATE_FOCUSED);
    fake_push_state(app->scene.session, XR_SESSION_STATE_FOCUSED);
    const XrStructureType order[] = {XR_TYPE_EVENT_DATA_SESSION_STATE_CHANGED,
                                     XR_TYPE_EVENT_DATA_SESSION_STATE_CHANGED,
                                     XR_TYPE_EVENT_DATA_INTERACTION_PROFILE_CHANGED};
    for (int i = 0; i < 3; i++) {
        XrEventDataBuffer event;
        memset(&event, 0x5a, sizeof event);
        event.type = XR_TYPE_EVENT_DATA_BUFFER;
        event.next = NULL;
        assert_success(app->scene.calls.xrPollEvent(app->scene.instance, &event));
        assert_int_equal(event.type, order[i]);
        assert_null(event.next);
        const XrEventDataInteractionProfileChanged *changed = (const void *)&event;
        if (i == 2)
            assert_ptr_equal(changed->session, app->scene.session);
    }
    XrEventDataBuffer none = {.type = XR_TYPE_EVENT_DATA_BUFFER};
    assert_int_equal(app->scene.calls.xrPollEvent(app->scene.instance, &none),
                     XR_EVENT_UNAVAILABLE);
}

APP_TEST(test_failure)
{
    fake_fail("xrPollEvent", XR_ERROR_INSTANCE_LOST);
    XrEventDataBuffer event = {.type = XR_TYPE_EVENT_DATA_BUFFER};
    assert_int_equal(app->scene.calls.xrPollEvent(app->scene.instance, &event),
                     XR_ERROR_INSTANCE_LOST);
    assert_int_equal(event.type, XR_TYPE_EVENT_DATA_BUFFER);
    fake.fails = NULL;
    assert_int_equal(scene_poll(&app->scene), 1);
}

APP_TEST(test_gone)
{
    assert_success(app->scene.calls.xrDestroySession(app->scene.session));
    assert_int_equal(scene_poll(&app->scene), 0);
}

APP_TEST(test_not_running)
{
    assert_success(app->scene.calls.xrEndSession(app->scene.session));
    assert_int_equal(scene_poll(&app->scene), 0);
}

TESTS_MAIN(test_order, test_failure, test_gone, test_not_running)
