/* SPDX-License-Identifier: MIT */
/* Hazard: the summary says that the app asked for something that it never asked for, or the
 * opposite. */
#include "actions.h"

#include <stdlib.h>
#include <string.h>

#include "layer/state/session.h"

struct app {
    struct scene scene;
    XrActionSet set;
    XrAction grip;
    XrSpace left, right, eyes, unbound;
};

static void make_with(struct app *app, const char *channels)
{
    const char *names[] = {SCENE_HAND_AND_EYES};
    memset(app, 0, sizeof *app);
    scene_init(&app->scene, SCENE_ALL);
    setenv("UNDERSTUDY_CHANNELS", channels, 1);
    scene_open(&app->scene, names, 2);
    struct scene *scene = &app->scene;
    app->set = actions_set(scene, 0);
    XrAction grip = actions_make(scene, app->set, XR_ACTION_TYPE_POSE_INPUT, LEFT, RIGHT, NULL);
    XrAction gaze = actions_make(scene, app->set, XR_ACTION_TYPE_POSE_INPUT, EYES, NULL, NULL);
    XrAction other = actions_make(scene, app->set, XR_ACTION_TYPE_POSE_INPUT, PAD, NULL, NULL);
    const struct actions_binding grips[] = {{grip, LEFT "/input/grip/pose"},
                                            {grip, RIGHT "/input/grip/pose"}};
    assert_success(actions_suggest(scene, SIMPLE, grips, 2));
    assert_success(actions_suggest_one(scene, EYE_GAZE_PROFILE, gaze, EYE_GAZE));
    app->grip = grip;
    app->left = actions_space(scene, grip, LEFT);
    app->right = actions_space(scene, grip, RIGHT);
    app->eyes = actions_space(scene, gaze, EYES);
    app->unbound = actions_space(scene, other, PAD);
    assert_success(actions_attach(scene, &app->set, 1));
    scene_focus(scene);
    actions_frame(scene, app->set, 1.0);
}

