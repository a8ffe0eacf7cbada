/* SPDX-License-Identifier: MIT */
/* Hazard: a button that is not what the recorded hand did: the live controller's, one of another
 * set, or with an edge that nobody made (OpenXR 1.0, 11.6). */
#include "actions.h"

#include <stdlib.h>
#include <string.h>

/* A set with select on both hands of the simple controller. */
struct app {
    struct scene scene;
    XrActionSet set;
    XrAction select;
};

static void press_live(void)
{
    fake.live_hand = (struct fake_live){true, true, true, 0.9f, 77};
}

/* With a setting, where `name` is not NULL. */
static void make_with(struct app *app, XrActionType type, unsigned parts, const char *name,
                      const char *value)
{
    memset(app, 0, sizeof *app);
    scene_init(&app->scene, parts);
    if (name != NULL)
        setenv(name, value, 1);
    scene_play(&app->scene, parts);
    press_live();
    app->set = actions_set(&app->scene, 0);
    app->select = actions_make(&app->scene, app->set, type, LEFT, RIGHT, NULL);
}

static void make(struct app *app, XrActionType type, unsigned parts)
{
    make_with(app, type, parts, NULL, NULL);
}

static void start(struct app *app)
{
    struct actions_binding bindings[] = {{app->select, LEFT "/input/select/click"},
                                         {app->select, RIGHT "/input/select/click"}};
    actions_bind(&app->scene, app->set, SIMPLE, bindings, 2);
}

static void check(XrActionStateBoolean state, bool on, bool changed, XrTime since)
{
    assert_int_equal(state.type, XR_TYPE_ACTION_STATE_BOOLEAN);
    assert_true(state.isActive);
    assert_int_equal(state.currentState, on);
    assert_int_equal(state.changedSinceLastSync, changed);
    assert_int_equal(state.lastChangeTime, since);
}

static void check_inactive(XrActionStateBoolean state)
{
    assert_false(state.isActive);
    assert_false(state.currentState);
    assert_false(state.changedSinceLastSync);
    assert_int_equal(state.lastChangeTime, 0);
}

#define APP_TEST(name)                                                                             \
    TEST_OF(name, struct app, app,                                                                 \
            make(app, XR_ACTION_TYPE_BOOLEAN_INPUT, SCENE_ALL | SCENE_PINCHES),                    \
            scene_end(&app->scene))

APP_TEST(test_edges)
{
    start(app);
    struct scene *scene = &app->scene;
    check_inactive(actions_boolean(scene, app->select, LEFT));
    actions_frame(scene, app->set, 1.9);
    check(actions_boolean(scene, app->select, LEFT), false, false, SCENE_AT(1.9));
    actions_frame(scene, app->set, 1.95);
    check(actions_boolean(scene, app->select, LEFT), false, false, SCENE_AT(1.9));
    actions_frame(scene, app->set, 2.05);
    check(actions_boolean(scene, app->select, LEFT), true, true, SCENE_AT(2.05));
    /* The same frame again: nothing has changed since. */
    assert_success(actions_sync(scene, app->set));
    check(actions_boolean(scene, app->select, LEFT), true, false, SCENE_AT(2.05));
    actions_frame(scene, app->set, 2.9);
    check(actions_boolean(scene, app->select, LEFT), true, false, SCENE_AT(2.05));
    actions_frame(scene, app->set, 3.1);
    check(actions_boolean(scene, app->select, LEFT), true, false, SCENE_AT(2.05));
    actions_frame(scene, app->set, 3.2);
    check(actions_boolean(scene, app->select, LEFT), false, true, SCENE_AT(3.2));
}

/* A pinch of 10 ms between two syncs is seen once, as a press and a release. */
APP_TEST(test_short_pinch)
{
    start(app);
    actions_frame(&app->scene, app->set, 4.9);
    check(actions_boolean(&app->scene, app->select, LEFT), false, false, SCENE_AT(4.9));
    actions_frame(&app->scene, app->set, 5.1);
    check(actions_boolean(&app->scene, app->select, LEFT), true, true, SCENE_AT(5.1));
    assert_success(actions_sync(&app->scene, app->set));
    check(actions_boolean(&app->scene, app->select, LEFT), true, false, SCENE_AT(5.1));
    actions_frame(&app->scene, app->set, 5.2);
    check(actions_boolean(&app->scene, app->select, LEFT), false, true, SCENE_AT(5.2));
}

