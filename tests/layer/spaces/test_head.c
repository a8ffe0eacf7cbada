/* SPDX-License-Identifier: MIT */
/* Hazard: a head that is not the recorded one, in any call that tells of it. Expectations are
 * written out by hand. */
#include "scene.h"

#include <math.h>
#include <string.h>

#include "layer/state/session.h"

/* At t = 5 s, mirrored into OpenXR: half of 90 degrees about -Y. */
static const XrQuaternionf turned = {0, -0.382683432f, 0, 0.923879533f};
static const XrVector3f stands = {0.5f, 0.2f, -0.3f};
/* The rotation's components run straight from 0 to 90 degrees: 4 tan(22.5 degrees) / 10 s in the
 * middle. */
static const XrVector3f turns = {0, -0.165685425f, 0};

static void check_velocity(const XrSpaceVelocity *velocity, XrVector3f linear, XrVector3f angular)
{
    assert_int_equal(velocity->velocityFlags, 3);
    scene_check_vector(velocity->linearVelocity, linear);
    scene_check_vector(velocity->angularVelocity, angular);
}

PLAYED_TEST(test_in_local, SCENE_ALL)
{
    XrSpaceVelocity velocity;
    XrSpaceLocation location =
        scene_locate(scene, scene->view, scene->local, SCENE_AT(5), &velocity);
    assert_int_equal(location.locationFlags, 15);
    scene_check_pose(location.pose, turned, stands);
    check_velocity(&velocity, (XrVector3f){0.1f, 0, 0}, turns);

    location = scene_locate(scene, scene->view, scene->stage, SCENE_AT(5), &velocity);
    scene_check_pose(location.pose, turned, (XrVector3f){0.5f, 1.7f, -0.3f});
    check_velocity(&velocity, (XrVector3f){0.1f, 0, 0}, turns);
}

/* LOCAL seen from the head: the inverse, with the velocity that the head's own motion gives it. */
PLAYED_TEST(test_as_base, SCENE_ALL)
{
    XrSpaceVelocity velocity;
    XrSpaceLocation location =
        scene_locate(scene, scene->local, scene->view, SCENE_AT(5), &velocity);
    assert_int_equal(location.locationFlags, 15);
    /* R^-1 turns by 45 degrees about Y: (x, z) becomes (h x + h z, h z - h x). Here -R^-1 p. */
    const float h = sqrtf(0.5f), w = 0.165685425f;
    scene_check_pose(location.pose, (XrQuaternionf){0, 0.382683432f, 0, 0.923879533f},
                     (XrVector3f){-0.2f * h, -0.2f, 0.8f * h});
    /* v = R^-1 (-v_head - w_head x (0 - p)), and (0, -w, 0) x (-0.5, -0.2, 0.3) = (-0.3 w, 0, -0.5
     * w). */
    float x = -0.1f + 0.3f * w, z = 0.5f * w;
    check_velocity(&velocity, (XrVector3f){h * x + h * z, 0, h * z - h * x}, (XrVector3f){0, w, 0});
}

