/* SPDX-License-Identifier: MIT */
/* Hazard: the summary says that the app asked for something that it never asked for, or the
 * opposite. */
#include "actions.h"

#include <stdlib.h>
#include <string.h>

#include "layer/state/session.h"

#define EYES "/user/eyes_ext"
#define EYES_PROFILE "/interaction_profiles/ext/eye_gaze_interaction"

struct app {
    struct scene scene;
    XrActionSet set;
    XrSpace left, right, eyes, unbound;
};

static void make(struct app *app)
{
    const char *names[] = {SCENE_HAND_AND_EYES};
    memset(app, 0, sizeof *app);
    scene_init(&app->scene, SCENE_ALL);
    assert_int_equal(scene_create(&app->scene, names, 2), XR_SUCCESS);
    scene_begin(&app->scene);
    struct scene *scene = &app->scene;
    app->set = actions_set(scene, 0);
    XrAction grip = actions_make(scene, app->set, XR_ACTION_TYPE_POSE_INPUT, LEFT, RIGHT, NULL);
    XrAction gaze = actions_make(scene, app->set, XR_ACTION_TYPE_POSE_INPUT, EYES, NULL, NULL);
    XrAction other = actions_make(scene, app->set, XR_ACTION_TYPE_POSE_INPUT, PAD, NULL, NULL);
    const struct actions_binding grips[] = {{grip, LEFT "/input/grip/pose"},
                                            {grip, RIGHT "/input/grip/pose"}};
    assert_int_equal(actions_suggest(scene, SIMPLE, grips, 2), XR_SUCCESS);
    assert_int_equal(actions_suggest_one(scene, EYES_PROFILE, gaze, EYES "/input/gaze_ext/pose"),
                     XR_SUCCESS);
    app->left = actions_space(scene, grip, LEFT);
    app->right = actions_space(scene, grip, RIGHT);
    app->eyes = actions_space(scene, gaze, EYES);
    app->unbound = actions_space(scene, other, PAD);
    assert_int_equal(actions_attach(scene, &app->set, 1), XR_SUCCESS);
    scene_focus(scene);
    actions_frame(scene, app->set, 1.0);
}

/* How often the app has asked for the head, poses of hands and the gaze. */
struct asked {
    uint64_t heads, hands, gazes;
};

static struct asked asked(const struct app *app)
{
    const struct us_summary *summary = us_session_find(app->scene.session)->instance->summary;
    return (struct asked){atomic_load(&summary->questions[US_SUMMARY_HEAD_SPACES].times),
                          atomic_load(&summary->questions[US_SUMMARY_HAND_POSES].times),
                          atomic_load(&summary->questions[US_SUMMARY_GAZES].times)};
}

static void check(struct app *app, XrSpace space, XrSpace base, uint64_t heads, uint64_t hands,
                  uint64_t gazes)
{
    struct asked before = asked(app);
    scene_locate(&app->scene, space, base, SCENE_AT(1.0), NULL);
    struct asked after = asked(app);
    assert_int_equal(after.heads - before.heads, heads);
    assert_int_equal(after.hands - before.hands, hands);
    assert_int_equal(after.gazes - before.gazes, gazes);
}

static void test_what_counts(void **state)
{
    (void)state;
    struct app app;
    make(&app);
    struct scene *scene = &app.scene;
    XrSpace view = scene->view, local = scene->local, stage = scene->stage;
    check(&app, view, local, 1, 0, 0);
    check(&app, local, view, 1, 0, 0);
    check(&app, view, view, 1, 0, 0);
    check(&app, local, stage, 0, 0, 0);
    check(&app, local, local, 0, 0, 0);
    /* A space of an action says what the question was for, as space and as base. */
    check(&app, app.left, local, 0, 1, 0);
    check(&app, local, app.right, 0, 1, 0);
    check(&app, app.left, view, 0, 1, 0);
    check(&app, view, app.left, 0, 1, 0);
    check(&app, app.left, app.right, 0, 2, 0);
    check(&app, app.left, app.left, 0, 1, 0);
    check(&app, app.eyes, local, 0, 0, 1);
    check(&app, app.eyes, view, 0, 0, 1);
    check(&app, view, app.eyes, 0, 0, 1);
    check(&app, app.eyes, app.left, 0, 1, 1);
    /* The runtime's own action. */
    check(&app, app.unbound, local, 0, 0, 0);
    check(&app, view, app.unbound, 0, 0, 0);
    check(&app, app.unbound, app.left, 0, 1, 0);
    check(&app, app.left, app.unbound, 0, 1, 0);
    scene->calls.xrDestroyInstance(scene->instance);
    scene_finish(scene);
}

/* What the event log's last line counts: answers of the layer, those for the eyes apart. */
static void test_answers_of_the_layer(void **state)
{
    (void)state;
    struct app app;
    make(&app);
    struct us_instance_counts *counts = &us_session_find(app.scene.session)->instance->counts;
    uint64_t spaces = atomic_load(&counts->spaces), gazes = atomic_load(&counts->gazes);
    scene_locate(&app.scene, app.left, app.scene.local, SCENE_AT(1.0), NULL);
    scene_locate(&app.scene, app.scene.view, app.scene.local, SCENE_AT(1.0), NULL);
    scene_locate(&app.scene, app.eyes, app.scene.local, SCENE_AT(1.0), NULL);
    scene_locate(&app.scene, app.scene.local, app.scene.stage, SCENE_AT(1.0), NULL);
    assert_int_equal(atomic_load(&counts->spaces) - spaces, 2);
    assert_int_equal(atomic_load(&counts->gazes) - gazes, 1);
    app.scene.calls.xrDestroyInstance(app.scene.instance);
    scene_finish(&app.scene);
}

/* Of many spaces at once, too; a hand that is not there was asked for, and not found. */
static void test_what_is_found(void **state)
{
    (void)state;
    struct app app;
    make(&app);
    const struct us_summary *summary = us_session_find(app.scene.session)->instance->summary;
    const struct us_summary_count *hands = &summary->questions[US_SUMMARY_HAND_POSES];
    const struct us_summary_count *gazes = &summary->questions[US_SUMMARY_GAZES];
    XrSpace spaces[] = {app.left, app.right, app.eyes};
    XrSpaceLocationData data[3];
    XrSpaceLocations locations = {
        .type = XR_TYPE_SPACE_LOCATIONS, .locationCount = 3, .locations = data};
    /* The right hand is there for four seconds. */
    for (int second = 3; second <= 5; second += 2) {
        XrSpacesLocateInfo info = {.type = XR_TYPE_SPACES_LOCATE_INFO,
                                   .baseSpace = app.scene.local,
                                   .time = SCENE_AT(second),
                                   .spaceCount = 3,
                                   .spaces = spaces};
        uint64_t asked_before = atomic_load(&hands->times),
                 gazes_before = atomic_load(&gazes->found);
        uint64_t found_before = atomic_load(&hands->found);
        assert_int_equal(app.scene.calls.xrLocateSpaces(app.scene.session, &info, &locations),
                         XR_SUCCESS);
        assert_int_equal(atomic_load(&hands->times) - asked_before, 2);
        assert_int_equal(atomic_load(&hands->found) - found_before, second < 4 ? 2 : 1);
        assert_int_equal(atomic_load(&gazes->found) - gazes_before, 1);
    }
    app.scene.calls.xrDestroyInstance(app.scene.instance);
    scene_finish(&app.scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_counts),
        cmocka_unit_test(test_answers_of_the_layer),
        cmocka_unit_test(test_what_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