/* The recording ends in a pinch and begins without one: over the seam nothing is pressed that is
 * not pressed there. */
TEST_OF(test_loop, struct app, app,
        make_with(app, XR_ACTION_TYPE_BOOLEAN_INPUT, SCENE_ALL | SCENE_PINCHES, "UNDERSTUDY_END",
                  "loop"),
        scene_end(&app->scene))
{
    start(app);
    actions_frame(&app->scene, app->set, 9.85);
    check(actions_boolean(&app->scene, app->select, LEFT), false, false, SCENE_AT(9.85));
    actions_frame(&app->scene, app->set, 10.05);
    check(actions_boolean(&app->scene, app->select, LEFT), false, false, SCENE_AT(9.85));
    /* From 1.5 s to the same place of the next pass: the pinch in between is of no pass that was
     * seen whole. */
    actions_frame(&app->scene, app->set, 11.5);
    check(actions_boolean(&app->scene, app->select, LEFT), false, false, SCENE_AT(9.85));
    actions_frame(&app->scene, app->set, 21.6);
    check(actions_boolean(&app->scene, app->select, LEFT), false, false, SCENE_AT(9.85));
    /* What is different on the two sides of a seam is different. */
    actions_frame(&app->scene, app->set, 29.95);
    check(actions_boolean(&app->scene, app->select, LEFT), true, true, SCENE_AT(29.95));
    actions_frame(&app->scene, app->set, 30.05);
    check(actions_boolean(&app->scene, app->select, LEFT), false, true, SCENE_AT(30.05));
}

/* The right hand is gone after 4 s. */
APP_TEST(test_untracked)
{
    start(app);
    actions_frame(&app->scene, app->set, 3.9);
    check(actions_boolean(&app->scene, app->select, RIGHT), false, false, SCENE_AT(3.9));
    actions_frame(&app->scene, app->set, 4.1);
    check_inactive(actions_boolean(&app->scene, app->select, RIGHT));
    check(actions_boolean(&app->scene, app->select, NULL), false, false, SCENE_AT(3.9));
}

APP_TEST(test_focus)
{
    start(app);
    actions_frame(&app->scene, app->set, 2.5);
    check(actions_boolean(&app->scene, app->select, LEFT), true, false, SCENE_AT(2.5));
    fake_fail("xrSyncActions", XR_SESSION_NOT_FOCUSED);
    assert_int_equal(actions_sync(&app->scene, app->set), XR_SESSION_NOT_FOCUSED);
    check_inactive(actions_boolean(&app->scene, app->select, LEFT));
    check_inactive(actions_boolean(&app->scene, app->select, NULL));
    /* What was pinched while nobody looked is not pressed. */
    fake.fails = NULL;
    actions_frame(&app->scene, app->set, 4.0);
    check(actions_boolean(&app->scene, app->select, LEFT), false, false, SCENE_AT(4.0));
    fake_fail("xrSyncActions", XR_ERROR_SESSION_LOST);
    assert_int_equal(actions_sync(&app->scene, app->set), XR_ERROR_SESSION_LOST);
    check(actions_boolean(&app->scene, app->select, LEFT), false, false, SCENE_AT(4.0));
    fake.fails = "xrGetActionStateBoolean";
    XrActionStateGetInfo info = {.type = XR_TYPE_ACTION_STATE_GET_INFO, .action = app->select};
    XrActionStateBoolean got = {.type = XR_TYPE_ACTION_STATE_BOOLEAN};
    assert_int_equal(app->scene.calls.xrGetActionStateBoolean(app->scene.session, &info, &got),
                     XR_ERROR_SESSION_LOST);
}

/* Both hands at once: one of them is enough, and who has it does not matter. */
APP_TEST(test_together)
{
    start(app);
    actions_frame(&app->scene, app->set, 1.5);
    check(actions_boolean(&app->scene, app->select, LEFT), false, false, SCENE_AT(1.5));
    check(actions_boolean(&app->scene, app->select, RIGHT), true, false, SCENE_AT(1.5));
    check(actions_boolean(&app->scene, app->select, NULL), true, false, SCENE_AT(1.5));
    actions_frame(&app->scene, app->set, 2.1);
    actions_frame(&app->scene, app->set, 2.5);
    check(actions_boolean(&app->scene, app->select, LEFT), true, false, SCENE_AT(2.1));
    check(actions_boolean(&app->scene, app->select, RIGHT), false, true, SCENE_AT(2.5));
    check(actions_boolean(&app->scene, app->select, NULL), true, false, SCENE_AT(1.5));
}

