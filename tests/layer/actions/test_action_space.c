/* SPDX-License-Identifier: MIT */
/* Hazard: a grip that is not where the recorded hand is, or that is somewhere when it should be
 * nowhere (OpenXR 1.0, 7.3 and 11.5). */
#include "actions.h"

#include <stdlib.h>
#include <string.h>

#include "layer/pose/hand.h"

struct app {
    struct scene scene;
    XrActionSet set;
    XrAction grip, aim;
    XrSpace left, right, any, aims;
};

static void make(struct app *app)
{
    memset(app, 0, sizeof *app);
    struct scene *scene = &app->scene;
    scene_play(scene, SCENE_ALL | SCENE_PINCHES);
    app->set = actions_set(scene, 0);
    app->grip = actions_make(scene, app->set, XR_ACTION_TYPE_POSE_INPUT, LEFT, RIGHT, NULL);
    app->aim = actions_make(scene, app->set, XR_ACTION_TYPE_POSE_INPUT, NULL, NULL, NULL);
    struct actions_binding bindings[] = {{app->grip, LEFT "/input/grip/pose"},
                                         {app->grip, RIGHT "/input/grip/pose"},
                                         {app->aim, LEFT "/input/aim/pose"}};
    assert_success(actions_suggest(scene, SIMPLE, bindings, 3));
    app->left = actions_space(scene, app->grip, LEFT);
    app->right = actions_space(scene, app->grip, RIGHT);
    app->any = actions_space(scene, app->grip, NULL);
    app->aims = actions_space(scene, app->aim, NULL);
}

static XrSpaceLocationFlags flags(struct app *app, XrSpace space, double seconds)
{
    return scene_locate(&app->scene, space, app->scene.local, SCENE_AT(seconds), NULL)
        .locationFlags;
}

/* By the joints that the hand tracker gives, in LOCAL. */
static struct us_motion expected(struct app *app, XrHandEXT hand, enum us_hand_pose kind,
                                 double seconds)
{
    XrHandTrackerEXT tracker = scene_hand(&app->scene, hand);
    XrHandJointVelocityEXT moving[XR_HAND_JOINT_COUNT_EXT];
    XrHandJointVelocitiesEXT velocities = {.type = XR_TYPE_HAND_JOINT_VELOCITIES_EXT,
                                           .jointCount = XR_HAND_JOINT_COUNT_EXT,
                                           .jointVelocities = moving};
    HAND_JOINTS_WITH(locations, joints, &velocities);
    scene_joints(&app->scene, tracker, app->scene.local, SCENE_AT(seconds), &locations);
    app->scene.calls.xrDestroyHandTrackerEXT(tracker);
    struct us_motion motions[XR_HAND_JOINT_COUNT_EXT];
    for (int i = 0; i < XR_HAND_JOINT_COUNT_EXT; i++) {
        XrPosef pose = joints[i].pose;
        XrVector3f v = moving[i].linearVelocity, w = moving[i].angularVelocity;
        motions[i] = (struct us_motion){
            {{pose.orientation.x, pose.orientation.y, pose.orientation.z, pose.orientation.w},
             {pose.position.x, pose.position.y, pose.position.z}},
            {v.x, v.y, v.z},
            {w.x, w.y, w.z}};
    }
    return us_hand_pose(kind, hand == XR_HAND_LEFT_EXT ? US_HAND_LEFT : US_HAND_RIGHT, motions,
                        NULL);
}

#define APP_TEST(name) TEST_OF(name, struct app, app, make(app), scene_end(&app->scene))

APP_TEST(test_grip)
{
    assert_success(actions_attach(&app->scene, &app->set, 1));
    actions_frame(&app->scene, app->set, 2.0);
    const struct {
        XrSpace space;
        XrHandEXT hand;
    } grips[] = {{app->left, XR_HAND_LEFT_EXT}, {app->right, XR_HAND_RIGHT_EXT}};
    for (int i = 0; i < 2; i++) {
        XrSpaceVelocity velocity;
        XrSpaceLocation got =
            scene_locate(&app->scene, grips[i].space, app->scene.local, SCENE_AT(2.0), &velocity);
        struct us_motion want = expected(app, grips[i].hand, US_HAND_POSE_GRIP, 2.0);
        struct us_quat q = want.pose.rotation;
        struct us_vec3 p = want.pose.position_m;
        float sign = q.w < 0 || (q.w == 0 && q.x < 0) ? -1.0f : 1.0f;
        XrQuaternionf rotation = {sign * q.x, sign * q.y, sign * q.z, sign * q.w};
        assert_int_equal(got.locationFlags, 15);
        assert_int_equal(velocity.velocityFlags, 3);
        scene_check_pose(got.pose, rotation, (XrVector3f){p.x, p.y, p.z});
        /* The recorded left hand rises by 5 cm a second, the right one rests. */
        scene_check_vector(velocity.linearVelocity, (XrVector3f){0, i == 0 ? 0.05f : 0.0f, 0});
    }
    /* An action space as the base, and what is in it back again. */
    XrSpaceLocation there = scene_locate(&app->scene, app->left, app->right, SCENE_AT(2.0), NULL);
    XrSpaceLocation back = scene_locate(&app->scene, app->right, app->left, SCENE_AT(2.0), NULL);
    assert_int_equal(there.locationFlags & back.locationFlags, 15);
    XrVector3f a = there.pose.position, b = back.pose.position;
    float far_a = a.x * a.x + a.y * a.y + a.z * a.z, far_b = b.x * b.x + b.y * b.y + b.z * b.z;
    assert_true(far_a > 0.001f && far_a - far_b < 1e-5f && far_b - far_a < 1e-5f);
}