/* An offset is a lever arm: half a metre ahead of a turning head moves sideways. */
PLAYED_TEST(test_offsets, SCENE_ALL)
{
    XrPosef ahead = {{0, 0, 0, 1}, {0, 0, -0.5f}};
    XrSpace space = scene_space(scene, XR_REFERENCE_SPACE_TYPE_VIEW, ahead);
    XrSpaceVelocity velocity;
    XrSpaceLocation location = scene_locate(scene, space, scene->local, SCENE_AT(5), &velocity);
    /* Turned by -45 degrees about Y, ahead is (h, 0, -h). */
    const float h = sqrtf(0.5f), w = 0.165685425f;
    scene_check_pose(location.pose, turned, (XrVector3f){0.5f + 0.5f * h, 0.2f, -0.3f - 0.5f * h});
    /* (0,-w,0) x (0.5 h, 0, -0.5 h) = (0.5 w h, 0, 0.5 w h). */
    check_velocity(&velocity, (XrVector3f){0.1f + 0.5f * w * h, 0, 0.5f * w * h}, turns);

    location = scene_locate(scene, space, scene->view, SCENE_AT(5), &velocity);
    scene_check_pose(location.pose, (XrQuaternionf){0, 0, 0, 1}, (XrVector3f){0, 0, -0.5f});
    assert_true(location.pose.position.x == 0 && location.pose.position.z == -0.5f);
    check_velocity(&velocity, (XrVector3f){0, 0, 0}, (XrVector3f){0, 0, 0});

    XrPosef right = {{0, 0, 0, 1}, {1, 0, 0}};
    XrSpace moved = scene_space(scene, XR_REFERENCE_SPACE_TYPE_LOCAL, right);
    location = scene_locate(scene, scene->view, moved, SCENE_AT(5), NULL);
    scene_check_pose(location.pose, turned, (XrVector3f){-0.5f, 0.2f, -0.3f});
}

/* Views keep the runtime's eyes and fields of view. */
PLAYED_TEST(test_views, SCENE_ALL)
{
    struct scene_views told;
    assert_success(scene_ask_views(scene, scene->local, SCENE_AT(5), 0, &told));
    assert_int_equal(told.count, 2);
    assert_int_equal(scene_ask_views(scene, scene->local, SCENE_AT(5), 1, &told),
                     XR_ERROR_SIZE_INSUFFICIENT);
    assert_success(scene_ask_views(scene, scene->local, SCENE_AT(5), 2, &told));
    const XrView *views = told.views;
    assert_true(fake.views_space != scene->local && fake.views_space != scene->view);
    assert_int_equal(told.state.viewStateFlags, 15);
    const float h = sqrtf(0.5f), e = FAKE_EYE_X_M;
    /* Turned by -45 degrees about Y, right is (h, 0, h). */
    scene_check_pose(views[0].pose, turned, (XrVector3f){0.5f - e * h, 0.2f, -0.3f - e * h});
    scene_check_pose(views[1].pose, turned, (XrVector3f){0.5f + e * h, 0.2f, -0.3f + e * h});
    assert_true(views[0].fov.angleLeft == -0.5f && views[1].fov.angleLeft == -1.5f);

    assert_int_equal(scene_ask_views(scene, scene->local, 0, 2, &told), XR_ERROR_TIME_INVALID);
    assert_int_equal(scene_ask_views(scene, US_XR_HANDLE(XrSpace, 4711), SCENE_AT(5), 2, &told),
                     XR_ERROR_HANDLE_INVALID);
}

/* A base that the runtime cannot find takes the validity away. */
PLAYED_TEST(test_lost_base, SCENE_ALL)
{
    fake.unlocatable = true;
    XrSpaceVelocity velocity;
    XrSpaceLocation location =
        scene_locate(scene, scene->view, scene->stage, SCENE_AT(5), &velocity);
    assert_int_equal(location.locationFlags, 0);
    assert_int_equal(velocity.velocityFlags, 0);
    /* The anchor itself is never lost. */
    location = scene_locate(scene, scene->view, scene->local, SCENE_AT(5), &velocity);
    assert_int_equal(location.locationFlags, 15);
}

PLAYED_TEST(test_errors_stay, SCENE_ALL)
{
    XrSpaceLocation location = {.type = XR_TYPE_SPACE_LOCATION, .locationFlags = 99};
    const XrTime wrong[] = {0, -42};
    for (int i = 0; i < 2; i++)
        assert_int_equal(scene->calls.xrLocateSpace(scene->view, scene->local, wrong[i], &location),
                         XR_ERROR_TIME_INVALID);
    assert_int_equal(location.locationFlags, 99);
    assert_int_equal(scene->calls.xrLocateSpace(scene->view, US_XR_HANDLE(XrSpace, 4711),
                                                SCENE_AT(1), &location),
                     XR_ERROR_HANDLE_INVALID);
    fake_fail("xrLocateSpace", XR_ERROR_SESSION_LOST);
    assert_int_equal(scene->calls.xrLocateSpace(scene->view, scene->local, SCENE_AT(1), &location),
                     XR_ERROR_SESSION_LOST);
    fake.fails_with = XR_SESSION_LOSS_PENDING;
    assert_int_equal(scene->calls.xrLocateSpace(scene->view, scene->local, SCENE_AT(5), &location),
                     XR_SESSION_LOSS_PENDING);
    scene_check_pose(location.pose, turned, stands);
}