APP_TEST(test_active_sets)
{
    start(app);
    struct scene *scene = &app->scene;
    actions_frame(scene, app->set, 2.5);
    assert_success(actions_sync(scene, XR_NULL_HANDLE));
    check_inactive(actions_boolean(scene, app->select, LEFT));
    assert_success(actions_sync(scene, app->set));
    check(actions_boolean(scene, app->select, LEFT), true, false, SCENE_AT(2.5));
    XrActiveActionSet right = {app->set, actions_path(scene, RIGHT)};
    assert_success(actions_sync_many(scene, &right, 1, NULL));
    check_inactive(actions_boolean(scene, app->select, LEFT));
    check(actions_boolean(scene, app->select, RIGHT), false, false, SCENE_AT(2.5));
    check(actions_boolean(scene, app->select, NULL), false, true, SCENE_AT(2.5));
}

/* Two sets on one trigger, as a value and as a click: the higher one takes it whole. */
SCENE_TEST(test_priorities, SCENE_ALL | SCENE_PINCHES)
{
    const char *names[] = {"XR_EXT_active_action_set_priority"};
    fake.also[0] = names[0];
    scene_start(scene, names, 1);
    XrActionSet sets[] = {actions_set(scene, 1), actions_set(scene, 2), actions_set(scene, 2)};
    XrAction low = actions_make(scene, sets[0], XR_ACTION_TYPE_BOOLEAN_INPUT, NULL, NULL, NULL);
    XrAction other = actions_make(scene, sets[0], XR_ACTION_TYPE_BOOLEAN_INPUT, NULL, NULL, NULL);
    XrAction high = actions_make(scene, sets[1], XR_ACTION_TYPE_FLOAT_INPUT, NULL, NULL, NULL);
    XrAction equal = actions_make(scene, sets[2], XR_ACTION_TYPE_BOOLEAN_INPUT, NULL, NULL, NULL);
    struct actions_binding bindings[] = {{low, LEFT "/input/trigger/click"},
                                         {other, RIGHT "/input/trigger/click"},
                                         {high, LEFT "/input/trigger/value"},
                                         {equal, LEFT "/input/trigger/click"}};
    assert_success(actions_suggest(scene, INDEX, bindings, 4));
    assert_success(actions_attach(scene, sets, 3));
    XrActiveActionSet active[] = {{sets[0], 0}, {sets[1], 0}, {sets[2], 0}};
    scene_wait_frame(scene, SCENE_AT(2.5));
    assert_success(actions_sync_many(scene, active, 3, NULL));
    check_inactive(actions_boolean(scene, low, NULL));
    assert_true(actions_boolean(scene, other, NULL).isActive);
    assert_true(actions_float(scene, high, NULL).currentState == 1.0f);
    assert_true(actions_boolean(scene, equal, NULL).currentState);
    assert_success(actions_sync_many(scene, active, 1, NULL));
    assert_true(actions_boolean(scene, low, NULL).currentState);
    /* For one sync the first set is above the others. */
    const XrActiveActionSetPriorityEXT priority[] = {{sets[0], 3}, {sets[1], 9}};
    XrActiveActionSetPrioritiesEXT priorities = {.type = XR_TYPE_ACTIVE_ACTION_SET_PRIORITIES_EXT,
                                                 .actionSetPriorityCount = 1,
                                                 .actionSetPriorities = priority};
    assert_success(actions_sync_many(scene, active, 3, &priorities));
    assert_true(actions_boolean(scene, low, NULL).currentState);
    assert_false(actions_float(scene, high, NULL).isActive);
    assert_success(actions_sync_many(scene, active, 3, NULL));
    check_inactive(actions_boolean(scene, low, NULL));
}

/* 0 or 1, nothing between them. */
PLAYED_TEST(test_a_click_read_as_a_number, SCENE_ALL | SCENE_PINCHES)
{
    XrActionSet set = actions_set(scene, 0);
    XrAction number = actions_make(scene, set, XR_ACTION_TYPE_FLOAT_INPUT, NULL, NULL, NULL);
    struct actions_binding bindings[] = {{number, LEFT "/input/select/click"}};
    actions_bind(scene, set, SIMPLE, bindings, 1);
    actions_frame(scene, set, 1.5);
    assert_true(actions_float(scene, number, NULL).isActive);
    assert_true(actions_float(scene, number, NULL).currentState == 0.0f);
    actions_frame(scene, set, 2.5);
    assert_true(actions_float(scene, number, NULL).currentState == 1.0f);
}