/* Two spaces on one hand's grip are exact, whatever the hand does. */
APP_TEST(test_same_entity)
{
    assert_success(actions_attach(&app->scene, &app->set, 1));
    actions_frame(&app->scene, app->set, 2.0);
    XrSpaceVelocity velocity;
    XrSpaceLocation got = scene_locate(&app->scene, app->any, app->left, SCENE_AT(2.0), &velocity);
    assert_int_equal(got.locationFlags, 15);
    scene_check_pose(got.pose, (XrQuaternionf){0, 0, 0, 1}, (XrVector3f){0, 0, 0});
    assert_true(got.pose.position.x == 0.0f && got.pose.orientation.w == 1.0f);
    scene_check_vector(velocity.linearVelocity, (XrVector3f){0, 0, 0});
    XrSpace again = actions_space(&app->scene, app->aim, NULL);
    for (int i = 0; i < 50; i++) {
        got = scene_locate(&app->scene, app->aims, again, SCENE_AT(0.037 * i), NULL);
        assert_true(got.pose.orientation.w == 1.0f && got.pose.orientation.x == 0.0f);
    }
    got = scene_locate(&app->scene, app->aims, app->left, SCENE_AT(2.0), NULL);
    assert_true(got.pose.position.x != 0.0f || got.pose.orientation.w != 1.0f);
}

APP_TEST(test_nowhere)
{
    assert_int_equal(flags(app, app->left, 2.0), 0);
    assert_success(actions_attach(&app->scene, &app->set, 1));
    assert_int_equal(flags(app, app->left, 2.0), 0);
    actions_frame(&app->scene, app->set, 2.0);
    assert_int_equal(flags(app, app->left, 2.0), 15);
    /* The set is not active; active for the other hand; and the focus goes. */
    assert_success(actions_sync(&app->scene, XR_NULL_HANDLE));
    assert_int_equal(flags(app, app->left, 2.0), 0);
    XrActiveActionSet right = {app->set, actions_path(&app->scene, RIGHT)};
    assert_success(actions_sync_many(&app->scene, &right, 1, NULL));
    assert_int_equal(flags(app, app->left, 2.0), 0);
    assert_int_equal(flags(app, app->right, 2.0), 15);
    actions_sync(&app->scene, app->set);
    scene_tell_state(&app->scene, XR_SESSION_STATE_VISIBLE);
    assert_int_equal(flags(app, app->left, 2.0), 0);
    scene_tell_state(&app->scene, XR_SESSION_STATE_FOCUSED);
    assert_int_equal(flags(app, app->left, 2.0), 15);
    /* The right hand is lost at 4 s: at such a time, and after a sync there at any time. */
    assert_int_equal(flags(app, app->right, 4.5), 0);
    actions_frame(&app->scene, app->set, 4.5);
    assert_int_equal(flags(app, app->right, 4.5), 0);
    assert_int_equal(flags(app, app->right, 2.0), 0);
    assert_int_equal(flags(app, app->left, 4.5), 15);
}

/* Without a subaction path it is one hand, and stays that one while it is there. */
APP_TEST(test_sticky)
{
    assert_success(actions_attach(&app->scene, &app->set, 1));
    scene_wait_frame(&app->scene, SCENE_AT(2.0));
    XrActiveActionSet right = {app->set, actions_path(&app->scene, RIGHT)};
    assert_success(actions_sync_many(&app->scene, &right, 1, NULL));
    XrSpaceLocation on_right = scene_locate(&app->scene, app->any, app->right, SCENE_AT(2.0), NULL);
    assert_true(on_right.locationFlags == 15 && on_right.pose.position.x == 0.0f);
    actions_frame(&app->scene, app->set, 2.1);
    on_right = scene_locate(&app->scene, app->any, app->right, SCENE_AT(2.1), NULL);
    assert_true(on_right.locationFlags == 15 && on_right.pose.position.x == 0.0f);
    actions_frame(&app->scene, app->set, 4.5);
    XrSpaceLocation on_left = scene_locate(&app->scene, app->any, app->left, SCENE_AT(4.5), NULL);
    assert_true(on_left.locationFlags == 15 && on_left.pose.position.x == 0.0f);
}