/* What is not recorded stays the runtime's, also beside a recorded head. */
TEST(test_live_beside)
{
    struct scene scene = {0};
    scene_play(&scene, SCENE_ALL);
    XrSpaceLocation location = scene_locate(&scene, scene.stage, scene.local, SCENE_AT(5), NULL);
    scene_check_pose(location.pose, (XrQuaternionf){0, 0, 0, 1}, (XrVector3f){0, -1.5f, 0});
    scene_end(&scene);

    struct scene eyes = {0};
    scene_play(&eyes, SCENE_GAZE);
    location = scene_locate(&eyes, eyes.view, eyes.local, SCENE_AT(5), NULL);
    scene_check_pose(location.pose, (XrQuaternionf){0, 1, 0, 0}, (XrVector3f){7, 7, 7});
    scene_end(&eyes);
}

/* The core function and the extension's, which the layer supplies where the runtime lacks it. */
static void check_many(const struct scene *at, PFN_xrLocateSpaces locate_spaces)
{
    struct scene scene = *at;
    XrSpace spaces[3] = {scene.view, scene.local, scene.stage};
    XrSpaceLocationData data[3] = {{0}};
    XrSpaceVelocityData velocity_data[3] = {{0}};
    XrSpaceVelocities velocities = {
        .type = XR_TYPE_SPACE_VELOCITIES, .velocityCount = 3, .velocities = velocity_data};
    LOCATE_SPACES(info, locations, scene.local, SCENE_AT(5), 3, spaces, data, &velocities);
    assert_success(locate_spaces(scene.session, &info, &locations));
    scene_check_pose(data[0].pose, turned, stands);
    scene_check_vector(velocity_data[0].angularVelocity, turns);
    scene_check_pose(data[2].pose, (XrQuaternionf){0, 0, 0, 1}, (XrVector3f){0, -1.5f, 0});

    /* As a base: each element as xrLocateSpace gives it. */
    info.baseSpace = scene.view;
    assert_success(locate_spaces(scene.session, &info, &locations));
    for (int i = 0; i < 3; i++) {
        XrSpaceVelocity velocity;
        XrSpaceLocation one = scene_locate(&scene, spaces[i], scene.view, SCENE_AT(5), &velocity);
        assert_int_equal(data[i].locationFlags, one.locationFlags);
        scene_check_pose(data[i].pose, one.pose.orientation, one.pose.position);
        scene_check_vector(velocity_data[i].linearVelocity, velocity.linearVelocity);
    }
    locations.locationCount = 2;
    assert_int_equal(locate_spaces(scene.session, &info, &locations), XR_ERROR_VALIDATION_FAILURE);
    locations.locationCount = 3;
    velocities.velocityCount = 2;
    assert_int_equal(locate_spaces(scene.session, &info, &locations), XR_ERROR_VALIDATION_FAILURE);
    velocities.velocityCount = 3;
    assert_int_equal(locate_spaces(scene.session, NULL, &locations), XR_ERROR_VALIDATION_FAILURE);
    assert_int_equal(locate_spaces(scene.session, &info, NULL), XR_ERROR_VALIDATION_FAILURE);
    info.spaces = NULL;
    assert_int_equal(locate_spaces(scene.session, &info, &locations), XR_ERROR_VALIDATION_FAILURE);
    info.baseSpace = scene.local;
    assert_int_equal(locate_spaces(scene.session, &info, &locations), XR_ERROR_VALIDATION_FAILURE);
}

