/* SPDX-License-Identifier: MIT */
/* Hazard: an app is given other controllers, buttons, profiles or eyes than a session holds. */
#include "actions.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "layer/state/session.h"
#include "session_recording.h"

static char path[64];

struct app {
    struct scene scene;
    XrActionSet set;
    XrAction gaze;
    XrAction pull, fire, stick, stick_x, stick_y, x, select, grip, aim, buzz;
    XrSpace left_grip, right_grip, right_aim;
};

static void make_actions(struct app *app)
{
    struct scene *scene = &app->scene;
    app->set = actions_set(scene, 0);
    app->pull = actions_make(scene, app->set, XR_ACTION_TYPE_FLOAT_INPUT, LEFT, RIGHT, NULL);
    app->fire = actions_make(scene, app->set, XR_ACTION_TYPE_BOOLEAN_INPUT, LEFT, RIGHT, NULL);
    app->stick = actions_make(scene, app->set, XR_ACTION_TYPE_VECTOR2F_INPUT, LEFT, RIGHT, NULL);
    app->stick_x = actions_make(scene, app->set, XR_ACTION_TYPE_FLOAT_INPUT, LEFT, RIGHT, NULL);
    app->stick_y = actions_make(scene, app->set, XR_ACTION_TYPE_FLOAT_INPUT, LEFT, RIGHT, NULL);
    app->x = actions_make(scene, app->set, XR_ACTION_TYPE_BOOLEAN_INPUT, LEFT, RIGHT, NULL);
    app->select = actions_make(scene, app->set, XR_ACTION_TYPE_BOOLEAN_INPUT, LEFT, RIGHT, NULL);
    app->grip = actions_make(scene, app->set, XR_ACTION_TYPE_POSE_INPUT, LEFT, RIGHT, NULL);
    app->aim = actions_make(scene, app->set, XR_ACTION_TYPE_POSE_INPUT, LEFT, RIGHT, NULL);
    app->gaze = actions_make(scene, app->set, XR_ACTION_TYPE_POSE_INPUT, EYES, NULL, NULL);
    app->left_grip = actions_space(scene, app->grip, LEFT);
    app->right_grip = actions_space(scene, app->grip, RIGHT);
    app->right_aim = actions_space(scene, app->aim, RIGHT);
}

static void suggest(struct app *app)
{
    struct actions_binding touch[] = {
        {app->pull, LEFT "/input/trigger/value"}, {app->pull, RIGHT "/input/trigger/value"},
        {app->fire, LEFT "/input/trigger/value"}, {app->fire, RIGHT "/input/trigger/value"},
        {app->stick, LEFT "/input/thumbstick"},   {app->stick_y, LEFT "/input/thumbstick/y"},
        {app->x, LEFT "/input/x/click"},          {app->x, RIGHT "/input/a/click"},
        {app->grip, LEFT "/input/grip/pose"},     {app->grip, RIGHT "/input/grip/pose"},
        {app->aim, RIGHT "/input/aim/pose"},      {app->stick_x, LEFT "/input/thumbstick/x"}};
    struct actions_binding simple[] = {{app->select, LEFT "/input/select/click"},
                                       {app->select, RIGHT "/input/select/click"},
                                       {app->grip, LEFT "/input/grip/pose"}};
    /* A profile that the session never had: nothing of it is bound. */
    struct actions_binding motion[] = {{app->pull, LEFT "/input/squeeze/click"},
                                       {app->x, RIGHT "/input/menu/click"}};
    assert_success(actions_suggest_one(&app->scene, EYE_GAZE_PROFILE, app->gaze, EYE_GAZE));
    assert_success(actions_suggest(&app->scene, MOTION, motion, 2));
    assert_success(actions_suggest(&app->scene, SIMPLE, simple, 3));
    assert_success(actions_suggest(&app->scene, TOUCH, touch, 12));
}

static bool is_virtual;  /* --recorded spaces */
static bool is_on_stage; /* --anchor stage */
static bool has_events;  /* --recorded events */

