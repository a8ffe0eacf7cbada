/* SPDX-License-Identifier: MIT */
/* Hazard: an app that suggests what the runtime does not know, or asks about its bindings and gets
 * an answer that does not fit what its actions do (OpenXR 1.0, 11.4). */
#include "actions.h"

#include <string.h>

struct app {
    struct scene scene;
    XrActionSet set;
    XrAction click, grip;
};

static void make(struct app *app, const char *const *names, uint32_t count)
{
    memset(app, 0, sizeof *app);
    scene_init(&app->scene, SCENE_ALL | SCENE_PINCHES);
    for (uint32_t i = 0; i < count; i++)
        fake.also[i] = names[i];
    scene_start(&app->scene, names, count);
    app->set = actions_set(&app->scene, 0);
    app->click =
        actions_make(&app->scene, app->set, XR_ACTION_TYPE_BOOLEAN_INPUT, LEFT, RIGHT, NULL);
    app->grip = actions_make(&app->scene, app->set, XR_ACTION_TYPE_POSE_INPUT, LEFT, RIGHT, NULL);
}

#define APP_TEST(name) TEST_OF(name, struct app, app, make(app, NULL, 0), scene_end(&app->scene))

/* A core profile that the runtime does not know is answered all the same, and one of an extension
 * that the app did not enable is not. */
APP_TEST(test_unknown_profile)
{
    fake.unknown[0] = "valve";
    fake.unknown[1] = "hand_interaction_ext";
    assert_int_equal(
        actions_suggest_one(&app->scene, HANDS, app->click, LEFT "/input/pinch_ext/value"),
        XR_ERROR_PATH_UNSUPPORTED);
    assert_int_equal(
        actions_suggest_one(&app->scene, INDEX, app->click, LEFT "/input/select/click"),
        XR_ERROR_PATH_UNSUPPORTED);
    assert_int_equal(actions_suggest_one(&app->scene, INDEX, app->click, PAD "/input/a/click"),
                     XR_ERROR_PATH_UNSUPPORTED);
    assert_int_equal(actions_suggest_one(&app->scene, INDEX, US_XR_HANDLE(XrAction, 4711),
                                         LEFT "/input/trigger/click"),
                     XR_ERROR_HANDLE_INVALID);
    assert_success(
        actions_suggest_one(&app->scene, INDEX, app->click, LEFT "/input/trigger/click"));
    assert_int_equal(fake.suggested_count, 0);
    assert_success(actions_attach(&app->scene, &app->set, 1));
    actions_frame(&app->scene, app->set, 2.5);
    assert_true(actions_boolean(&app->scene, app->click, LEFT).currentState);
    assert_string_equal(actions_profile(&app->scene, LEFT), INDEX);
    assert_int_equal(
        actions_suggest_one(&app->scene, INDEX, app->click, LEFT "/input/trigger/click"),
        XR_ERROR_ACTIONSETS_ALREADY_ATTACHED);
}

/* What the runtime knows of a suggestion goes down, what it does not is left out. */
TEST(test_partly_known)
{
    struct app app;
    const char *names[] = {"XR_EXT_palm_pose"};
    make(&app, names, 1);
    fake.unknown[0] = "palm_ext";
    struct actions_binding bindings[] = {{app.grip, LEFT "/input/palm_ext/pose"},
                                         {app.click, LEFT "/input/select/click"},
                                         {app.grip, RIGHT "/input/grip/pose"}};
    assert_success(actions_suggest(&app.scene, SIMPLE, bindings, 3));
    assert_int_equal(fake.suggested_count, 2);
    assert_int_equal(fake.suggested[0], actions_path(&app.scene, LEFT "/input/select/click"));
    assert_int_equal(fake.suggested[1], actions_path(&app.scene, RIGHT "/input/grip/pose"));
    assert_success(actions_attach(&app.scene, &app.set, 1));
    actions_frame(&app.scene, app.set, 2.5);
    assert_true(actions_pose(&app.scene, app.grip, LEFT));
    assert_true(actions_pose(&app.scene, app.grip, RIGHT));
    scene_end(&app.scene);
}

/* The last suggestion for a profile is the one that counts; a failed one leaves the one before. */
APP_TEST(test_replaced)
{
    XrAction other =
        actions_make(&app->scene, app->set, XR_ACTION_TYPE_BOOLEAN_INPUT, NULL, NULL, NULL);
    assert_success(actions_suggest_one(&app->scene, SIMPLE, other, LEFT "/input/select/click"));
    assert_success(
        actions_suggest_one(&app->scene, SIMPLE, app->click, LEFT "/input/select/click"));
    fake_fail("xrSuggestInteractionProfileBindings", XR_ERROR_VALIDATION_FAILURE);
    assert_int_equal(actions_suggest_one(&app->scene, SIMPLE, other, LEFT "/input/select/click"),
                     XR_ERROR_VALIDATION_FAILURE);
    fake.fails = NULL;
    assert_success(actions_attach(&app->scene, &app->set, 1));
    actions_frame(&app->scene, app->set, 2.5);
    assert_true(actions_boolean(&app->scene, app->click, LEFT).currentState);
    assert_false(actions_boolean(&app->scene, other, NULL).isActive);
}