TEST(test_many)
{
    struct scene scene = {0};
    scene_play(&scene, SCENE_ALL);
    check_many(&scene, scene.calls.xrLocateSpaces);
    scene_end(&scene);

    const char *names[] = {SCENE_HAND_AND_EYES, "XR_KHR_locate_spaces"};
    for (int there = 0; there < 2; there++) {
        scene_init(&scene, SCENE_ALL);
        fake.also[0] = there ? "XR_KHR_locate_spaces" : NULL;
        scene_start(&scene, names, 3);
        check_many(&scene, scene.calls.xrLocateSpacesKHR);
        scene_end(&scene);
    }
}

/* What only a chain below would have refused. */
SCENE_TEST(test_many_wrong, SCENE_ALL)
{
    const char *names[] = {"XR_KHR_locate_spaces"};
    scene_start(scene, names, 1);
    XrSpaceLocationData data = {0};
    LOCATE_SPACES(info, locations, scene->local, SCENE_AT(5), 1, &scene->stage, &data, NULL);
    PFN_xrLocateSpaces call = scene->calls.xrLocateSpacesKHR;
    assert_success(call(scene->session, &info, &locations));
    scene_check_pose(data.pose, (XrQuaternionf){0, 0, 0, 1}, (XrVector3f){0, -1.5f, 0});
    assert_int_equal(call(scene->session, NULL, &locations), XR_ERROR_VALIDATION_FAILURE);
    assert_int_equal(call(XR_NULL_HANDLE, &info, &locations), XR_ERROR_HANDLE_INVALID);
    info.time = 0;
    assert_int_equal(call(scene->session, &info, &locations), XR_ERROR_TIME_INVALID);
    info.time = SCENE_AT(5);
    info.spaceCount = 0;
    assert_int_equal(call(scene->session, &info, &locations), XR_ERROR_VALIDATION_FAILURE);
    locations.locationCount = 0;
    assert_int_equal(call(scene->session, &info, &locations), XR_ERROR_VALIDATION_FAILURE);
}

/* One thing wrong in a call that is right otherwise, over a runtime that lacks the function. */
SCENE_TEST(test_many_each_wrong, SCENE_ALL)
{
    const char *names[] = {"XR_KHR_locate_spaces"};
    scene_start(scene, names, 1);
    XrSpace spaces[2] = {scene->view, scene->stage};
    XrSpaceLocationData data[2];
    XrSpaceVelocityData moves[2];
    for (int wrong = 0; wrong <= 9; wrong++) {
        XrSpaceVelocities velocities = {
            .type = XR_TYPE_SPACE_VELOCITIES, .velocityCount = 2, .velocities = moves};
        LOCATE_SPACES(info, locations, scene->local, SCENE_AT(5), 2, spaces, data, &velocities);
        info.type = wrong == 1 ? XR_TYPE_SPACE_LOCATIONS : info.type;
        info.spaces = wrong == 2 ? NULL : info.spaces;
        info.spaceCount = wrong == 3 ? 1 : info.spaceCount;
        locations.type = wrong == 4 ? XR_TYPE_SPACES_LOCATE_INFO : locations.type;
        locations.locations = wrong == 5 ? NULL : locations.locations;
        locations.locationCount = wrong == 6 ? 1 : locations.locationCount;
        velocities.velocityCount = wrong == 7 ? 3 : velocities.velocityCount;
        velocities.velocities = wrong == 8 ? NULL : velocities.velocities;
        locations.next = wrong == 9 ? NULL : locations.next; /* which is allowed */
        memset(data, 0, sizeof data);
        memset(moves, 0, sizeof moves);
        bool is_right = wrong == 0 || wrong == 9;
        XrResult result = scene->calls.xrLocateSpacesKHR(scene->session, &info, &locations);
        assert_int_equal(result, is_right ? XR_SUCCESS : XR_ERROR_VALIDATION_FAILURE);
        assert_int_equal(data[0].locationFlags, is_right ? 15 : 0);
        assert_int_equal(data[1].locationFlags, is_right ? 15 : 0);
        assert_int_equal(moves[0].velocityFlags, wrong == 0 ? 3 : 0);
    }
    /* What the runtime says beside success is passed on. */
    LOCATE_SPACES(info, locations, scene->local, SCENE_AT(5), 2, spaces, data, NULL);
    for (int after = 0; after < 4; after++) {
        fake_fail("xrLocateSpace", XR_SESSION_LOSS_PENDING);
        fake.fails_after = after;
        assert_int_equal(scene->calls.xrLocateSpacesKHR(scene->session, &info, &locations),
                         XR_SESSION_LOSS_PENDING);
    }
    fake.fails = NULL;
}