static void begin(struct app *app, const char *views)
{
    const char *names[] = {SCENE_HAND_AND_EYES, XR_FB_HAND_TRACKING_AIM_EXTENSION_NAME,
                           XR_EXT_HAND_TRACKING_DATA_SOURCE_EXTENSION_NAME,
                           XR_FB_DISPLAY_REFRESH_RATE_EXTENSION_NAME,
                           XR_KHR_VISIBILITY_MASK_EXTENSION_NAME};
    memset(app, 0, sizeof *app);
    scene_init(&app->scene, 0);
    fake.also[0] = XR_FB_DISPLAY_REFRESH_RATE_EXTENSION_NAME;
    fake.also[1] = XR_KHR_VISIBILITY_MASK_EXTENSION_NAME;
    fake.rate_hz = 100.0f;
    if (has_events)
        setenv("UNDERSTUDY_SESSION_EVENTS", "recorded", 1);
    setenv("UNDERSTUDY_PLAY", path, 1);
    if (is_virtual)
        setenv("UNDERSTUDY_WORLD", "virtual", 1);
    if (is_on_stage)
        setenv("UNDERSTUDY_ANCHOR", "stage", 1);
    scene_set("UNDERSTUDY_VIEWS", views);
    scene_open(&app->scene, names, 6);
    make_actions(app);
    suggest(app);
    assert_success(actions_attach(&app->scene, &app->set, 1));
    scene_focus(&app->scene);
}

static void frame(struct app *app, int hundredths)
{
    actions_frame(&app->scene, app->set, hundredths / 100.0);
}

TEST_OF(test_profiles, struct app, app, begin(app, NULL), scene_end(&app->scene))
{
    static const struct {
        int hundredths;
        const char *left;
    } rows[] = {{0, ""}, {49, ""}, {50, SIMPLE}, {99, SIMPLE}, {100, TOUCH}, {149, TOUCH}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        frame(app, rows[i].hundredths);
        assert_string_equal(actions_profile(&app->scene, LEFT), rows[i].left);
        assert_string_equal(actions_profile(&app->scene, RIGHT), TOUCH);
    }
    /* The app suggested nothing for the third profile, so its own choice stands: the profile that
     * the session began with. */
    frame(app, 150);
    assert_string_equal(actions_profile(&app->scene, LEFT), SIMPLE);
    frame(app, 250);
    assert_string_equal(actions_profile(&app->scene, LEFT), SIMPLE);
    assert_string_equal(actions_profile(&app->scene, RIGHT), TOUCH);
}

#define APP_TEST(name) TEST_OF(name, struct app, app, begin(app, NULL), scene_end(&app->scene))

/* While a hand has another profile, the actions that are bound for Touch alone are inactive. */
APP_TEST(test_values)
{
    for (int i = 0; i < 150; i++) {
        double t = i / 100.0;
        bool is_simple = i >= 50 && i < 100, is_touch = i >= 100;
        frame(app, i);
        XrActionStateFloat pull = actions_float(&app->scene, app->pull, LEFT);
        XrActionStateVector2f stick = actions_vector(&app->scene, app->stick, LEFT);
        XrActionStateFloat stick_x = actions_float(&app->scene, app->stick_x, LEFT);
        XrActionStateFloat stick_y = actions_float(&app->scene, app->stick_y, LEFT);
        XrActionStateBoolean x = actions_boolean(&app->scene, app->x, LEFT);
        XrActionStateBoolean select = actions_boolean(&app->scene, app->select, LEFT);
        assert_int_equal(pull.isActive, is_touch);
        assert_int_equal(stick.isActive, is_touch);
        assert_int_equal(x.isActive, is_touch);
        assert_int_equal(select.isActive, is_simple);
        assert_true(pull.currentState == (is_touch ? session_left_trigger(t) : 0.0f));
        assert_true(stick.currentState.x == (is_touch ? (float)(t / 4.0) : 0.0f));
        assert_true(stick.currentState.y == (is_touch ? (float)(-t / 8.0) : 0.0f));
        assert_true(stick_x.currentState == (is_touch ? (float)(t / 4.0) : 0.0f));
        assert_true(stick_y.currentState == (is_touch ? (float)(-t / 8.0) : 0.0f));
        assert_int_equal(x.currentState, is_touch && session_left_x(t));
        assert_int_equal(select.currentState, is_simple && session_left_select(t));
        assert_int_equal(select.changedSinceLastSync, i == 70);
        if (is_simple)
            assert_int_equal(select.lastChangeTime, i < 70 ? SCENE_AT(0.5) : SCENE_AT(0.7));
        /* The larger of both hands. */
        float right = session_right_trigger(t), left = pull.currentState;
        assert_true(actions_float(&app->scene, app->pull, NULL).currentState ==
                    (left > right ? left : right));
        XrActionStateBoolean a = actions_boolean(&app->scene, app->x, RIGHT);
        assert_int_equal(a.isActive, i < 30 || i >= 40);
        assert_int_equal(a.currentState, i < 30 || i >= 40);
    }
}

