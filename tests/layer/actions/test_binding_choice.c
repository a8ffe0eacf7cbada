/* SPDX-License-Identifier: MIT */
/* Hazard: a profile, a source or a value that belongs to something else of the app is taken. */
#include "actions.h"

#include <stdlib.h>
#include <string.h>

static void begin(struct scene *scene, const char *channels)
{
    const char *names[] = {SCENE_HAND_AND_EYES};
    memset(scene, 0, sizeof *scene);
    scene_init(scene, SCENE_ALL | SCENE_PINCHES);
    scene_set("UNDERSTUDY_CHANNELS", channels);
    scene_open(scene, names, 2);
}

/* The simple controller, which comes before Touch, is suggested for an action of a set that the
 * session does not have. */
TEST(test_suggestion_of_another_set)
{
    for (int attach_both = 0; attach_both < 2; attach_both++) {
        struct scene scene;
        begin(&scene, NULL);
        XrActionSet sets[] = {actions_set(&scene, 0), actions_set(&scene, 0)};
        XrAction click =
            actions_make(&scene, sets[0], XR_ACTION_TYPE_BOOLEAN_INPUT, LEFT, RIGHT, NULL);
        XrAction other =
            actions_make(&scene, sets[1], XR_ACTION_TYPE_BOOLEAN_INPUT, LEFT, RIGHT, NULL);
        actions_suggest_one(&scene, TOUCH, click, LEFT "/input/x/click");
        actions_suggest_one(&scene, SIMPLE, other, LEFT "/input/select/click");
        assert_success(actions_attach(&scene, sets, 1 + (uint32_t)attach_both));
        scene_focus(&scene);
        actions_frame(&scene, sets[0], 0.1);
        assert_string_equal(actions_profile(&scene, LEFT), attach_both ? SIMPLE : TOUCH);
        scene_end(&scene);
    }
}

/* A set of a higher priority takes a source, and no other one, though their names are as long. */
TEST_OF(test_sources_of_one_length, struct scene, scene, begin(scene, NULL), scene_end(scene))
{
    XrActionSet sets[] = {actions_set(scene, 0), actions_set(scene, 5)};
    XrAction low_x = actions_make(scene, sets[0], XR_ACTION_TYPE_BOOLEAN_INPUT, LEFT, NULL, NULL);
    XrAction low_y = actions_make(scene, sets[0], XR_ACTION_TYPE_BOOLEAN_INPUT, LEFT, NULL, NULL);
    XrAction high_x = actions_make(scene, sets[1], XR_ACTION_TYPE_BOOLEAN_INPUT, LEFT, NULL, NULL);
    const struct actions_binding touch[] = {{low_x, LEFT "/input/x/click"},
                                            {low_y, LEFT "/input/y/click"},
                                            {high_x, LEFT "/input/x/click"}};
    assert_success(actions_suggest(scene, TOUCH, touch, 3));
    assert_success(actions_attach(scene, sets, 2));
    scene_focus(scene);
    scene_wait_frame(scene, SCENE_AT(0.1));
    const XrActiveActionSet active[] = {{sets[0], XR_NULL_PATH}, {sets[1], XR_NULL_PATH}};
    assert_success(actions_sync_many(scene, active, 2, NULL));
    assert_false(actions_boolean(scene, low_x, LEFT).isActive);
    assert_true(actions_boolean(scene, low_y, LEFT).isActive);
    assert_true(actions_boolean(scene, high_x, LEFT).isActive);
}

/* Buttons without hands: the profile is played, the pose is the runtime's. */
TEST_OF(test_pinches_alone, struct scene, scene, begin(scene, "pinch"), scene_end(scene))
{
    XrActionSet set = actions_set(scene, 0);
    XrAction click = actions_make(scene, set, XR_ACTION_TYPE_BOOLEAN_INPUT, LEFT, RIGHT, NULL);
    actions_suggest_one(scene, SIMPLE, click, RIGHT "/input/select/click");
    assert_success(actions_attach(scene, &set, 1));
    scene_focus(scene);
    actions_frame(scene, set, 1.5);
    assert_string_equal(actions_profile(scene, RIGHT), SIMPLE);
    assert_true(actions_boolean(scene, click, RIGHT).currentState);
}

/* The scene's left hand is flat, and its fingertips are 5 cm apart, which is nearer from skin to
 * skin: a finger touches the trigger, and the hand holds nothing. */
SCENE_TEST(test_touches, SCENE_ALL)
{
    static const char focus3[] = "/interaction_profiles/htc/vive_focus3_controller";
    static const char *const names[] = {"XR_HTC_vive_focus3_controller_interaction"};
    fake.also[0] = names[0];
    scene_open(scene, names, 1);
    XrActionSet set = actions_set(scene, 0);
    XrAction trigger = actions_make(scene, set, XR_ACTION_TYPE_BOOLEAN_INPUT, LEFT, NULL, NULL);
    XrAction squeeze = actions_make(scene, set, XR_ACTION_TYPE_BOOLEAN_INPUT, LEFT, NULL, NULL);
    const struct actions_binding bindings[] = {{trigger, LEFT "/input/trigger/touch"},
                                               {squeeze, LEFT "/input/squeeze/touch"}};
    actions_bind(scene, set, focus3, bindings, 2);
    scene_focus(scene);
    actions_frame(scene, set, 0.1);
    XrActionStateBoolean touched = actions_boolean(scene, trigger, LEFT);
    assert_true(touched.isActive && touched.currentState);
    touched = actions_boolean(scene, squeeze, LEFT);
    assert_true(touched.isActive && !touched.currentState);
}

TESTS_MAIN(test_suggestion_of_another_set, test_sources_of_one_length, test_pinches_alone,
           test_touches)
