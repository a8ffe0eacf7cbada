/* SPDX-License-Identifier: MIT */
/* Hazard: a recorded gaze with a live head, where the eyes look out of the back of the head, or
 * from where nobody is. */
#include "actions.h"

#include <math.h>
#include <stdlib.h>

#include "fake_space.h"

static const XrPosef arm = {{0, 0.6f, 0, 0.8f}, {0, 0, -2}};

struct app {
    struct scene scene;
    XrActionSet set;
    XrSpace gaze, arm;
};

static XrSpace gaze_space(struct app *app, XrAction action, XrPosef offset)
{
    XrActionSpaceCreateInfo info = {
        .type = XR_TYPE_ACTION_SPACE_CREATE_INFO, .action = action, .poseInActionSpace = offset};
    XrSpace space = XR_NULL_HANDLE;
    assert_success(app->scene.calls.xrCreateActionSpace(app->scene.session, &info, &space));
    return space;
}

static void make(struct app *app, unsigned parts, const char *channels, const char *gaze)
{
    scene_init(&app->scene, parts);
    setenv("UNDERSTUDY_CHANNELS", channels, 1);
    scene_set("UNDERSTUDY_GAZE", gaze);
    scene_play(&app->scene, 0);
    app->set = actions_set(&app->scene, 0);
    XrAction eyes =
        actions_make(&app->scene, app->set, XR_ACTION_TYPE_POSE_INPUT, EYES, NULL, NULL);
    actions_bind_one(&app->scene, app->set, EYE_GAZE_PROFILE, eyes, EYE_GAZE);
    app->gaze = gaze_space(app, eyes, scene_identity);
    app->arm = gaze_space(app, eyes, arm);
}

static XrQuaternionf yaw(double angle_rad)
{
    return (XrQuaternionf){0, (float)sin(angle_rad / 2), 0, (float)cos(angle_rad / 2)};
}

/* How far the recorded eyes are turned to the left in the recorded head, at s of the way: the ray
 * goes straight from (0, 0, 1) to (1, 0, 0), the quaternion from 0 to 90 degrees. */
static double eyes_in_head(double s)
{
    double ray = atan2(s, 1 - s), y = s * sqrt(0.5), w = 1 - s + s * sqrt(0.5);
    return 2 * atan2(y, w) - ray;
}

/* The fake's live head stands still at (7, 7, 7) and looks backwards. */
TEST_OF(test_with_still_head, struct app, app, make(app, SCENE_ALL, "gaze", NULL),
        scene_end(&app->scene))
{
    const XrVector3f at = {FAKE_LIVE_HEAD_M, FAKE_LIVE_HEAD_M, FAKE_LIVE_HEAD_M};
    for (int i = 0; i <= 40; i++) {
        double seconds = 0.25 * i, angle = eyes_in_head(seconds / 10);
        actions_frame(&app->scene, app->set, seconds);
        XrSpaceLocation location =
            scene_locate(&app->scene, app->gaze, app->scene.local, SCENE_AT(seconds), NULL);
        assert_int_equal(location.locationFlags, 15);
        scene_check_pose(location.pose, yaw(acos(-1) + angle), at);
        /* From the live head it is what it was from the recorded one. */
        location = scene_locate(&app->scene, app->gaze, app->scene.view, SCENE_AT(seconds), NULL);
        scene_check_pose(location.pose, yaw(angle), (XrVector3f){0, 0, 0});
    }
    scene_expect_log(&app->scene, "the recorded gaze moves with the live head");
}

/* At 5 s the eyes look straight ahead, and turn by the difference of what the ray and the head turn
 * by: -0.2 and -0.16568542 rad/s. */
TEST_OF(test_velocity, struct app, app, make(app, SCENE_ALL, "gaze,hands", NULL),
        scene_end(&app->scene))
{
    const float turning = -0.2f + 0.16568542f;
    XrSpaceVelocity velocity, of_head;
    actions_frame(&app->scene, app->set, 5);
    scene_locate(&app->scene, app->gaze, app->scene.local, SCENE_AT(5), &velocity);
    assert_int_equal(velocity.velocityFlags, 3);
    scene_check_vector(velocity.linearVelocity, (XrVector3f){0, 0, 0});
    scene_check_vector(velocity.angularVelocity, (XrVector3f){0, turning, 0});
    fake.head_moves = true;
    XrSpaceLocation head =
        scene_locate(&app->scene, app->scene.view, app->scene.local, SCENE_AT(5), &of_head);
    XrSpaceLocation location =
        scene_locate(&app->scene, app->gaze, app->scene.local, SCENE_AT(5), &velocity);
    scene_check_pose(location.pose, head.pose.orientation, head.pose.position);
    scene_check_vector(velocity.linearVelocity, of_head.linearVelocity);
    /* About the live head's own up. */
    XrQuaternionf q = head.pose.orientation;
    XrVector3f up = {2 * (q.x * q.y - q.w * q.z), 1 - 2 * (q.x * q.x + q.z * q.z),
                     2 * (q.y * q.z + q.w * q.x)},
               w = of_head.angularVelocity;
    scene_check_vector(
        velocity.angularVelocity,
        (XrVector3f){w.x + turning * up.x, w.y + turning * up.y, w.z + turning * up.z});
    /* From the head nothing of its own motion is seen. */
    location = scene_locate(&app->scene, app->gaze, app->scene.view, SCENE_AT(5), &velocity);
    scene_check_pose(location.pose, yaw(0), (XrVector3f){0, 0, 0});
    scene_check_vector(velocity.linearVelocity, (XrVector3f){0, 0, 0});
    scene_check_vector(velocity.angularVelocity, (XrVector3f){0, turning, 0});
    /* Two metres ahead along the gaze. */
    location = scene_locate(&app->scene, app->arm, app->scene.view, SCENE_AT(5), &velocity);
    scene_check_pose(location.pose, arm.orientation, (XrVector3f){0, 0, -2});
    scene_check_vector(velocity.linearVelocity, (XrVector3f){-2 * turning, 0, 0});
}