/* A number as a truth value: on from 0.7 on, off below 0.5. */
APP_TEST(test_thresholds)
{
    for (int i = 90; i < 150; i++) {
        frame(app, i);
        XrActionStateBoolean fire = actions_boolean(&app->scene, app->fire, RIGHT);
        assert_true(fire.isActive);
        assert_int_equal(fire.currentState, i >= 100 && i < 140);
        assert_int_equal(fire.changedSinceLastSync, i == 100 || i == 140);
        assert_true(actions_float(&app->scene, app->pull, RIGHT).currentState ==
                    session_right_trigger(i / 100.0));
    }
}

/* A number whose truth value was recorded has that one, whatever the number is. */
APP_TEST(test_recorded_truths)
{
    for (int i = 100; i < 150; i++) {
        frame(app, i);
        XrActionStateBoolean fire = actions_boolean(&app->scene, app->fire, LEFT);
        assert_true(fire.isActive);
        assert_int_equal(fire.currentState, i % 10 >= 5);
        assert_int_equal(fire.changedSinceLastSync, i > 100 && i % 5 == 0);
    }
}

static XrSpaceLocation locate(struct app *app, XrSpace space, double t, XrSpaceVelocity *velocity)
{
    return scene_locate(&app->scene, space, app->scene.local, SCENE_AT(t), velocity);
}

TEST_OF(test_poses, struct app, app, begin(app, NULL), scene_end(&app->scene))
{
    const XrQuaternionf unturned = {0, 0, 0, 1};
    for (int i = 55; i < 150; i += 5) {
        float t = (float)i / 100.0f;
        XrSpaceVelocity velocity;
        frame(app, i);
        assert_true(actions_pose(&app->scene, app->grip, LEFT));
        assert_true(actions_pose(&app->scene, app->aim, RIGHT));
        XrSpaceLocation grip = locate(app, app->left_grip, i / 100.0, &velocity);
        assert_int_equal(grip.locationFlags, 11);
        scene_check_pose(grip.pose, unturned, (XrVector3f){1, t, 0});
        assert_int_equal(velocity.velocityFlags, XR_SPACE_VELOCITY_LINEAR_VALID_BIT);
        scene_check_vector(velocity.linearVelocity, (XrVector3f){0, 1, 0});
        XrSpaceLocation aim = locate(app, app->right_aim, i / 100.0, &velocity);
        assert_int_equal(aim.locationFlags, 15);
        scene_check_pose(aim.pose, unturned, (XrVector3f){2, t, 0});
        assert_int_equal(velocity.velocityFlags, 3);
        scene_check_vector(velocity.linearVelocity, (XrVector3f){0, 1, 0});
        scene_check_vector(velocity.angularVelocity, (XrVector3f){0, 0, 0.5f});
        XrSpaceLocation head = locate(app, app->scene.view, i / 100.0, NULL);
        scene_check_pose(head.pose, (XrQuaternionf){0, sinf(t / 4), 0, cosf(t / 4)},
                         (XrVector3f){t, 1, 0});
    }
}

/* The position of a space beside a pose depends on the pose's orientation, and its velocity on how
 * that changes. */
APP_TEST(test_offset_poses)
{
    XrSpaceVelocity velocity;
    XrActionSpaceCreateInfo info = {.type = XR_TYPE_ACTION_SPACE_CREATE_INFO,
                                    .action = app->grip,
                                    .subactionPath = actions_path(&app->scene, LEFT),
                                    .poseInActionSpace = {{0, 0, 0, 1}, {0.5f, 0, 0.25f}}};
    XrSpace left, right;
    assert_success(app->scene.calls.xrCreateActionSpace(app->scene.session, &info, &left));
    info.action = app->aim;
    info.subactionPath = actions_path(&app->scene, RIGHT);
    assert_success(app->scene.calls.xrCreateActionSpace(app->scene.session, &info, &right));
    frame(app, 100);
    XrSpaceLocation grip = locate(app, left, 1.0, &velocity);
    assert_int_equal(grip.locationFlags, 11);
    scene_check_vector(grip.pose.position, (XrVector3f){1.5f, 1, 0.25f});
    assert_int_equal(velocity.velocityFlags, 0);
    XrSpaceLocation aim = locate(app, right, 1.0, &velocity);
    assert_int_equal(aim.locationFlags, 15);
    scene_check_vector(aim.pose.position, (XrVector3f){2.5f, 1, 0.25f});
    assert_int_equal(velocity.velocityFlags, 3);
    /* v + w x r: (0, 1, 0) + (0, 0, 0.5) x (0.5, 0, 0.25) */
    scene_check_vector(velocity.linearVelocity, (XrVector3f){0, 1.25f, 0});
}

APP_TEST(test_inactive_poses)
{
    frame(app, 155);
    assert_false(actions_pose(&app->scene, app->grip, LEFT));
    assert_int_equal(locate(app, app->left_grip, 1.55, NULL).locationFlags, 0);
    /* Never recorded. */
    assert_false(actions_pose(&app->scene, app->grip, RIGHT));
    assert_int_equal(locate(app, app->right_grip, 1.55, NULL).locationFlags, 0);
}