static void make(struct app *app)
{
    make_with(app, "");
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

TEST(test_what_counts)
{
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
    /* A pose that is there is no button. */
    const struct us_summary *summary = us_session_find(scene->session)->instance->summary;
    uint64_t buttons = atomic_load(&summary->questions[US_SUMMARY_BUTTONS].times);
    assert_true(actions_pose(scene, app.grip, LEFT));
    assert_int_equal(atomic_load(&summary->questions[US_SUMMARY_BUTTONS].times), buttons);
    /* The runtime's own action. */
    check(&app, app.unbound, local, 0, 0, 0);
    check(&app, view, app.unbound, 0, 0, 0);
    check(&app, app.unbound, app.left, 0, 1, 0);
    check(&app, app.left, app.unbound, 0, 1, 0);
    scene_end(scene);
}

/* What the event log's last line counts: answers of the layer, those for the eyes apart. */
TEST_OF(test_answers_of_the_layer, struct app, app, make(app), scene_end(&app->scene))
{
    struct us_instance_counts *counts = &us_session_find(app->scene.session)->instance->counts;
    uint64_t spaces = atomic_load(&counts->spaces), gazes = atomic_load(&counts->gazes);
    scene_locate(&app->scene, app->left, app->scene.local, SCENE_AT(1.0), NULL);
    scene_locate(&app->scene, app->scene.view, app->scene.local, SCENE_AT(1.0), NULL);
    scene_locate(&app->scene, app->eyes, app->scene.local, SCENE_AT(1.0), NULL);
    scene_locate(&app->scene, app->scene.local, app->scene.stage, SCENE_AT(1.0), NULL);
    assert_int_equal(atomic_load(&counts->spaces) - spaces, 2);
    assert_int_equal(atomic_load(&counts->gazes) - gazes, 1);
}

/* Of many spaces at once, too; a hand that is not there was asked for, and not found. */
TEST_OF(test_what_is_found, struct app, app, make(app), scene_end(&app->scene))
{
    const struct us_summary *summary = us_session_find(app->scene.session)->instance->summary;
    const struct us_status_summary_count *hands = &summary->questions[US_SUMMARY_HAND_POSES];
    const struct us_status_summary_count *gazes = &summary->questions[US_SUMMARY_GAZES];
    XrSpace spaces[] = {app->left, app->right, app->eyes};
    XrSpaceLocationData data[3];
    /* The right hand is there for four seconds. */
    for (int second = 3; second <= 5; second += 2) {
        LOCATE_SPACES(info, locations, app->scene.local, SCENE_AT(second), 3, spaces, data, NULL);
        uint64_t asked_before = atomic_load(&hands->times),
                 gazes_before = atomic_load(&gazes->found);
        uint64_t found_before = atomic_load(&hands->found);
        assert_success(app->scene.calls.xrLocateSpaces(app->scene.session, &info, &locations));
        assert_int_equal(atomic_load(&hands->times) - asked_before, 2);
        assert_int_equal(atomic_load(&hands->found) - found_before, second < 4 ? 2 : 1);
        assert_int_equal(atomic_load(&gazes->found) - gazes_before, 1);
    }
}

static void locate_views(const struct scene *scene, XrSpace space)
{
    (void)scene_locate_views(scene, space, SCENE_AT(1));
}

/* Views count where the recorded head is seen, and not where a live head is seen from a hand. */
TEST(test_views)
{
    for (int plays_head = 0; plays_head < 2; plays_head++) {
        struct app app;
        make_with(&app, plays_head ? "head,hands,gaze" : "hands,gaze");
        const struct us_summary *summary = us_session_find(app.scene.session)->instance->summary;
        const struct us_status_summary_count *views = &summary->questions[US_SUMMARY_VIEWS];
        locate_views(&app.scene, app.left);
        locate_views(&app.scene, app.scene.local);
        assert_int_equal(atomic_load(&views->times), plays_head ? 2 : 0);
        assert_int_equal(atomic_load(&views->found), plays_head ? 2 : 0);
        scene_end(&app.scene);
    }
}

/* What the actions of an app are bound to, one kind at a time. */
TEST(test_what_is_bound)
{
    static const struct {
        const char *profile, *path, *user;
        XrActionType type;
        unsigned bound;
    } rows[] = {
        {SIMPLE, LEFT "/input/grip/pose", LEFT, XR_ACTION_TYPE_POSE_INPUT, US_SUMMARY_BOUND_POSE},
        {SIMPLE, LEFT "/input/select/click", LEFT, XR_ACTION_TYPE_BOOLEAN_INPUT,
         US_SUMMARY_BOUND_BUTTON},
        {SIMPLE, LEFT "/output/haptic", LEFT, XR_ACTION_TYPE_VIBRATION_OUTPUT, 0},
        {EYE_GAZE_PROFILE, EYE_GAZE, EYES, XR_ACTION_TYPE_POSE_INPUT, US_SUMMARY_BOUND_GAZE}};
    const unsigned all = US_SUMMARY_BOUND_POSE | US_SUMMARY_BOUND_BUTTON | US_SUMMARY_BOUND_GAZE;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *names[] = {SCENE_HAND_AND_EYES};
        struct scene scene = {0};
        scene_init(&scene, SCENE_ALL);
        scene_open(&scene, names, 2);
        XrActionSet set = actions_set(&scene, 0);
        XrAction action = actions_make(&scene, set, rows[i].type, rows[i].user, NULL, NULL);
        actions_bind_one(&scene, set, rows[i].profile, action, rows[i].path);
        const struct us_summary *summary = us_session_find(scene.session)->instance->summary;
        assert_int_equal(atomic_load(&summary->steps) & all, rows[i].bound);
        assert_true((atomic_load(&summary->steps) & US_SUMMARY_ATTACHED) != 0);
        scene_end(&scene);
    }
}

TESTS_MAIN(test_what_counts, test_answers_of_the_layer, test_what_is_found, test_what_is_bound,
           test_views)