/* A runtime that does not look at the counts: then the layer must. */
PLAYED_TEST(test_many_over_a_careless_runtime, SCENE_ALL)
{
    fake.any_count = true;
    XrSpace spaces[3] = {scene->local, scene->view, scene->stage};
    XrSpaceLocationData data[3];
    XrSpaceVelocityData moves[3];
    for (uint32_t located = 2; located <= 3; located++) {
        for (uint32_t moving = 2; moving <= 3; moving++) {
            XrSpacesLocateInfo info = {.type = XR_TYPE_SPACES_LOCATE_INFO,
                                       .baseSpace = scene->local,
                                       .time = SCENE_AT(5),
                                       .spaceCount = 3,
                                       .spaces = spaces};
            XrSpaceVelocities velocities = {
                .type = XR_TYPE_SPACE_VELOCITIES, .velocityCount = moving, .velocities = moves};
            XrSpaceLocations locations = {.type = XR_TYPE_SPACE_LOCATIONS,
                                          .next = &velocities,
                                          .locationCount = located,
                                          .locations = data};
            assert_int_equal(scene->calls.xrLocateSpaces(scene->session, &info, &locations),
                             located == 3 && moving == 3 ? XR_SUCCESS
                                                         : XR_ERROR_VALIDATION_FAILURE);
        }
    }
}

/* Spaces of the runtime alone are its own to locate, whatever lies behind them in memory. */
PLAYED_TEST(test_many_live, SCENE_ALL)
{
    XrSpace spaces[2] = {scene->local, scene->view};
    XrSpaceLocationData data[2];
    for (uint32_t count = 1; count <= 2; count++) {
        LOCATE_SPACES(info, locations, scene->stage, SCENE_AT(5), count, spaces, data, NULL);
        int before = fake.calls_of_locate;
        assert_success(scene->calls.xrLocateSpaces(scene->session, &info, &locations));
        assert_int_equal(fake.calls_of_locate > before, count == 2);
        scene_check_pose(data[0].pose, scene_identity.orientation, (XrVector3f){0, 1.5f, 0});
    }
}

/* A runtime that lacks both functions that could answer. */
SCENE_TEST(test_many_without_any, SCENE_ALL)
{
    const char *names[] = {"XR_KHR_locate_spaces"};
    fake.missing = "xrLocateSpace";
    scene_open(scene, names, 1);
    XrSpaceLocationData data;
    LOCATE_SPACES(info, locations, scene->local, SCENE_AT(5), 1, &scene->stage, &data, NULL);
    assert_int_equal(scene->calls.xrLocateSpacesKHR(scene->session, &info, &locations),
                     XR_ERROR_FUNCTION_UNSUPPORTED);
    assert_success(scene->calls.xrLocateSpaces(scene->session, &info, &locations));
}