APP_TEST(test_sources)
{
    const char *texts[4];
    frame(app, 100);
    assert_int_equal(actions_sources(&app->scene, app->pull, texts), 2);
    assert_string_equal(texts[0], LEFT "/input/trigger/value");
    assert_string_equal(texts[1], RIGHT "/input/trigger/value");
    assert_int_equal(actions_sources(&app->scene, app->x, texts), 2);
}

static void locate_views(struct app *app, XrTime time, XrView out_views[3])
{
    XrViewLocateInfo info = {.type = XR_TYPE_VIEW_LOCATE_INFO,
                             .viewConfigurationType = XR_VIEW_CONFIGURATION_TYPE_PRIMARY_STEREO,
                             .displayTime = time,
                             .space = app->scene.view};
    XrViewState view_state = {.type = XR_TYPE_VIEW_STATE};
    uint32_t count = 0;
    for (int i = 0; i < 3; i++)
        out_views[i] = (XrView){.type = XR_TYPE_VIEW, .fov = {7, 7, 7, 7}};
    assert_success(app->scene.calls.xrLocateViews(app->scene.session, &info, &view_state, 2, &count,
                                                  out_views));
    assert_int_equal(count, 2);
    assert_int_equal(view_state.viewStateFlags, 15);
    assert_true(out_views[2].fov.angleUp == 7.0f);
}

TEST(test_recorded_eyes)
{
    struct app app;
    XrView views[3];
    begin(&app, "recorded");
    frame(&app, 100);
    locate_views(&app, SCENE_AT(1.0), views);
    for (int i = 0; i < 2; i++) {
        float wider = 0.1f * (float)i;
        scene_check_pose(views[i].pose, (XrQuaternionf){0, 0, 0, 1},
                         (XrVector3f){0.08f * (float)i - 0.04f, 0.01f * (float)i, 0});
        assert_true(views[i].fov.angleLeft == -0.5f - wider);
        assert_true(views[i].fov.angleRight == 0.6f + wider);
        assert_true(views[i].fov.angleUp == 0.8f + wider);
        assert_true(views[i].fov.angleDown == -0.7f - wider);
    }
    scene_end(&app.scene);
    /* Four eyes where two were recorded. */
    XrView four[4] = {{.type = XR_TYPE_VIEW}, {.type = XR_TYPE_VIEW}, {.type = XR_TYPE_VIEW}};
    XrViewState view_state = {.type = XR_TYPE_VIEW_STATE};
    uint32_t count = 0;
    begin(&app, "recorded");
    fake.view_count = 4;
    frame(&app, 100);
    XrViewLocateInfo info = {.type = XR_TYPE_VIEW_LOCATE_INFO,
                             .viewConfigurationType = (XrViewConfigurationType)1000037000,
                             .displayTime = SCENE_AT(1.0),
                             .space = app.scene.view};
    four[3].type = XR_TYPE_VIEW;
    assert_success(
        app.scene.calls.xrLocateViews(app.scene.session, &info, &view_state, 4, &count, four));
    assert_int_equal(count, 4);
    for (int i = 0; i < 4; i++) {
        scene_check_pose(
            four[i].pose, (XrQuaternionf){0, 0, 0, 1},
            (XrVector3f){i % 2 == 0 ? -FAKE_EYE_X_M : FAKE_EYE_X_M, i < 2 ? 0 : 0.01f, 0});
        assert_true(four[i].fov.angleLeft == -0.5f - (float)i && four[i].fov.angleRight == 0.5f);
    }
    scene_end(&app.scene);
    /* The runtime's eyes, if the person did not ask for the recorded ones, and if their number is
     * another one. */
    begin(&app, NULL);
    frame(&app, 100);
    locate_views(&app, SCENE_AT(1.0), views);
    scene_check_pose(views[0].pose, (XrQuaternionf){0, 0, 0, 1}, (XrVector3f){-FAKE_EYE_X_M, 0, 0});
    scene_check_pose(views[1].pose, (XrQuaternionf){0, 0, 0, 1}, (XrVector3f){FAKE_EYE_X_M, 0, 0});
    scene_end(&app.scene);
}

