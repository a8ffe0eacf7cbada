/* SPDX-License-Identifier: MIT */
/* Hazard: a hand of a session plays as a profile that neither the user chose nor the session had.
 */
#include "actions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "counting.h"
#include "layer/state/action_snapshot.h"
#include "session_recording.h"

static char path[64];
static bool is_attached = true;

struct app {
    struct scene scene;
    XrActionSet set;
    XrAction click, squeeze;
};

/* An app that suggests the profile of hands, which precedes all others of the table, the simple
 * controller and the Touch controller, and not the Index controller, which both hands end with. The
 * session has no focus yet. */
static void begin(struct app *app, const char *chosen, const char *from)
{
    const char *names[] = {SCENE_HAND_AND_EYES, XR_EXT_HAND_INTERACTION_EXTENSION_NAME};
    memset(app, 0, sizeof *app);
    scene_init(&app->scene, 0);
    setenv("UNDERSTUDY_PLAY", path, 1);
    scene_set("UNDERSTUDY_PROFILE", chosen);
    scene_set("UNDERSTUDY_FROM", from);
    scene_open(&app->scene, names, 3);
    app->set = actions_set(&app->scene, 0);
    app->click =
        actions_make(&app->scene, app->set, XR_ACTION_TYPE_BOOLEAN_INPUT, LEFT, RIGHT, NULL);
    app->squeeze =
        actions_make(&app->scene, app->set, XR_ACTION_TYPE_FLOAT_INPUT, LEFT, NULL, NULL);
    const struct actions_binding hands[] = {{app->click, LEFT "/input/pinch_ext/value"},
                                            {app->click, RIGHT "/input/pinch_ext/value"}},
                                 simple[] = {{app->click, LEFT "/input/select/click"},
                                             {app->click, RIGHT "/input/select/click"}},
                                 touch[] = {{app->click, LEFT "/input/x/click"},
                                            {app->click, RIGHT "/input/a/click"},
                                            {app->squeeze, LEFT "/input/squeeze/value"}};
    assert_success(actions_suggest(&app->scene, HANDS, hands, 2));
    assert_success(actions_suggest(&app->scene, TOUCH, touch, 3));
    assert_success(actions_suggest(&app->scene, SIMPLE, simple, 2));
    if (is_attached)
        assert_success(actions_attach(&app->scene, &app->set, 1));
}

#define APP_TEST(name)                                                                             \
    TEST_OF(name, struct app, app, begin(app, NULL, NULL), scene_end(&app->scene))

/* A part of what plays an app's input would play a part of it: without memory it is played as a
 * whole, or not at all. */
TEST(test_no_memory)
{
    int played = 0, lost = 0;
    for (uint64_t which = 1; played == 0; which++) {
        struct app app;
        is_attached = false;
        begin(&app, NULL, NULL);
        is_attached = true;
        counting_reset();
        counting.fails_at = which;
        assert_success(actions_attach(&app.scene, &app.set, 1));
        counting.fails_at = 0;
        bool is_through = counting.taken < which;
        scene_focus(&app.scene);
        actions_frame(&app.scene, app.set, 1.2);
        bool has_profile = strcmp(actions_profile(&app.scene, LEFT), TOUCH) == 0;
        bool is_clicked = actions_boolean(&app.scene, app.click, LEFT).currentState;
        assert_int_equal(actions_boolean(&app.scene, app.click, LEFT).isActive, is_clicked);
        assert_int_equal(actions_float(&app.scene, app.squeeze, LEFT).isActive, is_clicked);
        assert_true(!is_clicked || has_profile);
        lost += !is_clicked;
        played = is_through && is_clicked;
        scene_end(&app.scene);
    }
    assert_true(lost >= 6);
}

/* An app that syncs with focus and before its first frame is told the profiles just before the
 * beginning of what is played, unless the recorded app had no focus there. */