/* A number read as a click, a parent path, and what a pinch leaves at rest. */
PLAYED_TEST(test_conversions, SCENE_ALL | SCENE_PINCHES)
{
    press_live();
    XrActionSet set = actions_set(scene, 0);
    XrAction number = actions_make(scene, set, XR_ACTION_TYPE_FLOAT_INPUT, NULL, NULL, NULL);
    XrAction truth = actions_make(scene, set, XR_ACTION_TYPE_BOOLEAN_INPUT, NULL, NULL, NULL);
    XrAction parent = actions_make(scene, set, XR_ACTION_TYPE_FLOAT_INPUT, NULL, NULL, NULL);
    XrAction stick = actions_make(scene, set, XR_ACTION_TYPE_VECTOR2F_INPUT, NULL, NULL, NULL);
    XrAction menu = actions_make(scene, set, XR_ACTION_TYPE_BOOLEAN_INPUT, NULL, NULL, NULL);
    XrAction wrong = actions_make(scene, set, XR_ACTION_TYPE_VECTOR2F_INPUT, NULL, NULL, NULL);
    struct actions_binding bindings[] = {
        {number, LEFT "/input/trigger/value"}, {truth, LEFT "/input/trigger/value"},
        {parent, LEFT "/input/trigger"},       {stick, LEFT "/input/thumbstick"},
        {menu, LEFT "/input/menu/click"},      {wrong, LEFT "/input/trigger"}};
    actions_bind(scene, set, TOUCH, bindings, 6);
    actions_frame(scene, set, 1.5);
    float open = actions_float(scene, number, NULL).currentState;
    assert_true(open >= 0.0f && open <= 0.4f);
    assert_true(actions_float(scene, parent, NULL).currentState == open);
    check(actions_boolean(scene, truth, NULL), false, false, SCENE_AT(1.5));
    actions_frame(scene, set, 2.5);
    XrActionStateFloat pressed = actions_float(scene, number, NULL);
    assert_true(pressed.isActive && pressed.currentState == 1.0f && pressed.changedSinceLastSync);
    assert_int_equal(pressed.lastChangeTime, SCENE_AT(2.5));
    check(actions_boolean(scene, truth, NULL), true, true, SCENE_AT(2.5));
    check(actions_boolean(scene, menu, NULL), false, false, SCENE_AT(1.5));
    XrActionStateVector2f rest = actions_vector(scene, stick, NULL);
    assert_true(rest.isActive && rest.currentState.x == 0.0f && rest.currentState.y == 0.0f);
    assert_int_equal(rest.lastChangeTime, SCENE_AT(1.5));
    assert_false(actions_vector(scene, wrong, NULL).isActive);
}

/* A gamepad stays live beside hands that are played. */
APP_TEST(test_live_beside_played)
{
    struct scene *scene = &app->scene;
    XrAction apart = actions_make(scene, app->set, XR_ACTION_TYPE_BOOLEAN_INPUT, LEFT, PAD, NULL);
    XrAction mixed = actions_make(scene, app->set, XR_ACTION_TYPE_BOOLEAN_INPUT, NULL, NULL, NULL);
    XrAction alone = actions_make(scene, app->set, XR_ACTION_TYPE_FLOAT_INPUT, NULL, NULL, NULL);
    struct actions_binding hands[] = {{app->select, LEFT "/input/select/click"},
                                      {apart, LEFT "/input/select/click"},
                                      {mixed, LEFT "/input/select/click"}};
    struct actions_binding pad[] = {{apart, PAD "/input/a/click"},
                                    {mixed, PAD "/input/a/click"},
                                    {alone, PAD "/input/trigger_left/value"}};
    assert_success(actions_suggest(scene, SIMPLE, hands, 3));
    actions_bind(scene, app->set, XBOX, pad, 3);
    fake.live_pad = (struct fake_live){true, false, false, 0.25f, 66};
    actions_frame(scene, app->set, 1.5);
    /* The live hand presses; the gamepad and the recorded hand do not. */
    check(actions_boolean(scene, app->select, LEFT), false, false, SCENE_AT(1.5));
    check(actions_boolean(scene, apart, LEFT), false, false, SCENE_AT(1.5));
    check(actions_boolean(scene, apart, PAD), false, false, 66);
    assert_false(actions_boolean(scene, apart, NULL).currentState);
    fake.live_hand.active = false;
    assert_false(actions_boolean(scene, mixed, NULL).currentState);
    fake.live_pad.truth = fake.live_pad.changed = true;
    check(actions_boolean(scene, mixed, NULL), true, true, SCENE_AT(1.5));
    check(actions_boolean(scene, apart, NULL), true, true, SCENE_AT(1.5));
    assert_true(actions_float(scene, alone, NULL).currentState == 0.25f);
    actions_frame(scene, app->set, 2.5);
    fake.live_pad.truth = false;
    check(actions_boolean(scene, apart, NULL), true, false, SCENE_AT(2.5));
}

