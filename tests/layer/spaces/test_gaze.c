/* SPDX-License-Identifier: MIT */
/* Hazard: eyes that a runtime without XR_EXT_eye_gaze_interaction must not hear of, and an app
 * must. */
#include "actions.h"

#include <math.h>
#include <string.h>

#include "layer/pose/convert.h"

struct gaze {
    XrPath eyes, left;
    XrActionSet set;
    XrAction action;
    XrSpace space;
};

/* The action, with /user/eyes_ext and maybe /user/hand/left among its subaction paths, and its
 * space. */
static void make(struct scene *scene, struct gaze *gaze, uint32_t path_count, XrPath subaction)
{
    gaze->eyes = actions_path(scene, EYES);
    gaze->left = actions_path(scene, LEFT);
    gaze->set = actions_set(scene, 0);
    gaze->action = actions_make(scene, gaze->set, XR_ACTION_TYPE_POSE_INPUT, EYES,
                                path_count > 1 ? LEFT : NULL, NULL);
    gaze->space = actions_space(scene, gaze->action, subaction ? EYES : NULL);
    assert_success(actions_suggest_one(scene, EYE_GAZE_PROFILE, gaze->action, EYE_GAZE));
}

static XrResult sync_set(struct scene *scene, struct gaze *gaze, uint32_t count, XrPath subaction)
{
    XrActiveActionSet active = {gaze->set, subaction};
    return actions_sync_many(scene, &active, count, NULL);
}

/* At t = 5 s the ray points at (1, 0, 1) in Unity, (1, 0, -1) here: 45 degrees to the right. */
static void check_gaze(struct scene *scene, struct gaze *gaze)
{
    XrSpaceVelocity velocity = {.type = XR_TYPE_SPACE_VELOCITY};
    XrEyeGazeSampleTimeEXT sample = {.type = XR_TYPE_EYE_GAZE_SAMPLE_TIME_EXT, .next = &velocity};
    XrSpaceLocation location = {.type = XR_TYPE_SPACE_LOCATION, .next = &sample};
    assert_success(scene->calls.xrLocateSpace(gaze->space, scene->local, SCENE_AT(5), &location));
    assert_int_equal(location.locationFlags, 15);
    scene_check_pose(location.pose, (XrQuaternionf){0, -0.382683432f, 0, 0.923879533f},
                     (XrVector3f){0.1f, 0.2f, -0.3f});
    assert_int_equal(sample.time, SCENE_AT(5));
    assert_int_equal(velocity.velocityFlags, 3);
    scene_check_vector(velocity.linearVelocity, (XrVector3f){0, 0, 0});
    /* d = (s, 0, 1 - s) in the middle turns by |d'| / |d| = 0.1 sqrt(2) / (1 / sqrt(2)) = 0.2. */
    scene_check_vector(velocity.angularVelocity, (XrVector3f){0, -0.2f, 0});
}

static void check_nowhere(struct scene *scene, struct gaze *gaze)
{
    XrEyeGazeSampleTimeEXT sample = {.type = XR_TYPE_EYE_GAZE_SAMPLE_TIME_EXT, .time = 1};
    XrSpaceLocation location = {.type = XR_TYPE_SPACE_LOCATION, .next = &sample};
    assert_success(scene->calls.xrLocateSpace(gaze->space, scene->local, SCENE_AT(5), &location));
    assert_int_equal(location.locationFlags, 0);
    assert_int_equal(sample.time, 0);
}