TEST(test_before_start)
{
    static const struct {
        const char *from, *left_before, *right_before, *left, *right;
    } rows[] = {{"1.0", SIMPLE, TOUCH, TOUCH, TOUCH},
                {"0.5", "", TOUCH, SIMPLE, TOUCH},
                {"0.75", SIMPLE, TOUCH, SIMPLE, TOUCH},
                {"0", "", TOUCH, "", TOUCH}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct app app;
        begin(&app, NULL, rows[i].from);
        scene_tell_state(&app.scene, XR_SESSION_STATE_FOCUSED);
        assert_success(actions_sync(&app.scene, app.set));
        assert_string_equal(actions_profile(&app.scene, LEFT), rows[i].left_before);
        assert_string_equal(actions_profile(&app.scene, RIGHT), rows[i].right_before);
        actions_frame(&app.scene, app.set, 0);
        assert_string_equal(actions_profile(&app.scene, LEFT), rows[i].left);
        assert_string_equal(actions_profile(&app.scene, RIGHT), rows[i].right);
        scene_end(&app.scene);
    }
}

/* The profiles while both hands have the one that the app did not suggest. */
static void check_at_end(const char *chosen, const char *left, const char *right)
{
    struct app app;
    begin(&app, chosen, NULL);
    scene_focus(&app.scene);
    actions_frame(&app.scene, app.set, 2.6);
    assert_string_equal(actions_profile(&app.scene, LEFT), left);
    assert_string_equal(actions_profile(&app.scene, RIGHT), right);
    scene_end(&app.scene);
}

/* The left hand's first profile was the simple controller, the right one's was Touch. */
TEST(test_first_recorded_profile)
{
    check_at_end(NULL, SIMPLE, TOUCH);
}

TEST(test_chosen_profile)
{
    check_at_end("left=oculus/touch_controller", TOUCH, TOUCH);
    check_at_end("right=khr/simple_controller", SIMPLE, SIMPLE);
    check_at_end("ext/hand_interaction_ext", HANDS, HANDS);
    check_at_end("htc/vive_controller", SIMPLE, TOUCH); /* not suggested */
}

/* Suggests Vive and Motion controllers, which the session does not have: each has the trigger of
 * both hands, and the Motion controller the thumbstick of the left one. */
static void check_others(bool is_vive_first, const char *left, const char *right)
{
    const char *names[] = {SCENE_HAND_AND_EYES, XR_EXT_HAND_INTERACTION_EXTENSION_NAME};
    struct app app = {0};
    scene_init(&app.scene, 0);
    setenv("UNDERSTUDY_PLAY", path, 1);
    scene_open(&app.scene, names, 3);
    app.set = actions_set(&app.scene, 0);
    app.click = actions_make(&app.scene, app.set, XR_ACTION_TYPE_BOOLEAN_INPUT, LEFT, RIGHT, NULL);
    const struct actions_binding pinch = {app.click, LEFT "/input/pinch_ext/value"};
    const struct actions_binding menus[] = {{app.click, LEFT "/input/menu/click"},
                                            {app.click, RIGHT "/input/menu/click"}};
    assert_success(actions_suggest(&app.scene, HANDS, &pinch, 1));
    assert_success(actions_suggest(&app.scene, is_vive_first ? VIVE : MOTION, menus, 2));
    actions_bind(&app.scene, app.set, is_vive_first ? MOTION : VIVE, menus, 2);
    scene_focus(&app.scene);
    actions_frame(&app.scene, app.set, 2.6);
    assert_string_equal(actions_profile(&app.scene, LEFT), left);
    assert_string_equal(actions_profile(&app.scene, RIGHT), right);
    scene_end(&app.scene);
}

/* The profile with the most recorded components is played; of equal ones the first suggested. */
TEST(test_most_recorded_components)
{
    check_others(true, MOTION, VIVE);
    check_others(false, MOTION, MOTION);
}

