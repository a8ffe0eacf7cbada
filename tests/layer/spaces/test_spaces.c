/* SPDX-License-Identifier: MIT */
/* The algebra of spaces: any in any, with lever arms, their velocities and their flags. */
#include <math.h>
#include <stdlib.h>

#include "actions.h"
#include "fake_space.h"
#include "scene.h"

enum { NODES = 8 };

static const XrPosef arm = {{0.5f, 0.5f, 0.5f, 0.5f}, {0.3f, -0.2f, 0.1f}};
static const XrPosef other_arm = {{0, 0.6f, 0, 0.8f}, {-0.4f, 0.25f, 0.6f}};

struct world {
    struct scene scene;
    XrActionSet set;
    XrSpace gaze, nodes[NODES];
};

static XrSpace pose_space(struct world *world, XrAction action, const char *subaction,
                          XrPosef offset)
{
    XrActionSpaceCreateInfo info = {.type = XR_TYPE_ACTION_SPACE_CREATE_INFO,
                                    .action = action,
                                    .subactionPath = actions_path(&world->scene, subaction),
                                    .poseInActionSpace = offset};
    XrSpace space = XR_NULL_HANDLE;
    assert_success(world->scene.calls.xrCreateActionSpace(world->scene.session, &info, &space));
    return space;
}

/* The head, the gaze and a hand as recorded, STAGE and LOCAL of the runtime, and a space of an
 * extension that moves; most with an offset. At 5 s all of them can be located. */
static void begin(struct world *world)
{
    struct scene *scene = &world->scene;
    scene_play(scene, SCENE_ALL);
    world->set = actions_set(scene, 0);
    XrAction eyes = actions_make(scene, world->set, XR_ACTION_TYPE_POSE_INPUT, EYES, NULL, NULL);
    XrAction grip = actions_make(scene, world->set, XR_ACTION_TYPE_POSE_INPUT, LEFT, NULL, NULL);
    assert_success(actions_suggest_one(scene, EYE_GAZE_PROFILE, eyes, EYE_GAZE));
    actions_bind_one(scene, world->set, SIMPLE, grip, LEFT "/input/grip/pose");
    world->gaze = pose_space(world, eyes, EYES, scene_identity);
    XrSpace nodes[NODES] = {scene->view,
                            scene_space(scene, XR_REFERENCE_SPACE_TYPE_VIEW, arm),
                            scene_space(scene, XR_REFERENCE_SPACE_TYPE_LOCAL, other_arm),
                            scene_space(scene, XR_REFERENCE_SPACE_TYPE_STAGE, arm),
                            fake_space_add_moving(),
                            pose_space(world, eyes, EYES, other_arm),
                            pose_space(world, grip, LEFT, arm),
                            scene->local};
    for (int i = 0; i < NODES; i++)
        world->nodes[i] = nodes[i];
    actions_frame(scene, world->set, 5);
}

static void check_near(int space, int base, const char *what, XrVector3f got, XrVector3f expected,
                       float least)
{
    float size = sqrtf(expected.x * expected.x + expected.y * expected.y + expected.z * expected.z);
    float room = fmaxf(least, 0.01f * size);
    float x = got.x - expected.x, y = got.y - expected.y, z = got.z - expected.z;
    if (!(sqrtf(x * x + y * y + z * z) <= room))
        fail_msg("node %d in %d: %s (%g %g %g), not (%g %g %g)", space, base, what, (double)got.x,
                 (double)got.y, (double)got.z, (double)expected.x, (double)expected.y,
                 (double)expected.z);
}

static struct us_quat quat_of(XrPosef pose)
{
    XrQuaternionf q = pose.orientation;
    return (struct us_quat){q.x, q.y, q.z, q.w};
}

#define WORLD_TEST(name) TEST_OF(name, struct world, world, begin(world), scene_end(&world->scene))

/* S in B is B in LOCAL undone and S in LOCAL done: two answers that the layer finds by other ways.
 */
WORLD_TEST(test_any_in_any)
{
    for (int s = 0; s < NODES; s++) {
        for (int b = 0; b < NODES; b++) {
            const XrTime t = SCENE_AT(5);
            XrSpaceLocation direct =
                scene_locate(&world->scene, world->nodes[s], world->nodes[b], t, NULL);
            XrSpaceLocation space =
                scene_locate(&world->scene, world->nodes[s], world->scene.local, t, NULL);
            XrSpaceLocation base =
                scene_locate(&world->scene, world->nodes[b], world->scene.local, t, NULL);
            assert_int_equal(direct.locationFlags, 15);
            struct us_pose expected = us_pose_multiply(us_pose_inverse(scene_to_pose(base.pose)),
                                                       scene_to_pose(space.pose));
            XrPosef pose = scene_from_pose(expected);
            check_near(s, b, "at", direct.pose.position, pose.position, 1e-4f);
            assert_true(us_quat_angle_rad(quat_of(direct.pose), quat_of(pose)) < 2e-3f);
        }
    }
}