static void run(struct scene *scene, struct gaze *gaze)
{
    check_nowhere(scene, gaze);
    assert_success(actions_attach(scene, &gaze->set, 1));
    check_nowhere(scene, gaze);
    assert_success(sync_set(scene, gaze, 1, XR_NULL_PATH));
    check_gaze(scene, gaze);
    assert_true(actions_pose(scene, gaze->action, NULL));
    assert_int_equal(scene_poll(scene), 1);
    assert_int_equal(scene_poll(scene), 0);

    assert_string_equal(actions_profile(scene, EYES), EYE_GAZE_PROFILE);
    XrInteractionProfileState profile = {.type = XR_TYPE_INTERACTION_PROFILE_STATE};
    /* Only what may be about the path itself is the layer's to answer. */
    static const struct {
        XrResult below, expected;
    } rows[] = {{XR_ERROR_PATH_UNSUPPORTED, XR_SUCCESS},
                {XR_ERROR_PATH_INVALID, XR_SUCCESS},
                {XR_ERROR_FEATURE_UNSUPPORTED, XR_SUCCESS},
                {XR_ERROR_VALIDATION_FAILURE, XR_SUCCESS},
                {XR_ERROR_SESSION_LOST, XR_ERROR_SESSION_LOST},
                {XR_ERROR_RUNTIME_FAILURE, XR_ERROR_RUNTIME_FAILURE}};
    for (size_t i = 0; !fake.has_eyes && i < sizeof rows / sizeof rows[0]; i++) {
        fake_fail("xrGetCurrentInteractionProfile", rows[i].below);
        assert_int_equal(
            scene->calls.xrGetCurrentInteractionProfile(scene->session, gaze->eyes, &profile),
            rows[i].expected);
    }
    fake.fails = NULL;
    profile.type = XR_TYPE_ACTION_STATE_POSE;
    assert_int_equal(
        scene->calls.xrGetCurrentInteractionProfile(scene->session, gaze->eyes, &profile),
        fake.has_eyes ? XR_SUCCESS : XR_ERROR_VALIDATION_FAILURE);
    assert_int_equal(scene->calls.xrGetCurrentInteractionProfile(scene->session, gaze->eyes, NULL),
                     XR_ERROR_VALIDATION_FAILURE);
    const char *sources[4];
    assert_int_equal(actions_sources(scene, gaze->action, sources), 1);
    assert_string_equal(sources[0], EYE_GAZE);

    /* Its set leaves; the session loses the focus. */
    assert_success(sync_set(scene, gaze, 0, XR_NULL_PATH));
    check_nowhere(scene, gaze);
    assert_false(actions_pose(scene, gaze->action, NULL));
    assert_success(sync_set(scene, gaze, 1, XR_NULL_PATH));
    check_gaze(scene, gaze);
    scene_tell_state(scene, XR_SESSION_STATE_VISIBLE);
    check_nowhere(scene, gaze);
    fake_fail("xrSyncActions", XR_SESSION_NOT_FOCUSED);
    assert_int_equal(sync_set(scene, gaze, 1, XR_NULL_PATH), XR_SESSION_NOT_FOCUSED);
    assert_false(actions_pose(scene, gaze->action, NULL));
}

PLAYED_TEST(test_supplied, SCENE_ALL)
{
    struct gaze gaze;
    make(scene, &gaze, 1, true);
    assert_int_equal(fake.action_path_count, 0);
    assert_int_equal(fake.space_path, XR_NULL_PATH);
    assert_int_equal(fake.suggestions, 0);
    run(scene, &gaze);
    /* The runtime does not know the chained struct; what is chained for the head is its own. */
    assert_int_equal(fake.gaze_times, 0);
    XrEyeGazeSampleTimeEXT sample = {.type = XR_TYPE_EYE_GAZE_SAMPLE_TIME_EXT, .time = 1};
    XrSpaceLocation location = {.type = XR_TYPE_SPACE_LOCATION, .next = &sample};
    assert_success(scene->calls.xrLocateSpace(scene->view, scene->local, SCENE_AT(5), &location));
    assert_int_equal(fake.gaze_times, 1);
    assert_int_equal(sample.time, 1);
}

/* Only the paths that count: what lies behind them in memory is not looked at. */
PLAYED_TEST(test_paths_that_count, SCENE_ALL)
{
    struct gaze gaze;
    make(scene, &gaze, 1, true);
    const XrPath paths[] = {gaze.eyes, gaze.eyes, gaze.left};
    for (uint32_t count = 0; count <= 2; count++) {
        XrActionCreateInfo info = {.type = XR_TYPE_ACTION_CREATE_INFO,
                                   .actionType = XR_ACTION_TYPE_POSE_INPUT,
                                   .countSubactionPaths = count,
                                   .subactionPaths = paths};
        XrAction action;
        assert_int_equal(scene->calls.xrCreateAction(gaze.set, &info, &action),
                         count < 2 ? XR_SUCCESS : XR_ERROR_PATH_UNSUPPORTED);
        assert_int_equal(fake.action_path_count, 0);
    }
    /* Of two, the one that the runtime knows goes down. */
    XrActionCreateInfo info = {.type = XR_TYPE_ACTION_CREATE_INFO,
                               .actionType = XR_ACTION_TYPE_POSE_INPUT,
                               .countSubactionPaths = 2,
                               .subactionPaths = paths + 1};
    XrAction action;
    assert_success(scene->calls.xrCreateAction(gaze.set, &info, &action));
    assert_int_equal(fake.action_path_count, 1);
    assert_int_equal(fake.action_paths[0], gaze.left);
}