/* Numbers and vectors of a hand that does nothing, beside those of a live gamepad: the larger
 * counts, and each struct is of its own type. */
APP_TEST(test_live_numbers_beside_played)
{
    struct scene *scene = &app->scene;
    XrAction number = actions_make(scene, app->set, XR_ACTION_TYPE_FLOAT_INPUT, LEFT, PAD, NULL);
    XrAction place = actions_make(scene, app->set, XR_ACTION_TYPE_VECTOR2F_INPUT, LEFT, PAD, NULL);
    struct actions_binding hands[] = {{number, LEFT "/input/trigger/value"},
                                      {place, LEFT "/input/thumbstick"}};
    struct actions_binding pad[] = {{number, PAD "/input/trigger_left/value"},
                                    {place, PAD "/input/thumbstick_left"}};
    assert_success(actions_suggest(scene, TOUCH, hands, 2));
    actions_bind(scene, app->set, XBOX, pad, 2);
    fake.live_pad = (struct fake_live){true, true, false, 0.5f, 66};
    fake.live_hand = (struct fake_live){true, true, true, 0.75f, 77};
    actions_frame(scene, app->set, 1.5);
    assert_true(actions_float(scene, number, LEFT).currentState < 0.5f);
    assert_true(actions_float(scene, number, NULL).currentState == 0.5f);
    assert_true(actions_float(scene, number, PAD).currentState == 0.5f);
    XrVector2f all = actions_vector(scene, place, NULL).currentState,
               hand = actions_vector(scene, place, LEFT).currentState;
    assert_true(all.x == 0.5f && all.y == -0.5f);
    assert_true(hand.x == 0.0f && hand.y == 0.0f);
    assert_true(actions_vector(scene, place, NULL).isActive);
    /* The left hand pinches fully. */
    actions_frame(scene, app->set, 2.5);
    assert_true(actions_float(scene, number, NULL).currentState == 1.0f);
}

/* When input is live again a value changed if it is not what was played, whatever the runtime says
 * of it; what was not active, or is not, is as the runtime says (OpenXR 1.0, 11.6). */
TEST(test_hand_over)
{
    static const struct {
        struct fake_live live;
        bool left_changed, number_changed;
    } rows[] = {{{.active = true, .truth = true, .changed = true, .number = 1.0f}, false, false},
                {{.active = true, .number = 0.5f}, true, true},
                {{.active = true, .truth = true, .number = 0.5f}, false, true},
                {{.active = true, .changed = true, .number = 1.0f}, true, false}};
    for (size_t i = 0; i <= sizeof rows / sizeof rows[0]; i++) {
        struct app app = {0};
        struct scene *scene = &app.scene;
        const bool is_gone = i == sizeof rows / sizeof rows[0];
        scene_init(scene, SCENE_ALL | SCENE_PINCHES);
        setenv("UNDERSTUDY_END", "release", 1);
        scene_play(scene, 0);
        fake.live_hand = is_gone ? (struct fake_live){0} : rows[i].live;
        fake.live_hand.since = is_gone ? 0 : 77;
        app.set = actions_set(scene, 0);
        app.select = actions_make(scene, app.set, XR_ACTION_TYPE_BOOLEAN_INPUT, LEFT, RIGHT, NULL);
        XrAction number =
            actions_make(scene, app.set, XR_ACTION_TYPE_FLOAT_INPUT, LEFT, NULL, NULL);
        const struct actions_binding bindings[] = {{app.select, LEFT "/input/select/click"},
                                                   {app.select, RIGHT "/input/select/click"},
                                                   {number, LEFT "/input/select/click"}};
        actions_bind(scene, app.set, SIMPLE, bindings, 3);
        actions_frame(scene, app.set, 9.92); /* the left hand pinches; the right one is gone */
        check(actions_boolean(scene, app.select, LEFT), true, false, SCENE_AT(9.92));
        check_inactive(actions_boolean(scene, app.select, RIGHT));
        actions_frame(scene, app.set, 10.01);
        if (is_gone) {
            check_inactive(actions_boolean(scene, app.select, LEFT));
            scene_end(scene);
            continue;
        }
        const struct fake_live live = rows[i].live;
        check(actions_boolean(scene, app.select, LEFT), live.truth, rows[i].left_changed,
              SCENE_AT(rows[i].left_changed ? 10.01 : 9.92));
        check(actions_boolean(scene, app.select, RIGHT), live.truth, live.changed, 77);
        const XrActionStateFloat told = actions_float(scene, number, LEFT);
        assert_true(told.isActive && told.currentState == live.number);
        assert_int_equal(told.changedSinceLastSync, rows[i].number_changed);
        assert_int_equal(told.lastChangeTime, SCENE_AT(rows[i].number_changed ? 10.01 : 9.92));
        actions_frame(scene, app.set, 10.02);
        check(actions_boolean(scene, app.select, LEFT), live.truth, live.changed, 77);
        scene_end(scene);
    }
}