/* One profile a hand, none before the first sync with the focus, and one event. */
TEST(test_profile)
{
    struct app app;
    const char *names[] = {"XR_EXT_hand_interaction"};
    make(&app, names, 1);
    XrInteractionProfileState none = {.type = XR_TYPE_INTERACTION_PROFILE_STATE};
    assert_int_equal(app.scene.calls.xrGetCurrentInteractionProfile(
                         app.scene.session, actions_path(&app.scene, LEFT), &none),
                     XR_ERROR_ACTIONSET_NOT_ATTACHED);
    assert_success(actions_suggest_one(&app.scene, TOUCH, app.click, RIGHT "/input/a/click"));
    assert_success(
        actions_suggest_one(&app.scene, HANDS, app.click, LEFT "/input/pinch_ext/value"));
    fake.live_profile = actions_path(&app.scene, INDEX);
    assert_success(actions_attach(&app.scene, &app.set, 1));
    assert_int_equal(actions_attach(&app.scene, &app.set, 1), XR_ERROR_ACTIONSETS_ALREADY_ATTACHED);
    assert_string_equal(actions_profile(&app.scene, LEFT), "");
    fake_fail("xrSyncActions", XR_SESSION_NOT_FOCUSED);
    assert_int_equal(actions_sync(&app.scene, app.set), XR_SESSION_NOT_FOCUSED);
    fake.fails = NULL;
    assert_string_equal(actions_profile(&app.scene, LEFT), "");
    assert_int_equal(scene_poll(&app.scene), 0);
    actions_frame(&app.scene, app.set, 2.5);
    assert_int_equal(scene_poll(&app.scene), 1);
    assert_string_equal(actions_profile(&app.scene, LEFT), HANDS);
    assert_string_equal(actions_profile(&app.scene, RIGHT), HANDS);
    actions_frame(&app.scene, app.set, 2.6);
    assert_int_equal(scene_poll(&app.scene), 0);
    /* The Touch controller is not what the hands are: what was suggested for it alone is unbound.
     */
    assert_true(actions_boolean(&app.scene, app.click, LEFT).isActive);
    assert_false(actions_boolean(&app.scene, app.click, RIGHT).isActive);
    /* Whoever is not played has what the runtime says. */
    assert_string_equal(actions_profile(&app.scene, PAD), INDEX);
    scene_end(&app.scene);
}

APP_TEST(test_sources)
{
    const char *texts[4];
    struct actions_binding bindings[] = {{app->click, LEFT "/input/select"},
                                         {app->click, RIGHT "/input/select/click"},
                                         {app->grip, RIGHT "/input/grip"}};
    assert_success(actions_suggest(&app->scene, SIMPLE, bindings, 3));
    actions_bind_one(&app->scene, app->set, XBOX, app->click, PAD "/input/a/click");
    assert_int_equal(actions_sources(&app->scene, app->click, texts), 0);
    fake.sources[0] = actions_path(&app->scene, LEFT "/input/trigger/click");
    fake.sources[1] = actions_path(&app->scene, PAD "/input/a/click");
    fake.source_count = 2;
    actions_frame(&app->scene, app->set, 2.5);
    assert_int_equal(actions_sources(&app->scene, app->click, texts), 3);
    assert_string_equal(texts[0], LEFT "/input/select/click");
    assert_string_equal(texts[1], RIGHT "/input/select/click");
    assert_string_equal(texts[2], PAD "/input/a/click");
    fake.source_count = 1;
    assert_int_equal(actions_sources(&app->scene, app->grip, texts), 1);
    assert_string_equal(texts[0], RIGHT "/input/grip/pose");
}

static void check_name(struct app *app, const char *source, XrInputSourceLocalizedNameFlags which,
                       const char *expected)
{
    XrInputSourceLocalizedNameGetInfo info = {.type = XR_TYPE_INPUT_SOURCE_LOCALIZED_NAME_GET_INFO,
                                              .sourcePath = actions_path(&app->scene, source),
                                              .whichComponents = which};
    char name[128] = "";
    uint32_t count = 0;
    assert_success(app->scene.calls.xrGetInputSourceLocalizedName(app->scene.session, &info, 128,
                                                                  &count, name));
    assert_string_equal(name, expected);
    assert_int_equal(count, strlen(expected) + 1);
}