/* Velocities are what the positions that the layer itself answers do: central differences. */
WORLD_TEST(test_velocities)
{
    const XrTime h = 20000000;
    const float per_s = 1e9f / (2.0f * 20000000.0f);
    for (int s = 0; s < NODES; s++) {
        for (int b = 0; b < NODES; b++) {
            XrSpace space = world->nodes[s], base = world->nodes[b];
            XrSpaceVelocity velocity;
            scene_locate(&world->scene, space, base, SCENE_AT(5), &velocity);
            XrPosef from = scene_locate(&world->scene, space, base, SCENE_AT(5) - h, NULL).pose;
            XrPosef to = scene_locate(&world->scene, space, base, SCENE_AT(5) + h, NULL).pose;
            assert_int_equal(velocity.velocityFlags, 3);
            XrVector3f linear = {(to.position.x - from.position.x) * per_s,
                                 (to.position.y - from.position.y) * per_s,
                                 (to.position.z - from.position.z) * per_s};
            struct us_quat turn = us_quat_multiply(quat_of(to), us_quat_conjugate(quat_of(from)));
            float twice = turn.w < 0 ? -2.0f * per_s : 2.0f * per_s;
            XrVector3f angular = {twice * turn.x, twice * turn.y, twice * turn.z};
            check_near(s, b, "moves by", velocity.linearVelocity, linear, 1e-3f);
            check_near(s, b, "turns by", velocity.angularVelocity, angular, 1e-2f);
        }
    }
}

/* xrLocateSpaces says of each what xrLocateSpace says, in every base. */
WORLD_TEST(test_all_at_once)
{
    for (int b = 0; b < NODES; b++) {
        XrSpaceLocationData data[NODES] = {{0}};
        XrSpaceVelocityData moves[NODES] = {{0}};
        XrSpaceVelocities velocities = {
            .type = XR_TYPE_SPACE_VELOCITIES, .velocityCount = NODES, .velocities = moves};
        LOCATE_SPACES(info, locations, world->nodes[b], SCENE_AT(5), NODES, world->nodes, data,
                      &velocities);
        assert_success(world->scene.calls.xrLocateSpaces(world->scene.session, &info, &locations));
        for (int s = 0; s < NODES; s++) {
            XrSpaceVelocity velocity;
            XrSpaceLocation one = scene_locate(&world->scene, world->nodes[s], world->nodes[b],
                                               SCENE_AT(5), &velocity);
            assert_int_equal(data[s].locationFlags, one.locationFlags);
            assert_int_equal(moves[s].velocityFlags, velocity.velocityFlags);
            check_near(s, b, "at", data[s].pose.position, one.pose.position, 1e-4f);
            check_near(s, b, "moves by", moves[s].linearVelocity, velocity.linearVelocity, 1e-3f);
            check_near(s, b, "turns by", moves[s].angularVelocity, velocity.angularVelocity, 1e-3f);
        }
        info.spaceCount = 0;
        assert_int_equal(world->scene.calls.xrLocateSpaces(world->scene.session, &info, &locations),
                         XR_ERROR_VALIDATION_FAILURE);
        info.spaceCount = NODES;
        info.time = 0;
        assert_int_equal(world->scene.calls.xrLocateSpaces(world->scene.session, &info, &locations),
                         XR_ERROR_TIME_INVALID);
    }
}

/* Two frames on one thing are still against each other, and exactly where they were put. */
WORLD_TEST(test_same_entity)
{
    struct us_pose expected =
        us_pose_multiply(us_pose_inverse(scene_to_pose(arm)), scene_to_pose(other_arm));
    const struct {
        XrSpace space, base;
    } pairs[] = {
        {scene_space(&world->scene, XR_REFERENCE_SPACE_TYPE_VIEW, other_arm), world->nodes[1]},
        {scene_space(&world->scene, XR_REFERENCE_SPACE_TYPE_STAGE, other_arm), world->nodes[3]},
    };
    for (int i = 0; i < 2; i++) {
        XrSpaceVelocity velocity;
        XrSpaceLocation location =
            scene_locate(&world->scene, pairs[i].space, pairs[i].base, SCENE_AT(3), &velocity);
        XrPosef pose = scene_from_pose(expected);
        assert_int_equal(location.locationFlags, 15);
        assert_int_equal(velocity.velocityFlags, 3);
        scene_check_pose(location.pose, pose.orientation, pose.position);
        scene_check_vector(velocity.linearVelocity, (XrVector3f){0, 0, 0});
        scene_check_vector(velocity.angularVelocity, (XrVector3f){0, 0, 0});
    }
}