/* More active sets than most apps have, the eyes' among them: the runtime gets the others. */
PLAYED_TEST(test_very_many_sets, SCENE_ALL)
{
    struct gaze gaze;
    make(scene, &gaze, 1, true);
    assert_success(actions_attach(scene, &gaze.set, 1));
    XrActiveActionSet active[100];
    for (uint32_t i = 0; i < 100; i++)
        active[i] = (XrActiveActionSet){gaze.set, i == 1 ? gaze.eyes : XR_NULL_PATH};
    /* Without the eyes, the runtime gets the app's own list: nothing is allocated for it. */
    XrActionsSyncInfo first = {
        .type = XR_TYPE_ACTIONS_SYNC_INFO, .countActiveActionSets = 1, .activeActionSets = active};
    assert_success(scene->calls.xrSyncActions(scene->session, &first));
    assert_ptr_equal(fake.sync_info, &first);
    static const uint32_t counts[] = {2, 32, 33, 100};
    for (int i = 0; i < 4; i++) {
        assert_success(actions_sync_many(scene, active, counts[i], NULL));
        assert_int_equal(fake.sync_count, counts[i] - 1);
        assert_true(actions_pose(scene, gaze.action, NULL));
    }
}

SCENE_TEST(test_over_the_runtimes, SCENE_ALL)
{
    struct gaze gaze;
    fake.has_eyes = true;
    scene_play(scene, 0);
    make(scene, &gaze, 1, true);
    assert_int_equal(fake.action_path_count, 1);
    assert_int_equal(fake.space_path, gaze.eyes);
    assert_int_equal(fake.suggestions, 1);
    run(scene, &gaze);
    assert_true(fake.gaze_times > 0);
}

PLAYED_TEST(test_subactions, SCENE_ALL)
{
    struct gaze gaze;
    make(scene, &gaze, 2, true);
    assert_int_equal(fake.action_path_count, 1);
    assert_int_equal(fake.action_paths[0], gaze.left);
    assert_success(actions_attach(scene, &gaze.set, 1));
    /* Active for the eyes alone: the runtime hears of no set. */
    assert_success(sync_set(scene, &gaze, 1, gaze.eyes));
    assert_int_equal(fake.sync_count, 0);
    check_gaze(scene, &gaze);
    assert_true(actions_pose(scene, gaze.action, EYES));
    assert_int_equal(fake.state_path, XR_NULL_PATH);
    assert_false(actions_pose(scene, gaze.action, LEFT));
    /* Active for the other hand alone. */
    assert_success(sync_set(scene, &gaze, 1, gaze.left));
    assert_int_equal(fake.sync_count, 1);
    check_nowhere(scene, &gaze);
    gaze.set = US_XR_HANDLE(XrActionSet, 4711);
    assert_int_equal(sync_set(scene, &gaze, 1, gaze.eyes), XR_ERROR_ACTIONSET_NOT_ATTACHED);
}

PLAYED_TEST(test_errors, SCENE_ALL)
{
    struct gaze gaze;
    make(scene, &gaze, 1, false);
    assert_int_equal(
        actions_suggest_one(scene, EYE_GAZE_PROFILE, gaze.action, LEFT "/input/select/click"),
        XR_ERROR_PATH_UNSUPPORTED);
    assert_int_equal(
        actions_suggest_one(scene, EYE_GAZE_PROFILE, US_XR_HANDLE(XrAction, 4711), EYE_GAZE),
        XR_ERROR_HANDLE_INVALID);
    assert_success(actions_suggest_one(scene, SIMPLE, gaze.action, LEFT "/input/select/click"));
    assert_int_equal(fake.suggestions, 1);
    XrInteractionProfileState profile = {.type = XR_TYPE_INTERACTION_PROFILE_STATE};
    assert_int_equal(
        scene->calls.xrGetCurrentInteractionProfile(scene->session, gaze.eyes, &profile),
        XR_ERROR_ACTIONSET_NOT_ATTACHED);
    assert_success(actions_attach(scene, &gaze.set, 1));
    assert_int_equal(actions_suggest_one(scene, EYE_GAZE_PROFILE, gaze.action, EYE_GAZE),
                     XR_ERROR_ACTIONSETS_ALREADY_ATTACHED);
    assert_string_equal(actions_profile(scene, EYES), "");
}