/* Only the gaze is played, and the hand is live: without a subaction path the space is on the
 * recorded gaze while that is active, and otherwise where the runtime has it. */
SCENE_TEST(test_live_beside_played, SCENE_ALL)
{
    setenv("UNDERSTUDY_CHANNELS", "gaze", 1);
    setenv("UNDERSTUDY_GAZE", "world", 1);
    scene_play(scene, 0);
    unsetenv("UNDERSTUDY_CHANNELS");
    unsetenv("UNDERSTUDY_GAZE");
    fake.live_hand.active = true;
    XrActionSet set = actions_set(scene, 0);
    XrAction both = actions_make(scene, set, XR_ACTION_TYPE_POSE_INPUT, LEFT, EYES, NULL);
    XrAction eyes = actions_make(scene, set, XR_ACTION_TYPE_POSE_INPUT, EYES, NULL, NULL);
    const struct actions_binding gazes[] = {{both, EYE_GAZE}, {eyes, EYE_GAZE}};
    assert_success(actions_suggest(scene, EYE_GAZE_PROFILE, gazes, 2));
    assert_success(actions_suggest_one(scene, SIMPLE, both, LEFT "/input/grip/pose"));
    const XrSpace any = actions_space(scene, both, NULL), left = actions_space(scene, both, LEFT),
                  gaze = actions_space(scene, eyes, NULL);
    assert_success(actions_attach(scene, &set, 1));
    actions_frame(scene, set, 2.0);
    const XrVector3f recorded = {0.1f, 0.2f, -0.3f},
                     live = {FAKE_LIVE_OTHER_M, FAKE_LIVE_OTHER_M, FAKE_LIVE_OTHER_M};
    XrSpaceLocation at = scene_locate(scene, any, scene->local, SCENE_AT(2.0), NULL);
    scene_check_vector(at.pose.position, recorded);
    at = scene_locate(scene, left, scene->local, SCENE_AT(2.0), NULL);
    scene_check_vector(at.pose.position, live);
    at = scene_locate(scene, gaze, scene->local, SCENE_AT(2.0), NULL);
    scene_check_vector(at.pose.position, recorded);
    /* The set is not active, so nothing recorded is either. */
    assert_success(actions_sync(scene, XR_NULL_HANDLE));
    at = scene_locate(scene, any, scene->local, SCENE_AT(2.0), NULL);
    scene_check_vector(at.pose.position, live);
    assert_int_equal(at.locationFlags, 15);
    assert_int_equal(scene_locate(scene, gaze, scene->local, SCENE_AT(2.0), NULL).locationFlags, 0);
}

APP_TEST(test_outlives_action)
{
    assert_success(actions_attach(&app->scene, &app->set, 1));
    actions_frame(&app->scene, app->set, 2.0);
    assert_success(app->scene.calls.xrDestroyAction(app->grip));
    assert_int_equal(flags(app, app->left, 2.0), 15);
    assert_success(app->scene.calls.xrDestroyActionSet(app->set));
    assert_int_equal(flags(app, app->left, 2.0), 15);
    assert_success(app->scene.calls.xrDestroySpace(app->left));
}

static struct app *syncing;

static void sync_nothing(void)
{
    fake.on_locate = NULL;
    assert_success(actions_sync(&syncing->scene, XR_NULL_HANDLE));
}

/* A sync in the middle of a call: the call goes by what the space stood for when it began. The
 * runtime is asked where STAGE is. */
APP_TEST(test_sync_in_a_call)
{
    assert_success(actions_attach(&app->scene, &app->set, 1));
    actions_frame(&app->scene, app->set, 2.0);
    const XrSpaceLocation before =
        scene_locate(&app->scene, app->left, app->scene.stage, SCENE_AT(2), NULL);
    syncing = app;
    fake.on_locate = sync_nothing;
    const XrSpaceLocation during =
        scene_locate(&app->scene, app->left, app->scene.stage, SCENE_AT(2), NULL);
    assert_null(fake.on_locate);
    assert_int_equal(during.locationFlags, 15);
    assert_memory_equal(&during.pose, &before.pose, sizeof before.pose);
    assert_int_equal(flags(app, app->left, 2.0), 0);
}

TESTS_MAIN(test_grip, test_same_entity, test_nowhere, test_sticky, test_live_beside_played,
           test_outlives_action, test_sync_in_a_call)
