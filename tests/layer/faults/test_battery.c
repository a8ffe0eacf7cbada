/* SPDX-License-Identifier: MIT */
/* Hazard: a controller that loses its power (the fault battery) still gives input, or the hand that
 * takes its place gives none, or the app is not told of the change and of the way back. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "actions.h"
#include "session_recording.h"

enum { SUGGESTS_TOUCH = 1, SUGGESTS_HAND = 2, SUGGESTS_SIMPLE = 4, SUGGESTS_INDEX = 8 };

static struct scene scene;
static XrActionSet set;
static XrAction pull, x, pinch, grip, buzz;
static XrSpace left_grip;

static void suggest(unsigned profiles)
{
    const struct actions_binding touch[] = {{pull, LEFT "/input/trigger/value"},
                                            {pull, RIGHT "/input/trigger/value"},
                                            {x, LEFT "/input/x/click"},
                                            {buzz, LEFT "/output/haptic"},
                                            {grip, LEFT "/input/grip/pose"}};
    const struct actions_binding hand[] = {{pull, LEFT "/input/pinch_ext/value"},
                                           {pinch, LEFT "/input/pinch_ext/value"},
                                           {grip, LEFT "/input/grip/pose"}};
    const struct actions_binding simple[] = {{pinch, LEFT "/input/select/click"},
                                             {grip, LEFT "/input/grip/pose"}};
    if (profiles & SUGGESTS_TOUCH)
        assert_success(actions_suggest(&scene, TOUCH, touch, 5));
    if (profiles & SUGGESTS_SIMPLE)
        assert_success(actions_suggest(&scene, SIMPLE, simple, 2));
    if (profiles & SUGGESTS_INDEX)
        assert_success(actions_suggest_one(&scene, INDEX, pull, LEFT "/input/trigger/value"));
    if (profiles & SUGGESTS_HAND)
        assert_success(actions_suggest(&scene, HANDS, hand, 3));
}

/* `session`: a session recording, and not the one of the scene. */
static void begin(const char *faults, unsigned profiles, const char *chosen, const char *session)
{
    const char *names[] = {SCENE_HAND_AND_EYES, XR_EXT_HAND_INTERACTION_EXTENSION_NAME};
    scene_init(&scene, session != NULL ? 0 : SCENE_ALL | SCENE_PINCHES);
    scene_set("UNDERSTUDY_PLAY", session);
    scene_set("UNDERSTUDY_PROFILE", chosen);
    setenv("UNDERSTUDY_FAULT", faults, 1);
    assert_success(scene_create(&scene, names, 3));
    scene_expect_log(&scene, "faults on purpose");
    scene_begin(&scene);
    set = actions_set(&scene, 0);
    pull = actions_make(&scene, set, XR_ACTION_TYPE_FLOAT_INPUT, LEFT, RIGHT, NULL);
    x = actions_make(&scene, set, XR_ACTION_TYPE_BOOLEAN_INPUT, LEFT, NULL, NULL);
    pinch = actions_make(&scene, set, XR_ACTION_TYPE_BOOLEAN_INPUT, LEFT, NULL, NULL);
    grip = actions_make(&scene, set, XR_ACTION_TYPE_POSE_INPUT, LEFT, NULL, NULL);
    buzz = actions_make(&scene, set, XR_ACTION_TYPE_VIBRATION_OUTPUT, LEFT, NULL, NULL);
    left_grip = actions_space(&scene, grip, LEFT);
    suggest(profiles);
    assert_success(actions_attach(&scene, &set, 1));
    scene_focus(&scene);
}

#define FAULT_TEST(name, ...) TEST_BETWEEN(name, begin(__VA_ARGS__), scene_end(&scene))

/* A frame and a sync: the app is told of so many changes, and the left hand has this profile. */
static void frame(double seconds, int events, const char *profile)
{
    actions_frame(&scene, set, seconds);
    int told = scene_poll(&scene);
    const char *now = actions_profile(&scene, LEFT);
    if (told != events || strcmp(now, profile) != 0)
        fail_msg("at %g s: %d events and '%s', not %d and '%s'", seconds, told, now, events,
                 profile);
}

static bool has_grip(double seconds, float *out_x)
{
    XrSpaceVelocity velocity;
    XrSpaceLocation at = scene_locate(&scene, left_grip, scene.local, SCENE_AT(seconds), &velocity);
    *out_x = at.pose.position.x;
    return at.locationFlags == 15;
}

/* The left hand pinches from 2 s to 3 s. */
FAULT_TEST(test_to_hand_and_back, "battery:left@2.2s+0.4s",
           SUGGESTS_TOUCH | SUGGESTS_HAND | SUGGESTS_SIMPLE, NULL, NULL)
{
    const char *sources[4];
    float at_m;
    scene_expect_log(&scene, "the left hand plays as ext/hand_interaction_ext, ");
    frame(1.0, 1, TOUCH);
    assert_int_equal(actions_boolean(&scene, x, NULL).isActive, XR_TRUE);
    assert_int_equal(actions_boolean(&scene, pinch, NULL).isActive, XR_FALSE);
    frame(2.1, 0, TOUCH);
    assert_true(actions_float(&scene, pull, LEFT).currentState == 1.0f);
    assert_int_equal(actions_sources(&scene, pinch, sources), 0);

    frame(2.2, 1, HANDS);
    assert_int_equal(actions_boolean(&scene, x, NULL).isActive, XR_FALSE);
    assert_int_equal(actions_boolean(&scene, pinch, NULL).isActive, XR_TRUE);
    assert_int_equal(actions_boolean(&scene, pinch, NULL).currentState, XR_TRUE);
    assert_true(actions_float(&scene, pull, LEFT).currentState == 1.0f);
    assert_true(actions_pose(&scene, grip, LEFT) && has_grip(2.2, &at_m));
    assert_int_equal(actions_sources(&scene, pinch, sources), 1);
    assert_string_equal(sources[0], LEFT "/input/pinch_ext/value");
    assert_int_equal(actions_sources(&scene, x, sources), 0);
    frame(2.5, 0, HANDS);

    frame(2.6, 1, TOUCH);
    assert_int_equal(actions_boolean(&scene, x, NULL).isActive, XR_TRUE);
    assert_int_equal(actions_boolean(&scene, pinch, NULL).isActive, XR_FALSE);
    assert_true(actions_float(&scene, pull, LEFT).currentState == 1.0f);
    frame(3.5, 0, TOUCH);
}