/* With a choice of channels, the controllers stay the live ones. */
TEST(test_other_channels)
{
    struct app app;
    begin(&app, NULL);
    scene_end(&app.scene);
    const char *names[] = {SCENE_HAND_AND_EYES};
    memset(&app, 0, sizeof app);
    scene_init(&app.scene, 0);
    setenv("UNDERSTUDY_PLAY", path, 1);
    setenv("UNDERSTUDY_CHANNELS", "head", 1);
    scene_open(&app.scene, names, 2);
    make_actions(&app);
    suggest(&app);
    assert_success(actions_attach(&app.scene, &app.set, 1));
    scene_focus(&app.scene);
    fake.live_hand = (struct fake_live){.active = true, .number = 0.125f};
    frame(&app, 60);
    assert_true(actions_float(&app.scene, app.pull, LEFT).currentState == 0.125f);
    scene_end(&app.scene);
}

/* A number of a button is 0 or 1, whatever the recorded trigger's value is. */
TEST_OF(test_numbers_of_a_button, struct app, app, scene_init(&app->scene, 0),
        scene_end(&app->scene))
{
    const char *names[] = {SCENE_HAND_AND_EYES};
    setenv("UNDERSTUDY_PLAY", path, 1);
    scene_open(&app->scene, names, 2);
    make_actions(app);
    actions_bind_one(&app->scene, app->set, SIMPLE, app->pull, RIGHT "/input/select/click");
    scene_focus(&app->scene);
    for (int i = 90; i < 150; i++) {
        frame(app, i);
        XrActionStateFloat pull = actions_float(&app->scene, app->pull, RIGHT);
        assert_true(pull.isActive);
        assert_true(pull.currentState == (i >= 100 && i < 140 ? 1.0f : 0.0f));
        assert_int_equal(pull.changedSinceLastSync, i == 100 || i == 140);
    }
}

struct told_hand {
    bool is_active;
    XrHandTrackingDataSourceStateEXT source;
    XrHandTrackingAimStateFB aim;
};

static struct told_hand locate_hand(struct app *app, XrHandTrackerEXT tracker, double seconds)
{
    struct told_hand told = {.source = {.type = XR_TYPE_HAND_TRACKING_DATA_SOURCE_STATE_EXT},
                             .aim = {.type = XR_TYPE_HAND_TRACKING_AIM_STATE_FB}};
    told.source.next = &told.aim;
    HAND_JOINTS_WITH(locations, joints, &told.source);
    scene_joints(&app->scene, tracker, app->scene.local, SCENE_AT(seconds), &locations);
    told.is_active = locations.isActive;
    return told;
}

static XrHandTrackerEXT make_tracker(struct app *app, uint32_t count,
                                     XrHandTrackingDataSourceEXT *wanted)
{
    XrHandTrackingDataSourceInfoEXT sources = {.type = XR_TYPE_HAND_TRACKING_DATA_SOURCE_INFO_EXT,
                                               .requestedDataSourceCount = count,
                                               .requestedDataSources = wanted};
    XrHandTrackerCreateInfoEXT info = {.type = XR_TYPE_HAND_TRACKER_CREATE_INFO_EXT,
                                       .next = &sources,
                                       .hand = XR_HAND_LEFT_EXT,
                                       .handJointSet = XR_HAND_JOINT_SET_DEFAULT_EXT};
    XrHandTrackerEXT tracker;
    assert_success(app->scene.calls.xrCreateHandTrackerEXT(app->scene.session, &info, &tracker));
    return tracker;
}

/* The state of XR_FB_hand_tracking_aim and the source of the joints are those of the recording, on
 * a runtime that lacks both. */
TEST_OF(test_hand_state, struct app, app, begin(app, NULL), scene_end(&app->scene))
{
    XrHandTrackingDataSourceEXT wanted[] = {XR_HAND_TRACKING_DATA_SOURCE_UNOBSTRUCTED_EXT,
                                            XR_HAND_TRACKING_DATA_SOURCE_CONTROLLER_EXT};
    XrHandTrackerEXT both = make_tracker(app, 2, wanted);
    XrHandTrackerEXT hand_only = make_tracker(app, 1, wanted);
    XrHandTrackerEXT held_only = make_tracker(app, 1, wanted + 1);
    for (int i = 0; i <= 4; i++) {
        double t = 0.6 * i;
        bool is_held = t >= 1.0;
        frame(app, 60 * i);
        struct told_hand told = locate_hand(app, both, t);
        assert_true(told.is_active && told.source.isActive);
        assert_int_equal(told.source.dataSource, wanted[is_held]);
        assert_int_equal(locate_hand(app, hand_only, t).is_active, !is_held);
        assert_int_equal(locate_hand(app, held_only, t).is_active, is_held);
        assert_int_equal(told.aim.status, t >= 2.0 ? 0x10b : 0x3);
        scene_check_vector(told.aim.aimPose.position, (XrVector3f){3.0f, (float)t, 0.0f});
        assert_float_equal(told.aim.pinchStrengthIndex, 0.1f, 0.0);
        assert_float_equal(told.aim.pinchStrengthLittle, 0.4f, 0.0);
    }
    const struct us_summary *summary = us_session_find(app->scene.session)->instance->summary;
    assert_true((atomic_load(&summary->steps) & US_SUMMARY_READ_AIM) != 0);
}

