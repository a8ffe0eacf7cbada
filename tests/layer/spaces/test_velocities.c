/* SPDX-License-Identifier: MIT */
/*
 * Hazard: a velocity that is not how fast the thing moves: a lever arm forgotten, a base that moves
 * itself, a derived pose whose parts move differently.
 *
 * The second method is the app's own: it locates half a millisecond before and after, and divides.
 * Where the two halves disagree, the curve has a corner there, and either is fine; that is seldom.
 * Within 1 %, or 1 mm/s and 0.01 rad/s; a sample whose eyes are 14 m away from its head
 * is known to a cm/s only.
 */
#include "actions.h"
#include "fake_space.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "core/base/pose.h"

enum { SPACES = 14, BASES = 5, JOINTS = 3, TIMES = 40 };

#define STEP_NS INT64_C(500000)

static const XrPosef lever = {{0.1f, -0.5f, 0.7f, 0.5f}, {0.3f, -0.2f, 0.5f}};

static struct app {
    struct scene scene;
    XrActionSet set;
    XrSpace spaces[SPACES], bases[BASES];
    const char *names[SPACES];
    int space_count;
    XrHandTrackerEXT trackers[2];
    long compared, corners, moved, turned;
} app;

struct velocity {
    struct us_vec3 linear, angular;
};

struct located {
    bool there;
    struct us_pose pose;
    struct velocity velocity;
};

static struct located locate(XrSpace space, XrSpace base, XrTime time)
{
    XrSpaceVelocity velocity;
    XrSpaceLocation got = {.type = XR_TYPE_SPACE_LOCATION, .next = &velocity};
    velocity = (XrSpaceVelocity){.type = XR_TYPE_SPACE_VELOCITY};
    assert_success(app.scene.calls.xrLocateSpace(space, base, time, &got));
    return (struct located){
        got.locationFlags == 15 && velocity.velocityFlags == 3,
        scene_to_pose(got.pose),
        {scene_to_vec3(velocity.linearVelocity), scene_to_vec3(velocity.angularVelocity)}};
}

static struct located locate_joint(int hand, int joint, XrSpace base, XrTime time)
{
    XrHandJointVelocityEXT moving[XR_HAND_JOINT_COUNT_EXT];
    XrHandJointVelocitiesEXT velocities = {.type = XR_TYPE_HAND_JOINT_VELOCITIES_EXT,
                                           .jointCount = XR_HAND_JOINT_COUNT_EXT,
                                           .jointVelocities = moving};
    HAND_JOINTS_WITH(locations, joints, &velocities);
    scene_joints(&app.scene, app.trackers[hand], base, time, &locations);
    return (struct located){locations.isActive && moving[joint].velocityFlags == 3,
                            scene_to_pose(joints[joint].pose),
                            {scene_to_vec3(moving[joint].linearVelocity),
                             scene_to_vec3(moving[joint].angularVelocity)}};
}

static struct velocity difference(struct us_pose a, struct us_pose b, double seconds)
{
    struct us_quat turn = us_quat_multiply(b.rotation, us_quat_conjugate(a.rotation));
    struct us_vec3 axis = {turn.x, turn.y, turn.z};
    float sine = us_vec3_norm(axis), sign = turn.w < 0 ? -1.0f : 1.0f;
    float per_s = (float)(1.0 / seconds);
    float scale = sine > 0 ? 2 * atan2f(sine, fabsf(turn.w)) / sine : 2;
    return (struct velocity){us_vec3_scale(us_vec3_sub(b.position_m, a.position_m), per_s),
                             us_vec3_scale(axis, sign * scale * per_s)};
}

static float apart(struct us_vec3 a, struct us_vec3 b)
{
    return us_vec3_norm(us_vec3_sub(a, b));
}

/* What single precision leaves open in a difference of positions that are so far away, seen from a
 * base that turns. */
static float noise_m_s(struct us_pose pose)
{
    return 8 * FLT_EPSILON * us_vec3_norm(pose.position_m) / (2e-9f * (float)STEP_NS);
}

static bool fits(struct velocity got, struct velocity want, float least_m_s)
{
    float linear = us_vec3_norm(want.linear), angular = us_vec3_norm(want.angular);
    return apart(got.linear, want.linear) <= fmaxf(0.01f * linear, least_m_s) &&
           apart(got.angular, want.angular) <= fmaxf(0.01f * angular, 0.01f);
}

static void compare(const char *recording, const char *what, int base, double s,
                    const struct located at[3])
{
    if (!at[0].there || !at[1].there || !at[2].there)
        return;
    const double step_s = (double)STEP_NS * 1e-9;
    struct velocity want = difference(at[0].pose, at[2].pose, 2 * step_s), got = at[1].velocity;
    struct velocity before = difference(at[0].pose, at[1].pose, step_s),
                    after = difference(at[1].pose, at[2].pose, step_s);
    app.compared++;
    app.moved += us_vec3_norm(want.linear) > 0.02f;
    app.turned += us_vec3_norm(want.angular) > 0.1f;
    float least_m_s = fmaxf(1e-3f, noise_m_s(at[1].pose));
    if (fits(got, want, least_m_s))
        return;
    app.corners++;
    if (fits(before, after, least_m_s) ||
        !(fits(got, before, least_m_s) || fits(got, after, least_m_s)))
        fail_msg("%s: %s in base %d at %.4f s: linear (%g %g %g) is %g off, angular (%g %g %g) is "
                 "%g off",
                 recording, what, base, s, (double)got.linear.x, (double)got.linear.y,
                 (double)got.linear.z, (double)apart(got.linear, want.linear),
                 (double)got.angular.x, (double)got.angular.y, (double)got.angular.z,
                 (double)apart(got.angular, want.angular));
}