TEST(test_as_recorded)
{
    static const char *const rows[][2] = {
        {"gaze", "world"}, {"head,gaze", "head"}, {"head,gaze", NULL}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct app app;
        make(&app, SCENE_ALL, rows[i][0], rows[i][1]);
        actions_frame(&app.scene, app.set, 5);
        XrSpaceLocation location =
            scene_locate(&app.scene, app.gaze, app.scene.local, SCENE_AT(5), NULL);
        scene_check_pose(location.pose, yaw(-acos(-1) / 4), (XrVector3f){0.1f, 0.2f, -0.3f});
        assert_int_equal(scene_count_log(&app.scene, "moves with the live head"), 0);
        scene_end(&app.scene);
    }
}

/* The directions are all that there is. */
TEST_OF(test_no_recorded_head, struct app, app, make(app, SCENE_GAZE, "gaze", NULL),
        scene_end(&app->scene))
{
    actions_frame(&app->scene, app->set, 5);
    XrSpaceLocation location =
        scene_locate(&app->scene, app->gaze, app->scene.view, SCENE_AT(5), NULL);
    scene_check_pose(location.pose, yaw(-acos(-1) / 4), (XrVector3f){0, 0, 0});
    location = scene_locate(&app->scene, app->gaze, app->scene.local, SCENE_AT(5), NULL);
    scene_check_vector(location.pose.position,
                       (XrVector3f){FAKE_LIVE_HEAD_M, FAKE_LIVE_HEAD_M, FAKE_LIVE_HEAD_M});
}

#define APP_TEST(name)                                                                             \
    TEST_OF(name, struct app, app, make(app, SCENE_ALL, "gaze", NULL), scene_end(&app->scene))

/* Where the live head is not known, neither is the gaze, but from the head; both are tracked, or
 * neither is. */
APP_TEST(test_lost_head)
{
    actions_frame(&app->scene, app->set, 5);
    fake.has_flags = true;
    for (fake.flags = 0; fake.flags < 16; fake.flags++) {
        XrSpaceVelocity velocity;
        XrSpaceLocation location =
            scene_locate(&app->scene, app->gaze, app->scene.local, SCENE_AT(5), &velocity);
        bool turn = fake.flags & 1, place = fake.flags & 2;
        assert_int_equal(location.locationFlags & 1, turn);
        assert_true(place || !(location.locationFlags & 2));
        assert_true((location.locationFlags & 12) == 0 || (location.locationFlags & 12) == 12);
        assert_true(turn || !(velocity.velocityFlags & 2));
        location = scene_locate(&app->scene, app->gaze, app->scene.view, SCENE_AT(5), NULL);
        assert_int_equal(location.locationFlags, 15);
    }
}

/* From a space of an extension that the layer does not know, the live head is seen in it. */
APP_TEST(test_from_unknown_space)
{
    actions_frame(&app->scene, app->set, 5);
    const XrSpace unknown = fake_space_add_moving();
    const struct us_pose base = fake_space_moving(SCENE_AT(5));
    const struct us_vec3 head = {FAKE_LIVE_HEAD_M, FAKE_LIVE_HEAD_M, FAKE_LIVE_HEAD_M};
    const struct us_vec3 expected = us_pose_transform(us_pose_inverse(base), head);
    XrSpaceLocation location = scene_locate(&app->scene, app->gaze, unknown, SCENE_AT(5), NULL);
    assert_int_equal(location.locationFlags, 15);
    scene_check_vector(location.pose.position, (XrVector3f){expected.x, expected.y, expected.z});
}

/* xrLocateSpaces says what xrLocateSpace says. */
APP_TEST(test_many_at_once)
{
    fake.head_moves = true;
    actions_frame(&app->scene, app->set, 2.5);
    XrSpace bases[] = {app->scene.local, app->scene.view, app->gaze},
            spaces[] = {app->gaze, app->arm, app->scene.view};
    for (int b = 0; b < 3; b++) {
        XrSpaceLocationData data[3];
        LOCATE_SPACES(info, locations, bases[b], SCENE_AT(2.5), 3, spaces, data, NULL);
        assert_success(app->scene.calls.xrLocateSpaces(app->scene.session, &info, &locations));
        for (int i = 0; i < 3; i++) {
            XrSpaceLocation one =
                scene_locate(&app->scene, spaces[i], bases[b], SCENE_AT(2.5), NULL);
            assert_int_equal(data[i].locationFlags, one.locationFlags);
            scene_check_pose(data[i].pose, one.pose.orientation, one.pose.position);
        }
    }
}

TESTS_MAIN(test_with_still_head, test_velocity, test_as_recorded, test_no_recorded_head,
           test_lost_head, test_many_at_once, test_from_unknown_space)