static float refresh_rate(struct app *app)
{
    PFN_xrVoidFunction function = NULL;
    float rate_hz = 0.0f;
    assert_success(app->scene.get(app->scene.instance, "xrGetDisplayRefreshRateFB", &function));
    assert_success(((PFN_xrGetDisplayRefreshRateFB)function)(app->scene.session, &rate_hz));
    return rate_hz;
}

/* With the recorded events the rate is the recorded one, before playback starts too. */
TEST(test_refresh_rate)
{
    for (int replayed = 0; replayed < 2; replayed++) {
        struct app app;
        has_events = replayed != 0;
        begin(&app, NULL);
        has_events = false;
        assert_true(refresh_rate(&app) == (replayed ? 90.0f : 100.0f));
        frame(&app, 49);
        assert_true(refresh_rate(&app) == (replayed ? 90.0f : 100.0f));
        frame(&app, 51);
        assert_true(refresh_rate(&app) == (replayed ? 72.0f : 100.0f));
        scene_end(&app.scene);
    }
}

static void check_stage_bounds(struct app *app, XrResult expected, float width_m, float depth_m)
{
    XrExtent2Df bounds = {-1, -1};
    assert_int_equal(app->scene.calls.xrGetReferenceSpaceBoundsRect(
                         app->scene.session, XR_REFERENCE_SPACE_TYPE_STAGE, &bounds),
                     expected);
    assert_true(bounds.width == width_m && bounds.height == depth_m);
}

/* A recorded STAGE is as large as it was; the runtime's own is 4 m by 3 m. An error of the session
 * is the runtime's. */
TEST(test_stage_bounds)
{
    struct app app;
    begin(&app, NULL);
    check_stage_bounds(&app, XR_SUCCESS, 4, 3);
    scene_end(&app.scene);
    is_virtual = true;
    begin(&app, NULL);
    is_virtual = false;
    check_stage_bounds(&app, XR_SUCCESS, 2.5f, 1.75f);
    frame(&app, 10);
    check_stage_bounds(&app, XR_SUCCESS, 2.5f, 1.75f);
    XrExtent2Df floor;
    assert_int_equal(app.scene.calls.xrGetReferenceSpaceBoundsRect(
                         app.scene.session, XR_REFERENCE_SPACE_TYPE_LOCAL, &floor),
                     XR_SPACE_BOUNDS_UNAVAILABLE);
    assert_true(floor.width == 0 && floor.height == 0);
    /* A runtime that knows no bounds itself. */
    fake_fail("xrGetReferenceSpaceBoundsRect", XR_SPACE_BOUNDS_UNAVAILABLE);
    check_stage_bounds(&app, XR_SUCCESS, 2.5f, 1.75f);
    fake.fails_with = XR_ERROR_SESSION_LOST;
    assert_int_equal(app.scene.calls.xrGetReferenceSpaceBoundsRect(
                         app.scene.session, XR_REFERENCE_SPACE_TYPE_STAGE, &floor),
                     XR_ERROR_SESSION_LOST);
    scene_end(&app.scene);
    /* Played on the floor, STAGE is not the recorded one. */
    is_virtual = is_on_stage = true;
    begin(&app, NULL);
    is_virtual = is_on_stage = false;
    check_stage_bounds(&app, XR_SPACE_BOUNDS_UNAVAILABLE, 0, 0);
    scene_end(&app.scene);
}

/* The kind of the events that the app is told now, of which it has `limit` at most. */
static int poll_kind(struct app *app, XrStructureType type, XrEventDataBuffer *out, int limit)
{
    int count = 0;
    XrEventDataBuffer event = {.type = XR_TYPE_EVENT_DATA_BUFFER};
    while (app->scene.calls.xrPollEvent(app->scene.instance, &event) == XR_SUCCESS) {
        if (event.type == type && count < limit)
            out[count++] = event;
        event = (XrEventDataBuffer){.type = XR_TYPE_EVENT_DATA_BUFFER};
    }
    return count;
}

static int poll_stage_changes(struct app *app)
{
    XrEventDataBuffer events[4];
    int count = poll_kind(app, XR_TYPE_EVENT_DATA_REFERENCE_SPACE_CHANGE_PENDING, events, 4);
    for (int i = 0; i < count; i++)
        assert_int_equal(((const XrEventDataReferenceSpaceChangePending *)(const void *)&events[i])
                             ->referenceSpaceType,
                         XR_REFERENCE_SPACE_TYPE_STAGE);
    return count;
}