static void check_identity(XrPosef pose)
{
    assert_true(pose.orientation.x == 0.0f && pose.orientation.y == 0.0f &&
                pose.orientation.z == 0.0f && pose.orientation.w == 1.0f);
    assert_true(pose.position.x == 0.0f && pose.position.y == 0.0f && pose.position.z == 0.0f);
}

/* Exactly: no rounding tells two runs apart. */
static void check_in_itself(struct world *world, XrSpace space, XrSpace base, double seconds)
{
    XrSpaceVelocity velocity;
    XrSpaceLocation location =
        scene_locate(&world->scene, space, base, SCENE_AT(seconds), &velocity);
    assert_int_equal(location.locationFlags, 15);
    check_identity(location.pose);
    XrVector3f v = velocity.linearVelocity, w = velocity.angularVelocity;
    assert_true(v.x == 0.0f && v.y == 0.0f && v.z == 0.0f);
    assert_true(w.x == 0.0f && w.y == 0.0f && w.z == 0.0f);
    XrSpaceLocationData data[2];
    XrSpaceLocations locations = {
        .type = XR_TYPE_SPACE_LOCATIONS, .locationCount = 2, .locations = data};
    XrSpacesLocateInfo info = {.type = XR_TYPE_SPACES_LOCATE_INFO,
                               .baseSpace = base,
                               .time = SCENE_AT(seconds),
                               .spaceCount = 2,
                               .spaces = (XrSpace[]){world->scene.local, space}};
    assert_success(world->scene.calls.xrLocateSpaces(world->scene.session, &info, &locations));
    check_identity(data[1].pose);
}

/* Every space in itself, and in another one made with the same offset; a recorded head and a live
 * one. */
TEST(test_in_itself)
{
    for (int live = 0; live < 2; live++) {
        struct world world = {0};
        if (live) {
            scene_init(&world.scene, SCENE_ALL);
            setenv("UNDERSTUDY_CHANNELS", "hands,gaze", 1);
        }
        begin(&world);
        fake.head_moves = true;
        XrSpace view = scene_space(&world.scene, XR_REFERENCE_SPACE_TYPE_VIEW, arm);
        XrSpace stage = scene_space(&world.scene, XR_REFERENCE_SPACE_TYPE_STAGE, arm);
        for (int k = 0; k < 40; k++) {
            double seconds = 5 + 0.0123 * k;
            actions_frame(&world.scene, world.set, seconds);
            for (int i = 0; i < NODES; i++)
                check_in_itself(&world, world.nodes[i], world.nodes[i], seconds);
            check_in_itself(&world, view, world.nodes[1], seconds);
            check_in_itself(&world, stage, world.nodes[3], seconds);
        }
        scene_end(&world.scene);
    }
}

/* Whatever the runtime says of a base, TRACKED goes with VALID, a position needs the base's
 * orientation, and a gaze is tracked in both or in neither. */
WORLD_TEST(test_flags)
{
    fake.has_flags = true;
    for (fake.flags = 0; fake.flags < 16; fake.flags++) {
        bool turn = fake.flags & 1, place = turn && (fake.flags & 2);
        bool turn_tracked = turn && (fake.flags & 4), place_tracked = place && (fake.flags & 8);
        unsigned valid = (turn ? 1u : 0u) | (place ? 2u : 0u);
        XrSpaceVelocity velocity;
        XrSpaceLocation head =
            scene_locate(&world->scene, world->scene.view, world->nodes[3], SCENE_AT(5), &velocity);
        assert_int_equal(head.locationFlags,
                         valid | (turn_tracked ? 4u : 0u) | (place_tracked ? 8u : 0u));
        assert_int_equal(velocity.velocityFlags, (place ? 1u : 0u) | (turn ? 2u : 0u));
        XrSpaceLocation gaze =
            scene_locate(&world->scene, world->gaze, world->nodes[3], SCENE_AT(5), NULL);
        assert_int_equal(gaze.locationFlags, valid | (turn_tracked && place_tracked ? 12u : 0u));
    }
}

/* Of a base whose turning is not known, neither is how anything moves around it. */
WORLD_TEST(test_half_known_velocity)
{
    fake.lacks_angular = true;
    XrSpaceVelocity velocity;
    scene_locate(&world->scene, world->scene.view, world->nodes[4], SCENE_AT(5), &velocity);
    assert_int_equal(velocity.velocityFlags, 0);
    scene_locate(&world->scene, world->nodes[4], world->scene.view, SCENE_AT(5), &velocity);
    assert_int_equal(velocity.velocityFlags, XR_SPACE_VELOCITY_LINEAR_VALID_BIT);
    /* A reference space does not turn, though the runtime does not say so. */
    scene_locate(&world->scene, world->scene.view, world->scene.stage, SCENE_AT(5), &velocity);
    assert_int_equal(velocity.velocityFlags, 3);
    scene_check_vector(velocity.linearVelocity, (XrVector3f){0.1f, 0, 0});
}