APP_TEST(test_names)
{
    struct actions_binding bindings[] = {{app->click, LEFT "/input/select/click"},
                                         {app->grip, RIGHT "/input/grip/pose"}};
    actions_bind(&app->scene, app->set, SIMPLE, bindings, 2);
    actions_frame(&app->scene, app->set, 2.5);
    check_name(app, LEFT "/input/select/click", 1, "Left Hand");
    check_name(app, LEFT "/input/select/click", 2, "Khronos Simple Controller");
    check_name(app, LEFT "/input/select/click", 4, "Select");
    check_name(app, RIGHT "/input/grip/pose", 5, "Right Hand Grip Pose");
    check_name(app, PAD "/input/a/click", 7, ""); /* the fake's own answer */
}

/* An app without actions, or that syncs without having attached: the runtime's codes. */
APP_TEST(test_nothing)
{
    fake_fail("xrSyncActions", XR_ERROR_ACTIONSET_NOT_ATTACHED);
    assert_int_equal(actions_sync(&app->scene, app->set), XR_ERROR_ACTIONSET_NOT_ATTACHED);
    fake.fails = NULL;
    assert_success(actions_sync(&app->scene, XR_NULL_HANDLE));
    XrActionSet empty = actions_set(&app->scene, 0);
    assert_success(actions_attach(&app->scene, &empty, 1));
    actions_frame(&app->scene, empty, 2.5);
    assert_int_equal(scene_poll(&app->scene), 0);
    /* An action of a set that is not attached is the runtime's. */
    assert_false(actions_boolean(&app->scene, app->click, LEFT).isActive);
    fake.live_hand.active = true;
    assert_true(actions_boolean(&app->scene, app->click, LEFT).isActive);
}

static XrResult vibrate(struct app *app, XrAction action, const char *subaction)
{
    const XrHapticVibration vibration = {.duration = XR_MIN_HAPTIC_DURATION, .amplitude = 0.5f};
    return actions_vibrate(&app->scene, action, subaction, vibration);
}

TEST_OF(test_haptics, struct app, app, make(app, NULL, 0), scene_finish(&app->scene))
{
    XrAction buzz =
        actions_make(&app->scene, app->set, XR_ACTION_TYPE_VIBRATION_OUTPUT, LEFT, PAD, NULL);
    actions_bind_one(&app->scene, app->set, SIMPLE, buzz, LEFT "/output/haptic");
    actions_frame(&app->scene, app->set, 2.5);
    assert_success(vibrate(app, buzz, LEFT));
    assert_int_equal(fake.haptics, 1);
    scene_expect_log(&app->scene, "amplitude 500/1000");
    XrHapticActionInfo info = {.type = XR_TYPE_HAPTIC_ACTION_INFO, .action = buzz};
    assert_success(app->scene.calls.xrStopHapticFeedback(app->scene.session, &info));
    assert_int_equal(fake.haptic_stops, 1);
    scene_expect_log(&app->scene, "haptic vibration stopped");
    fake_fail("xrStopHapticFeedback", XR_ERROR_SESSION_LOST);
    assert_int_equal(app->scene.calls.xrStopHapticFeedback(app->scene.session, &info),
                     XR_ERROR_SESSION_LOST);
    scene_expect_log(&app->scene, "haptic vibration stopped");
    fake.fails = NULL;
    /* A runtime that does not know the hand: it is there for the app all the same. */
    fake.unknown[0] = "/user";
    assert_success(vibrate(app, buzz, LEFT));
    assert_int_equal(vibrate(app, buzz, PAD), XR_ERROR_PATH_UNSUPPORTED);
    assert_int_equal(vibrate(app, buzz, RIGHT), XR_ERROR_PATH_UNSUPPORTED);
    fake_fail("xrApplyHapticFeedback", XR_SESSION_NOT_FOCUSED);
    fake.unknown[0] = NULL;
    assert_int_equal(vibrate(app, buzz, LEFT), XR_SESSION_NOT_FOCUSED);
    assert_int_equal(scene_count_log(&app->scene, "amplitude 500/1000"), 2);
    fake.fails = NULL;
    fake.unknown[0] = "/user";
    scene_tell_state(&app->scene, XR_SESSION_STATE_VISIBLE);
    assert_int_equal(vibrate(app, buzz, LEFT), XR_SESSION_NOT_FOCUSED);
    app->scene.calls.xrDestroyInstance(app->scene.instance);
    scene_expect_log(&app->scene,
                     "left hand pinched at 2.50 s; the app vibrated it 2 times in that time");
}

TESTS_MAIN(test_unknown_profile, test_partly_known, test_replaced, test_profile, test_sources,
           test_names, test_nothing, test_haptics)