PLAYED_TEST(test_name, SCENE_ALL)
{
    struct gaze gaze;
    make(scene, &gaze, 1, false);
    assert_success(actions_attach(scene, &gaze.set, 1));
    XrInputSourceLocalizedNameGetInfo info = {.type = XR_TYPE_INPUT_SOURCE_LOCALIZED_NAME_GET_INFO,
                                              .sourcePath = actions_path(scene, EYE_GAZE)};
    char name[64];
    uint32_t count = 0;
    assert_int_equal(
        scene->calls.xrGetInputSourceLocalizedName(scene->session, &info, 64, &count, name),
        XR_ERROR_VALIDATION_FAILURE);
    info.whichComponents = 7;
    assert_int_equal(
        scene->calls.xrGetInputSourceLocalizedName(scene->session, &info, 3, &count, name),
        XR_ERROR_SIZE_INSUFFICIENT);
    assert_success(
        scene->calls.xrGetInputSourceLocalizedName(scene->session, &info, 64, &count, name));
    assert_string_equal(name, "Eyes Eye Gaze Interaction Gaze Pose");
    assert_int_equal(count, strlen(name) + 1);
}

/* The space outlives its action. */
PLAYED_TEST(test_destroyed_action, SCENE_ALL)
{
    struct gaze gaze;
    make(scene, &gaze, 1, false);
    assert_success(actions_attach(scene, &gaze.set, 1));
    sync_set(scene, &gaze, 1, XR_NULL_PATH);
    assert_success(scene->calls.xrDestroyAction(gaze.action));
    check_gaze(scene, &gaze);
    assert_success(scene->calls.xrDestroySpace(gaze.space));
}

/* Supplied, but not recorded: the app may ask for everything, and nothing is ever there. */
PLAYED_TEST(test_not_recorded, SCENE_HEAD)
{
    struct gaze gaze;
    make(scene, &gaze, 2, true);
    assert_success(actions_attach(scene, &gaze.set, 1));
    assert_success(sync_set(scene, &gaze, 1, XR_NULL_PATH));
    XrSpaceLocation location = scene_locate(scene, gaze.space, scene->local, SCENE_AT(5), NULL);
    assert_int_equal(location.locationFlags, 0);
    assert_false(actions_pose(scene, gaze.action, EYES));
    assert_int_equal(scene_poll(scene), 0);
}

/* The pose's axes by their definition, for rays in every direction. */
TEST(test_axes)
{
    const struct us_vec3 rays[] = {{0, 0, 1},
                                   {0, 1, 0},
                                   {0, -1, 0},
                                   {1, 0, 0},
                                   {-0.6f, 0.48f, 0.64f},
                                   {0.6f, -0.48f, -0.64f},
                                   {1e-6f, 1, 0}};
    for (size_t i = 0; i < sizeof rays / sizeof rays[0]; i++) {
        struct us_gaze_sample sample = {.valid = true, .direction = rays[i]};
        struct us_quat q = us_convert_gaze(&sample, 1.0).pose.rotation;
        struct us_vec3 ahead = us_quat_rotate(q, (struct us_vec3){0, 0, -1});
        assert_true(fabsf(ahead.x - rays[i].x) + fabsf(ahead.y - rays[i].y) +
                        fabsf(ahead.z + rays[i].z) <
                    1e-5f);
        struct us_vec3 across = us_quat_rotate(q, (struct us_vec3){1, 0, 0});
        assert_true(fabsf(across.y) < 1e-5f);
        struct us_vec3 up = us_quat_rotate(q, (struct us_vec3){0, 1, 0});
        assert_true(up.y > -1e-5f);
        if (rays[i].y > 0.9f)
            assert_true(up.z > 0.99f);
        if (rays[i].y < -0.9f)
            assert_true(up.z < -0.99f);
    }
}

TESTS_MAIN(test_supplied, test_over_the_runtimes, test_very_many_sets, test_paths_that_count,
           test_subactions, test_errors, test_name, test_destroyed_action, test_not_recorded,
           test_axes)