/* An action space whose set is not active is nowhere, in any base and as a base. */
WORLD_TEST(test_unlocatable)
{
    assert_success(actions_sync(&world->scene, XR_NULL_HANDLE));
    for (int node = 5; node <= 6; node++) {
        for (int other = 0; other < 5; other++) {
            for (int way = 0; way < 2; way++) {
                XrSpace space = world->nodes[way ? node : other];
                XrSpace base = world->nodes[way ? other : node];
                XrSpaceVelocity velocity;
                XrSpaceLocation location =
                    scene_locate(&world->scene, space, base, SCENE_AT(5), &velocity);
                assert_int_equal(location.locationFlags, 0);
                assert_int_equal(velocity.velocityFlags, 0);
            }
        }
    }
}

/* No time that the specification forbids is answered, and every other is. */
WORLD_TEST(test_times)
{
    for (int b = 0; b < NODES; b++) {
        XrSpaceLocation location = {.type = XR_TYPE_SPACE_LOCATION};
        const XrTime wrong[] = {0, -1, INT64_MIN};
        for (int i = 0; i < 3; i++)
            assert_int_equal(world->scene.calls.xrLocateSpace(world->scene.view, world->nodes[b],
                                                              wrong[i], &location),
                             XR_ERROR_TIME_INVALID);
        const XrTime fine[] = {1, SCENE_AT(-1), SCENE_AT(100), INT64_C(1) << 52};
        for (int i = 0; i < 4; i++)
            assert_success(world->scene.calls.xrLocateSpace(world->scene.view, world->nodes[b],
                                                            fine[i], &location));
    }
}

/* Each of four views keeps its own place in the head, its field of view, and the space asked for.
 */
WORLD_TEST(test_four_views)
{
    fake.view_count = 4;
    XrViewLocateInfo info = {.type = XR_TYPE_VIEW_LOCATE_INFO,
                             .viewConfigurationType =
                                 (XrViewConfigurationType)1000037000, /* XR_VARJO_quad_views */
                             .displayTime = SCENE_AT(5),
                             .space = world->scene.view};
    XrViewState view_state = {.type = XR_TYPE_VIEW_STATE};
    XrView views[4];
    for (int i = 0; i < 4; i++)
        views[i] = (XrView){.type = XR_TYPE_VIEW};
    uint32_t count = 0;
    assert_int_equal(world->scene.calls.xrLocateViews(world->scene.session, &info, &view_state, 3,
                                                      &count, views),
                     XR_ERROR_SIZE_INSUFFICIENT);
    assert_success(world->scene.calls.xrLocateViews(world->scene.session, &info, &view_state, 4,
                                                    &count, views));
    assert_int_equal(count, 4);
    assert_int_equal(view_state.viewStateFlags, 15);
    for (int i = 0; i < 4; i++) {
        XrVector3f place = {i % 2 == 0 ? -FAKE_EYE_X_M : FAKE_EYE_X_M, i < 2 ? 0 : 0.01f, 0};
        scene_check_pose(views[i].pose, (XrQuaternionf){0, 0, 0, 1}, place);
        assert_true(views[i].fov.angleLeft == -0.5f - (float)i);
    }
}

/* Each session plays from its own start, and goes on when the other goes. */
TEST(test_two_sessions)
{
    struct scene scene = {0};
    scene_play(&scene, SCENE_ALL);
    struct scene second = scene;
    scene_begin(&second);
    scene_tell_state(&second, XR_SESSION_STATE_FOCUSED);
    scene_wait_frame(&second, SCENE_AT(2));
    XrSpaceLocation one = scene_locate(&scene, scene.view, scene.local, SCENE_AT(5), NULL);
    XrSpaceLocation two = scene_locate(&second, second.view, second.local, SCENE_AT(5), NULL);
    scene_check_vector(one.pose.position, (XrVector3f){0.5f, 0.2f, -0.3f});
    scene_check_vector(two.pose.position, (XrVector3f){0.3f, 0.2f, -0.3f});
    assert_success(scene.calls.xrDestroySession(scene.session));
    two = scene_locate(&second, second.view, second.local, SCENE_AT(6), NULL);
    scene_check_vector(two.pose.position, (XrVector3f){0.4f, 0.2f, -0.3f});
    scene_end(&second);
}

TESTS_MAIN(test_any_in_any, test_velocities, test_all_at_once, test_same_entity, test_in_itself,
           test_flags, test_unlocatable, test_times, test_four_views, test_half_known_velocity,
           test_two_sessions)