/* Each of the two functions is passed on as itself. */
SCENE_TEST(test_many_by_name, SCENE_ALL)
{
    const char *names[] = {"XR_KHR_locate_spaces"};
    static const char *const functions[] = {"xrLocateSpaces", "xrLocateSpacesKHR"};
    fake.also[0] = names[0];
    scene_start(scene, names, 1);
    XrSpaceLocationData data;
    LOCATE_SPACES(info, locations, scene->local, SCENE_AT(5), 1, &scene->view, &data, NULL);
    for (int i = 0; i < 2; i++) {
        fake_fail(functions[i], XR_ERROR_RUNTIME_FAILURE);
        assert_int_equal(scene->calls.xrLocateSpaces(scene->session, &info, &locations),
                         i == 0 ? XR_ERROR_RUNTIME_FAILURE : XR_SUCCESS);
        assert_int_equal(scene->calls.xrLocateSpacesKHR(scene->session, &info, &locations),
                         i == 1 ? XR_ERROR_RUNTIME_FAILURE : XR_SUCCESS);
    }
    fake.fails = NULL;
}

TEST(test_floor)
{
    struct scene scene = {0};
    scene_play(&scene, SCENE_ALL | SCENE_FLOOR);
    XrSpaceLocation location = scene_locate(&scene, scene.view, scene.stage, SCENE_AT(5), NULL);
    scene_check_pose(location.pose, turned, (XrVector3f){0.5f, 1.6f, -0.3f});
    location = scene_locate(&scene, scene.view, scene.local, SCENE_AT(5), NULL);
    scene_check_pose(location.pose, turned, (XrVector3f){0.5f, 0.1f, -0.3f});
    scene_expect_log(&scene, "anchor=stage");
    scene_end(&scene);

    /* Without a floor the head starts at LOCAL's origin. */
    struct scene low = {0};
    scene_init(&low, SCENE_ALL | SCENE_FLOOR);
    fake.lacks_stage = true;
    scene_play(&low, 0);
    location = scene_locate(&low, low.view, low.local, SCENE_AT(5), NULL);
    scene_check_pose(location.pose, turned, (XrVector3f){0.5f, 0, -0.3f});
    scene_expect_log(&low, "lowered by 1600 mm");
    scene_end(&low);

    /* The runtime does not say which spaces it has. */
    for (int i = 0; i < 2; i++) {
        struct scene silent = {0};
        scene_init(&silent, SCENE_ALL | SCENE_FLOOR);
        fake.fails = i == 0 ? "xrEnumerateReferenceSpaces" : NULL;
        fake.fails_with = XR_ERROR_RUNTIME_FAILURE;
        fake.missing = i == 1 ? "xrEnumerateReferenceSpaces" : NULL;
        scene_play(&silent, 0);
        scene_expect_log(&silent, "lowered by 1600 mm");
        scene_end(&silent);
    }
}

/* A recording that stands turned in the anchor's space: its rotation counts, not its origin alone.
 */
PLAYED_TEST(test_turned_recording, SCENE_ALL)
{
    const float h = sqrtf(0.5f);
    struct us_session *session = us_session_find(scene->session);
    session->T_anchor_recording = (struct us_pose){{0, h, 0, h}, {1, 0, 2}};
    XrSpaceVelocity velocity;
    XrSpaceLocation location =
        scene_locate(scene, scene->view, scene->local, SCENE_AT(5), &velocity);
    /* 90 degrees about Y make (z, y, -x) of (x, y, z), and 45 degrees of the head's -45. */
    scene_check_pose(location.pose, (XrQuaternionf){0, 0.382683432f, 0, 0.923879533f},
                     (XrVector3f){0.7f, 0.2f, 1.5f});
    check_velocity(&velocity, (XrVector3f){0, 0, -0.1f}, turns);
}

TESTS_MAIN(test_in_local, test_as_base, test_offsets, test_views, test_lost_base, test_errors_stay,
           test_live_beside, test_many, test_many_wrong, test_floor, test_turned_recording,
           test_many_each_wrong, test_many_over_a_careless_runtime, test_many_by_name,
           test_many_live, test_many_without_any)
