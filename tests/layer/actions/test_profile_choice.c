/* SPDX-License-Identifier: MIT */
/* Hazard: a person who chooses what the hands are played as, and gets something else. */
#include "actions.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "profiles/bindings.h"
#include "core/playback/play_choices.h"

struct app {
    struct scene scene;
    XrActionSet set;
    XrAction click;
};

/* An app that suggests bare hands, the simple controller and the Touch controller. */
static void make_with(struct app *app, unsigned parts, const char *profile)
{
    static const char *const names[] = {"XR_EXT_hand_interaction", "XR_HTC_hand_interaction"};
    memset(app, 0, sizeof *app);
    scene_init(&app->scene, parts);
    fake.also[0] = names[1];
    scene_set("UNDERSTUDY_PROFILE", profile);
    scene_open(&app->scene, names, 2);
    app->set = actions_set(&app->scene, 0);
    app->click =
        actions_make(&app->scene, app->set, XR_ACTION_TYPE_BOOLEAN_INPUT, LEFT, RIGHT, HTC_LEFT);
    struct actions_binding hands[] = {{app->click, LEFT "/input/pinch_ext/value"},
                                      {app->click, RIGHT "/input/pinch_ext/value"}},
                           simple[] = {{app->click, LEFT "/input/select/click"},
                                       {app->click, RIGHT "/input/select/click"}},
                           touch[] = {{app->click, LEFT "/input/x/click"},
                                      {app->click, RIGHT "/input/trigger/value"}},
                           htc[] = {{app->click, HTC_LEFT "/input/select/value"}};
    assert_success(actions_suggest(&app->scene, HANDS, hands, 2));
    assert_success(actions_suggest(&app->scene, SIMPLE, simple, 2));
    assert_success(actions_suggest(&app->scene, TOUCH, touch, 2));
    actions_bind(&app->scene, app->set, HTC_HANDS, htc, 1);
    scene_focus(&app->scene);
}

static void make(struct app *app, const char *profile)
{
    make_with(app, SCENE_ALL | SCENE_PINCHES, profile);
}

static void check(const char *profile, const char *left, const char *right, const char *htc)
{
    struct app app;
    make(&app, profile);
    actions_frame(&app.scene, app.set, 0.1);
    assert_string_equal(actions_profile(&app.scene, LEFT), left);
    assert_string_equal(actions_profile(&app.scene, RIGHT), right);
    assert_string_equal(actions_profile(&app.scene, HTC_LEFT), htc);
    scene_end(&app.scene);
}

TEST(test_taken)
{
    check(NULL, HANDS, HANDS, HTC_HANDS);
    check("oculus/touch_controller", TOUCH, TOUCH, HTC_HANDS);
    check(TOUCH, TOUCH, TOUCH, HTC_HANDS);
    check("left=khr/simple_controller", SIMPLE, HANDS, HTC_HANDS);
    check("right=oculus/touch_controller,left=khr/simple_controller", SIMPLE, TOUCH, HTC_HANDS);
    check("ext/hand_interaction_ext", HANDS, HANDS, HTC_HANDS);
    check("htc/hand_interaction", HANDS, HANDS, HTC_HANDS);
    /* Not suggested, and not known. */
    check("valve/index_controller", HANDS, HANDS, HTC_HANDS);
    check("valve/index", HANDS, HANDS, HTC_HANDS);
}

/* What is bound is what was suggested for the profile that was taken. */
TEST_OF(test_drives, struct app, app, make(app, "oculus/touch_controller"), scene_end(&app->scene))
{
    actions_frame(&app->scene, app->set, 1.5);
    /* The right hand pinches in [1, 2), the left one in [2, 3), where X is at rest. */
    assert_true(actions_boolean(&app->scene, app->click, RIGHT).currentState);
    actions_frame(&app->scene, app->set, 2.5);
    XrActionStateBoolean left = actions_boolean(&app->scene, app->click, LEFT);
    assert_true(left.isActive && !left.currentState);
}

TEST(test_said)
{
    struct app app;
    make(&app, "left=oculus/touch_controller,right=valve/index_controller");
    scene_expect_log(
        &app.scene,
        "the app suggested bindings for ext/hand_interaction_ext, khr/simple_controller, "
        "oculus/touch_controller, htc/hand_interaction: the left hand plays as "
        "oculus/touch_controller, the right hand plays as ext/hand_interaction_ext, the left hand "
        "(/user/hand_htc) plays as htc/hand_interaction");
    assert_int_equal(scene_count_log(&app.scene, "left=oculus"), 0);
    scene_expect_log(&app.scene,
                     "--profile (UNDERSTUDY_PROFILE) right=valve/index_controller: the app "
                     "suggested no bindings for this profile, so the hand plays as another one");
    scene_end(&app.scene);
    make(&app, "valve/index");
    scene_expect_log(&app.scene, "UNDERSTUDY_PROFILE: 'valve/index' is not an interaction profile");
    scene_end(&app.scene);
}

/* The log says what each hand plays as where hands or a gaze are played. The choice of a
 * profile is for hands. */
TEST(test_said_of_what_plays)
{
    static const struct {
        unsigned parts;
        bool says, plays_hands;
    } rows[] = {{SCENE_ALL, true, true},
                {SCENE_HANDS, true, true},
                {SCENE_HEAD | SCENE_GAZE, true, false},
                {SCENE_HEAD, false, false}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct app app;
        make_with(&app, rows[i].parts, "valve/index_controller");
        assert_int_equal(scene_count_log(&app.scene, "the app suggested bindings for "),
                         rows[i].says);
        assert_int_equal(scene_count_log(&app.scene, "none of them is played"),
                         rows[i].says && !rows[i].plays_hands);
        assert_int_equal(scene_count_log(&app.scene, "so the hand plays as"),
                         rows[i].plays_hands ? 2 : 0);
        scene_end(&app.scene);
    }
}

/* The names that a person may choose are those of the table's hands, in the table's order. */
TEST(test_names)
{
    size_t hands = 0, named = 0;
    int before = -1;
    for (size_t i = 0; i < us_profile_table_count; i++)
        hands += us_bindings_user(us_profile_table[i].users[0]) == US_USER_LEFT;
    for (; us_profile_choice_names[named] != NULL; named++) {
        char path[128] = US_PROFILE_PREFIX;
        strcat(path, us_profile_choice_names[named]);
        const struct us_profile *profile = us_bindings_profile(path);
        assert_non_null(profile);
        assert_int_equal(us_bindings_user(profile->users[0]), US_USER_LEFT);
        assert_true(us_bindings_preference(profile) > before);
        before = us_bindings_preference(profile);
    }
    assert_int_equal(named, hands);
}

TESTS_MAIN(test_taken, test_drives, test_said, test_said_of_what_plays, test_names)