static void add(const char *name, XrSpace space)
{
    assert_true(app.space_count < SPACES);
    app.names[app.space_count] = name;
    app.spaces[app.space_count++] = space;
}

static XrSpace action_space(XrAction action, const char *hand, XrPosef offset)
{
    XrActionSpaceCreateInfo info = {.type = XR_TYPE_ACTION_SPACE_CREATE_INFO,
                                    .action = action,
                                    .subactionPath = actions_path(&app.scene, hand),
                                    .poseInActionSpace = offset};
    XrSpace space = XR_NULL_HANDLE;
    assert_success(app.scene.calls.xrCreateActionSpace(app.scene.session, &info, &space));
    return space;
}

static void make_actions(void)
{
    static const char *const poses[] = {"grip", "aim", "pinch_ext", "poke_ext", "palm_ext"};
    struct scene *scene = &app.scene;
    struct actions_binding bindings[10];
    char paths[10][64];
    app.set = actions_set(scene, 0);
    for (uint32_t i = 0; i < 5; i++) {
        XrAction action =
            actions_make(scene, app.set, XR_ACTION_TYPE_POSE_INPUT, LEFT, RIGHT, NULL);
        for (uint32_t hand = 0; hand < 2; hand++) {
            snprintf(paths[2 * i + hand], sizeof paths[0], "%s/input/%s/pose",
                     hand == 0 ? LEFT : RIGHT, poses[i]);
            bindings[2 * i + hand] = (struct actions_binding){action, paths[2 * i + hand]};
        }
        add(poses[i], action_space(action, LEFT, lever));
        add(poses[i], action_space(action, RIGHT, i % 2 == 0 ? scene_identity : lever));
    }
    assert_success(actions_suggest(scene, HANDS, bindings, 10));
    XrAction gaze = actions_make(scene, app.set, XR_ACTION_TYPE_POSE_INPUT, NULL, NULL, NULL);
    assert_success(actions_suggest_one(scene, EYE_GAZE_PROFILE, gaze, EYE_GAZE));
    add("gaze", action_space(gaze, NULL, lever));
    assert_success(actions_attach(scene, &app.set, 1));
}

static void make(const char *recording)
{
    scene_init(&app.scene, SCENE_ALL);
    fake.head_moves = true;
    fake.also[0] = "XR_EXT_hand_interaction";
    fake.also[1] = "XR_EXT_palm_pose";
    setenv("UNDERSTUDY_PLAY", recording, 1);
    const char *names[] = {SCENE_HAND_AND_EYES, "XR_EXT_hand_interaction", "XR_EXT_palm_pose"};
    scene_open(&app.scene, names, 4);
    app.space_count = 0;
    make_actions();
    XrSpace head = scene_space(&app.scene, XR_REFERENCE_SPACE_TYPE_VIEW, lever);
    XrSpace moving = fake_space_add_moving();
    add("VIEW", head);
    add("an unknown space", moving);
    add("STAGE", app.scene.stage);
    const XrSpace bases[BASES] = {app.scene.local, app.scene.view, head, moving, app.spaces[0]};
    for (int i = 0; i < BASES; i++)
        app.bases[i] = bases[i];
    app.trackers[0] = scene_hand(&app.scene, XR_HAND_LEFT_EXT);
    app.trackers[1] = scene_hand(&app.scene, XR_HAND_RIGHT_EXT);
    scene_focus(&app.scene);
}

static void compare_at(const char *recording, double s)
{
    static const int joints[JOINTS] = {XR_HAND_JOINT_PALM_EXT, XR_HAND_JOINT_INDEX_TIP_EXT,
                                       XR_HAND_JOINT_THUMB_TIP_EXT};
    struct located at[3];
    actions_frame(&app.scene, app.set, s);
    for (int base = 0; base < BASES; base++) {
        for (int i = 0; i < app.space_count; i++) {
            for (int k = 0; k < 3; k++)
                at[k] = locate(app.spaces[i], app.bases[base], SCENE_AT(s) + (k - 1) * STEP_NS);
            compare(recording, app.names[i], base, s, at);
        }
        for (int i = 0; i < 2 * JOINTS; i++) {
            for (int k = 0; k < 3; k++)
                at[k] = locate_joint(i % 2, joints[i / 2], app.bases[base],
                                     SCENE_AT(s) + (k - 1) * STEP_NS);
            compare(recording, "a joint", base, s, at);
        }
    }
}

static void compare_over(const char *recording, double seconds)
{
    if (access(recording, R_OK) != 0) {
        printf("%s is not here\n", recording);
        return;
    }
    app = (struct app){0};
    make(recording);
    /* Beside the frames of recorders, which come in whole sixtieths and thirtieths. */
    for (int i = 0; i < TIMES; i++)
        compare_at(recording, seconds * (i + 0.37) / TIMES);
    printf("%s: %ld velocities, %ld of things that move and %ld that turn; %ld corners\n",
           recording, app.compared, app.moved, app.turned, app.corners);
    assert_true(app.compared > 500 && app.moved > 100 && app.turned > 50);
    assert_true(app.corners * 10 < app.compared);
    scene_end(&app.scene);
}

TEST(test_generated)
{
    compare_over(US_TEST_DATA "/demo.bin", 12);
    compare_over(US_TEST_DATA "/curves.bin", 1.2);
}

TEST(test_samples)
{
    compare_over(US_TEST_SAMPLES "/hololens2-v1.0.bin", 21);
    compare_over(US_TEST_SAMPLES "/hololens2-v1.1.bin", 20);
}

TESTS_MAIN(test_generated, test_samples)