/* STAGE is as large as the recorded app could know at that frame. The app hears of the change with
 * the recorded events alone. */
TEST(test_stage_bounds_change)
{
    for (int replayed = 0; replayed < 2; replayed++) {
        struct app app;
        is_virtual = true;
        has_events = replayed != 0;
        begin(&app, NULL);
        is_virtual = has_events = false;
        frame(&app, 99);
        assert_int_equal(poll_stage_changes(&app), 0);
        check_stage_bounds(&app, XR_SUCCESS, 2.5f, 1.75f);
        scene_wait_frame(&app.scene, SCENE_AT(1.0));
        assert_int_equal(poll_stage_changes(&app), replayed);
        check_stage_bounds(&app, XR_SUCCESS, 3, 2);
        frame(&app, 101);
        check_stage_bounds(&app, XR_SUCCESS, 3, 2);
        frame(&app, 199);
        check_stage_bounds(&app, XR_SUCCESS, 3, 2);
        frame(&app, 200);
        check_stage_bounds(&app, XR_SPACE_BOUNDS_UNAVAILABLE, 0, 0);
        scene_end(&app.scene);
    }
}

/* The virtual STAGE is where the recorded one was. */
TEST(test_virtual_stage)
{
    struct app app;
    is_virtual = true;
    begin(&app, NULL);
    is_virtual = false;
    frame(&app, 10);
    XrSpaceLocation stage =
        scene_locate(&app.scene, app.scene.stage, app.scene.local, SCENE_AT(0.1), NULL);
    scene_check_vector(stage.pose.position, (XrVector3f){0.5f, -1.25f, -0.75f});
    assert_float_equal(stage.pose.orientation.y, 0.6f, 1e-6);
    assert_float_equal(stage.pose.orientation.w, 0.8f, 1e-6);
    scene_expect_log(&app.scene, "LOCAL is 1250 mm above STAGE");
    scene_end(&app.scene);
    /* Played on the floor, STAGE is where the recording's origin is, and the head's height (1 m)
     * below LOCAL. */
    is_virtual = is_on_stage = true;
    begin(&app, NULL);
    is_virtual = is_on_stage = false;
    frame(&app, 10);
    stage = scene_locate(&app.scene, app.scene.stage, app.scene.local, SCENE_AT(0.1), NULL);
    scene_check_pose(stage.pose, (XrQuaternionf){0, 0, 0, 1}, (XrVector3f){0, -1, 0});
    scene_end(&app.scene);
}

struct told_mask {
    XrVisibilityMaskKHR mask;
    XrVector2f vertices[4];
    uint32_t indices[6];
};

/* `room`: how many vertices the app has room for; 0: it asks for the counts. */
static XrResult ask_mask(struct app *app, uint32_t view, XrVisibilityMaskTypeKHR type,
                         uint32_t room, struct told_mask *out)
{
    PFN_xrVoidFunction function = NULL;
    *out = (struct told_mask){.mask = {.type = XR_TYPE_VISIBILITY_MASK_KHR}};
    out->mask.vertexCapacityInput = room;
    out->mask.indexCapacityInput = room > 0 ? 6 : 0;
    out->mask.vertices = room > 0 ? out->vertices : NULL;
    out->mask.indices = room > 0 ? out->indices : NULL;
    assert_success(app->scene.get(app->scene.instance, "xrGetVisibilityMaskKHR", &function));
    return ((PFN_xrGetVisibilityMaskKHR)function)(
        app->scene.session, XR_VIEW_CONFIGURATION_TYPE_PRIMARY_STEREO, view, type, &out->mask);
}

static void check_mask(struct app *app, uint32_t view, XrVisibilityMaskTypeKHR type,
                       uint32_t vertex_count, uint32_t index_count)
{
    struct told_mask told;
    assert_success(ask_mask(app, view, type, 0, &told));
    assert_int_equal(told.mask.vertexCountOutput, vertex_count);
    assert_int_equal(told.mask.indexCountOutput, index_count);
    assert_success(ask_mask(app, view, type, 4, &told));
    assert_int_equal(told.mask.vertexCountOutput, vertex_count);
    assert_int_equal(told.mask.indexCountOutput, index_count);
    for (uint32_t i = 0; i < vertex_count; i++) {
        bool is_runtimes = vertex_count == 3;
        assert_true(told.vertices[i].x == (is_runtimes ? 7.0f : (float)i));
        assert_true(told.vertices[i].y == (is_runtimes ? (float)i : 10.0f * (float)view));
    }
    for (uint32_t i = 0; i < index_count; i++)
        assert_int_equal(told.indices[i], i % vertex_count);
}