/* Without the pinch's channel buttons are the live controller's, and poses are not. */
TEST_OF(test_channel, struct app, app,
        make_with(app, XR_ACTION_TYPE_BOOLEAN_INPUT, SCENE_ALL | SCENE_PINCHES,
                  "UNDERSTUDY_CHANNELS", "head,hands"),
        scene_end(&app->scene))
{
    XrAction grip =
        actions_make(&app->scene, app->set, XR_ACTION_TYPE_POSE_INPUT, RIGHT, NULL, NULL);
    struct actions_binding bindings[] = {{app->select, LEFT "/input/select/click"},
                                         {grip, RIGHT "/input/grip/pose"}};
    actions_bind(&app->scene, app->set, SIMPLE, bindings, 2);
    actions_frame(&app->scene, app->set, 1.5);
    check(actions_boolean(&app->scene, app->select, LEFT), true, true, 77);
    assert_true(actions_pose(&app->scene, grip, RIGHT));
    actions_frame(&app->scene, app->set, 4.5);
    assert_false(actions_pose(&app->scene, grip, RIGHT));
    assert_string_equal(actions_profile(&app->scene, LEFT), SIMPLE);
    fake.live_profile = actions_path(&app->scene, TOUCH);
    assert_string_equal(actions_profile(&app->scene, LEFT), TOUCH);
    unsetenv("UNDERSTUDY_CHANNELS");
}

/* A recording of a head alone leaves all input as it is. */
TEST_OF(test_head_alone, struct app, app, make(app, XR_ACTION_TYPE_BOOLEAN_INPUT, SCENE_HEAD),
        scene_end(&app->scene))
{
    start(app);
    fake.live_profile = actions_path(&app->scene, TOUCH);
    actions_frame(&app->scene, app->set, 1.5);
    check(actions_boolean(&app->scene, app->select, LEFT), true, true, 77);
    check(actions_boolean(&app->scene, app->select, NULL), true, true, 77);
    assert_string_equal(actions_profile(&app->scene, LEFT), TOUCH);
    assert_int_equal(scene_poll(&app->scene), 0);
}

/* The layer forgets an action that the runtime has destroyed, and no other. */
APP_TEST(test_destroyed)
{
    start(app);
    actions_frame(&app->scene, app->set, 2.5);
    fake_fail("xrDestroyAction", XR_ERROR_RUNTIME_FAILURE);
    assert_int_equal(app->scene.calls.xrDestroyAction(app->select), XR_ERROR_RUNTIME_FAILURE);
    check(actions_boolean(&app->scene, app->select, LEFT), true, false, SCENE_AT(2.5));
    fake.fails = NULL;
    assert_success(app->scene.calls.xrDestroyAction(app->select));
    check(actions_boolean(&app->scene, app->select, LEFT), true, true, 77);
}

TESTS_MAIN(test_edges, test_short_pinch, test_loop, test_untracked, test_focus, test_together,
           test_active_sets, test_priorities, test_a_click_read_as_a_number, test_conversions,
           test_live_beside_played, test_live_numbers_beside_played, test_hand_over, test_channel,
           test_head_alone, test_destroyed)