/* The log names what is played: all tracks of a recording, and each kind alone. */
TEST(test_said)
{
    static const struct {
        unsigned parts;
        const char *text;
    } rows[] = {
        {SCENE_ALL, ", 8-byte keys, head, left hand, right hand, gaze, markers, duration 10"},
        {SCENE_HEAD, ", 8-byte keys, head, markers, duration 10"},
        {SCENE_HANDS, ", 8-byte keys, left hand, right hand, markers, duration 10"},
        {SCENE_GAZE, ", 8-byte keys, gaze, markers, duration 10"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct scene scene = {0};
        scene_play(&scene, rows[i].parts);
        scene_expect_log(&scene, rows[i].text);
        scene_end(&scene);
    }
    struct app app;
    begin(&app, NULL, NULL);
    /* The gaze was asked for and never there. */
    scene_expect_log(&app.scene,
                     ": a session recording, head, left hand, controllers, duration 3.000 s");
    scene_end(&app.scene);
}

/* The session has no squeeze: the recorded hand, whose joints are all in one place, drives it. */
APP_TEST(test_not_recorded)
{
    scene_focus(&app->scene);
    actions_frame(&app->scene, app->set, 1.2);
    XrActionStateFloat squeezed = actions_float(&app->scene, app->squeeze, LEFT);
    assert_true(squeezed.isActive && squeezed.currentState == 0.0f);
}

/* Once input is live again the eyes, which only the layer knows, have no profile: the app is told.
 */
TEST_OF(test_released_gaze, struct scene, scene, scene_init(scene, SCENE_GAZE), scene_end(scene))
{
    static const char eyes[] = EYES;
    setenv("UNDERSTUDY_END", "release", 1);
    scene_play(scene, 0);
    XrActionSet set = actions_set(scene, 0);
    XrAction gaze = actions_make(scene, set, XR_ACTION_TYPE_POSE_INPUT, eyes, NULL, NULL);
    actions_bind_one(scene, set, EYE_GAZE_PROFILE, gaze, EYE_GAZE);
    actions_frame(scene, set, 1);
    assert_int_equal(scene_poll(scene), 1);
    assert_string_equal(actions_profile(scene, eyes), EYE_GAZE_PROFILE);
    for (int i = 0; i < 3; i++)
        actions_frame(scene, set, 10.5 + 0.1 * i);
    assert_int_equal(scene_poll(scene), 1);
    assert_string_equal(actions_profile(scene, eyes), "");
}

/* While a sync writes what it sampled, another thread syncs: that one leaves it to the first. */
static XrActionSet set_of_other;
static struct scene *scene_of_other;
static int writes;
void __real_us_action_snapshot_write(struct us_action_snapshot *snapshot,
                                     const struct us_input_state *states);
void __wrap_us_action_snapshot_write(struct us_action_snapshot *snapshot,
                                     const struct us_input_state *states);

void __wrap_us_action_snapshot_write(struct us_action_snapshot *snapshot,
                                     const struct us_input_state *states)
{
    writes++;
    if (scene_of_other != NULL && writes == 1)
        assert_success(actions_sync(scene_of_other, set_of_other));
    __real_us_action_snapshot_write(snapshot, states);
}

APP_TEST(test_two_syncs)
{
    scene_focus(&app->scene);
    scene_of_other = &app->scene;
    set_of_other = app->set;
    writes = 0;
    actions_frame(&app->scene, app->set, 0.1);
    scene_of_other = NULL;
    assert_int_equal(writes, 1);
    assert_success(actions_sync(&app->scene, app->set));
    assert_int_equal(writes, 2);
}

int main(void)
{
    snprintf(path, sizeof path, "/tmp/understudy-played-profiles-%ld.mcap", (long)getpid());
    session_recording_write(path);
    int failed = RUN_TESTS(test_first_recorded_profile, test_chosen_profile,
                           test_most_recorded_components, test_before_start, test_no_memory,
                           test_not_recorded, test_two_syncs, test_released_gaze, test_said);
    unlink(path);
    return failed;
}