/* With the recorded views the masks are the recorded ones; those of the runtime have three
 * vertices. */
TEST(test_masks)
{
    const XrVisibilityMaskTypeKHR hidden = XR_VISIBILITY_MASK_TYPE_HIDDEN_TRIANGLE_MESH_KHR;
    const XrVisibilityMaskTypeKHR visible = XR_VISIBILITY_MASK_TYPE_VISIBLE_TRIANGLE_MESH_KHR;
    struct told_mask told;
    struct app app;
    begin(&app, NULL);
    check_mask(&app, 0, hidden, 3, 3);
    scene_end(&app.scene);
    begin(&app, "recorded");
    for (int i = 0; i < 2; i++) {
        check_mask(&app, 0, hidden, 4, 6);
        check_mask(&app, 1, hidden, 4, 6);
        check_mask(&app, 0, visible, 3, 3);
        check_mask(&app, 0, XR_VISIBILITY_MASK_TYPE_LINE_LOOP_KHR, 0, 0);
        frame(&app, 10);
    }
    assert_int_equal(ask_mask(&app, 0, hidden, 3, &told), XR_ERROR_SIZE_INSUFFICIENT);
    assert_int_equal(told.mask.vertexCountOutput, 4);
    /* What is wrong is the runtime's to say. */
    fake_fail("xrGetVisibilityMaskKHR", XR_ERROR_SESSION_LOST);
    assert_int_equal(ask_mask(&app, 0, hidden, 4, &told), XR_ERROR_SESSION_LOST);
    assert_int_equal(told.mask.vertexCountOutput, 0);
    scene_end(&app.scene);
}

static int poll_mask_changes(struct app *app)
{
    XrEventDataBuffer events[4];
    int count = poll_kind(app, XR_TYPE_EVENT_DATA_VISIBILITY_MASK_CHANGED_KHR, events, 4);
    for (int i = 0; i < count; i++) {
        const XrEventDataVisibilityMaskChangedKHR *changed = (const void *)&events[i];
        assert_int_equal(changed->viewConfigurationType, XR_VIEW_CONFIGURATION_TYPE_PRIMARY_STEREO);
        assert_int_equal(changed->viewIndex, 1);
    }
    return count;
}

/* A mask is the one that the recorded app could get at that frame. The app hears of a change with
 * the recorded events alone. */
TEST(test_masks_change)
{
    const XrVisibilityMaskTypeKHR hidden = XR_VISIBILITY_MASK_TYPE_HIDDEN_TRIANGLE_MESH_KHR;
    for (int replayed = 0; replayed < 2; replayed++) {
        struct told_mask told;
        struct app app;
        has_events = replayed != 0;
        begin(&app, "recorded");
        has_events = false;
        frame(&app, 99);
        assert_int_equal(poll_mask_changes(&app), 0);
        check_mask(&app, 1, hidden, 4, 6);
        scene_wait_frame(&app.scene, SCENE_AT(1.0));
        assert_int_equal(poll_mask_changes(&app), replayed);
        check_mask(&app, 1, hidden, 2, 4);
        check_mask(&app, 0, hidden, 4, 6);
        assert_int_equal(ask_mask(&app, 1, hidden, 1, &told), XR_ERROR_SIZE_INSUFFICIENT);
        frame(&app, 199);
        check_mask(&app, 0, hidden, 4, 6);
        frame(&app, 200);
        check_mask(&app, 0, hidden, 0, 0);
        check_mask(&app, 1, hidden, 2, 4);
        assert_int_equal(poll_mask_changes(&app), 0);
        scene_end(&app.scene);
    }
}

/* While the recorded session had no eyes, an app that suggests bindings for them has no profile
 * there. */
APP_TEST(test_no_eyes)
{
    frame(app, 10);
    assert_string_equal(actions_profile(&app->scene, EYES), "");
    frame(app, 260);
    assert_string_equal(actions_profile(&app->scene, EYES), EYE_GAZE_PROFILE);
}

int main(void)
{
    snprintf(path, sizeof path, "/tmp/understudy-layer-session-%ld.mcap", (long)getpid());
    session_recording_write(path);
    int failed =
        RUN_TESTS(test_profiles, test_values, test_recorded_truths, test_refresh_rate,
                  test_thresholds, test_sources, test_poses, test_offset_poses, test_inactive_poses,
                  test_recorded_eyes, test_other_channels, test_numbers_of_a_button,
                  test_hand_state, test_no_eyes, test_virtual_stage, test_stage_bounds,
                  test_stage_bounds_change, test_masks, test_masks_change);
    unlink(path);
    return failed;
}