/* Where the app suggested the simple controller in place of a profile of hands. */
FAULT_TEST(test_to_simple, "battery@2.2s+0.4s", SUGGESTS_TOUCH | SUGGESTS_SIMPLE, NULL, NULL)
{
    frame(2.1, 1, TOUCH);
    frame(2.2, 1, SIMPLE);
    assert_int_equal(actions_boolean(&scene, pinch, NULL).currentState, XR_TRUE);
    assert_int_equal(actions_boolean(&scene, x, NULL).isActive, XR_FALSE);
    frame(2.6, 1, TOUCH);
}

/* The simple controller counts as a controller if the app suggested a profile of hands beside it.
 */
FAULT_TEST(test_from_simple, "battery@2.2s+0.4s", SUGGESTS_SIMPLE | SUGGESTS_HAND, NULL, NULL)
{
    frame(2.1, 1, SIMPLE);
    frame(2.2, 1, HANDS);
    frame(2.6, 1, SIMPLE);
}

/* Without another hand profile the hand has none, and the log says so. */
TEST(test_to_nothing)
{
    static const struct {
        unsigned profiles;
        const char *chosen, *profile, *why;
    } cases[] = {
        {SUGGESTS_TOUCH, NULL, TOUCH, "the app suggested bindings for no profile of hands"},
        {SUGGESTS_TOUCH | SUGGESTS_INDEX, NULL, TOUCH,
         "the app suggested bindings for no profile of hands"},
        {SUGGESTS_SIMPLE, NULL, SIMPLE, "the app suggested bindings for no profile of hands"},
        {SUGGESTS_TOUCH | SUGGESTS_HAND, "left=ext/hand_interaction_ext", HANDS,
         "which is no controller"},
        {SUGGESTS_HAND, NULL, HANDS, "which is no controller"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        begin("battery:left@2.2s+0.4s", cases[i].profiles, cases[i].chosen, NULL);
        scene_expect_log(&scene, cases[i].why);
        frame(2.1, 1, cases[i].profile);
        frame(2.2, 1, "");
        assert_int_equal(actions_float(&scene, pull, LEFT).isActive, XR_FALSE);
        assert_int_equal(actions_boolean(&scene, pinch, NULL).isActive, XR_FALSE);
        assert_false(actions_pose(&scene, grip, LEFT));
        frame(2.6, 1, cases[i].profile);
        scene_end(&scene);
    }
}

/* The fault of one hand leaves the other hand the profile that it has without faults. */
FAULT_TEST(test_other_hand, "battery:right@2.2s+0.4s", SUGGESTS_TOUCH | SUGGESTS_HAND, NULL, NULL)
{
    scene_expect_log(&scene, "while it lasts, ");
    scene_expect_log(&scene, "the right hand plays as ext/hand_interaction_ext, from");
    frame(2.1, 1, HANDS);
    assert_string_equal(actions_profile(&scene, RIGHT), TOUCH);
    frame(2.2, 1, HANDS); /* one event for the right hand */
    assert_string_equal(actions_profile(&scene, RIGHT), HANDS);
    frame(2.6, 1, HANDS);
    assert_string_equal(actions_profile(&scene, RIGHT), TOUCH);
}

/* Of a session: the hand is where its joints were, at x = 5, and not where the controller was, at
 * x = 1; the recorded trigger of the controller drives nothing. */
TEST(test_session)
{
    char path[64];
    float at_m;
    snprintf(path, sizeof path, "/tmp/understudy-battery-%ld.mcap", (long)getpid());
    session_recording_write(path);
    begin("battery:left@1.2s+0.2s", SUGGESTS_TOUCH | SUGGESTS_HAND, NULL, path);
    frame(1.1, 1, TOUCH);
    assert_true(has_grip(1.1, &at_m) || at_m != 0.0f);
    assert_true(fabsf(at_m - 1.0f) < 1e-4f);
    assert_true(actions_float(&scene, pull, LEFT).isActive);
    float pulled = actions_float(&scene, pull, LEFT).currentState;
    assert_true(fabsf(pulled - session_left_trigger(1.1)) < 1e-4f);
    frame(1.2, 1, HANDS);
    assert_int_equal(actions_boolean(&scene, x, NULL).isActive, XR_FALSE);
    assert_int_equal(actions_boolean(&scene, pinch, NULL).isActive, XR_TRUE);
    assert_true(has_grip(1.2, &at_m));
    assert_true(fabsf(at_m - 5.0f) < 0.2f);
    assert_true(actions_float(&scene, pull, LEFT).currentState != session_left_trigger(1.2));
    frame(1.4, 1, TOUCH);
    has_grip(1.4, &at_m);
    assert_true(fabsf(at_m - 1.0f) < 1e-4f);
    unlink(path);
    scene_end(&scene);
}

TESTS_MAIN(test_to_hand_and_back, test_to_simple, test_from_simple, test_to_nothing,
           test_other_hand, test_session)
