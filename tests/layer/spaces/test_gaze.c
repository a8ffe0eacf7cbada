/* SPDX-License-Identifier: MIT */
/* Hazard: eyes that a runtime without XR_EXT_eye_gaze_interaction must not hear of, and an app
 * must. */
#include "scene.h"

#include <math.h>
#include <string.h>

#include "layer/pose/convert.h"

struct gaze {
    XrPath eyes, left, profile, pose, other_profile, select;
    XrActionSet set;
    XrAction action;
    XrSpace space;
};

static XrPath path(struct scene *scene, const char *text)
{
    PFN_xrVoidFunction function;
    scene->get(scene->instance, "xrStringToPath", &function);
    XrPath path = XR_NULL_PATH;
    assert_success(((PFN_xrStringToPath)function)(scene->instance, text, &path));
    return path;
}

static XrResult suggest(struct scene *scene, XrPath profile, XrAction action, XrPath binding)
{
    XrActionSuggestedBinding bindings = {action, binding};
    XrInteractionProfileSuggestedBinding suggested = {
        .type = XR_TYPE_INTERACTION_PROFILE_SUGGESTED_BINDING,
        .interactionProfile = profile,
        .countSuggestedBindings = 1,
        .suggestedBindings = &bindings};
    return scene->calls.xrSuggestInteractionProfileBindings(scene->instance, &suggested);
}

/* The action, with /user/eyes_ext and maybe /user/hand/left among its subaction paths, and its
 * space. */
static void make(struct scene *scene, struct gaze *gaze, uint32_t path_count, XrPath subaction)
{
    gaze->eyes = path(scene, "/user/eyes_ext");
    gaze->left = path(scene, "/user/hand/left");
    gaze->profile = path(scene, "/interaction_profiles/ext/eye_gaze_interaction");
    gaze->other_profile = path(scene, "/interaction_profiles/khr/simple_controller");
    gaze->pose = path(scene, "/user/eyes_ext/input/gaze_ext/pose");
    gaze->select = path(scene, "/user/hand/left/input/select/click");
    XrActionSetCreateInfo set_info = {.type = XR_TYPE_ACTION_SET_CREATE_INFO};
    assert_success(scene->calls.xrCreateActionSet(scene->instance, &set_info, &gaze->set));
    XrPath paths[2] = {gaze->eyes, gaze->left};
    XrActionCreateInfo info = {.type = XR_TYPE_ACTION_CREATE_INFO,
                               .actionType = XR_ACTION_TYPE_POSE_INPUT,
                               .countSubactionPaths = path_count,
                               .subactionPaths = paths};
    assert_success(scene->calls.xrCreateAction(gaze->set, &info, &gaze->action));
    XrActionSpaceCreateInfo space_info = {.type = XR_TYPE_ACTION_SPACE_CREATE_INFO,
                                          .action = gaze->action,
                                          .subactionPath = subaction ? gaze->eyes : XR_NULL_PATH,
                                          .poseInActionSpace = scene_identity};
    assert_success(scene->calls.xrCreateActionSpace(scene->session, &space_info, &gaze->space));
    assert_success(suggest(scene, gaze->profile, gaze->action, gaze->pose));
}

static void attach(struct scene *scene, struct gaze *gaze)
{
    XrSessionActionSetsAttachInfo info = {.type = XR_TYPE_SESSION_ACTION_SETS_ATTACH_INFO,
                                          .countActionSets = 1,
                                          .actionSets = &gaze->set};
    assert_success(scene->calls.xrAttachSessionActionSets(scene->session, &info));
}

static XrResult sync_set(struct scene *scene, struct gaze *gaze, uint32_t count, XrPath subaction)
{
    XrActiveActionSet active = {gaze->set, subaction};
    XrActionsSyncInfo info = {.type = XR_TYPE_ACTIONS_SYNC_INFO,
                              .countActiveActionSets = count,
                              .activeActionSets = &active};
    return scene->calls.xrSyncActions(scene->session, &info);
}

static bool is_active(struct scene *scene, struct gaze *gaze, XrPath subaction)
{
    XrActionStateGetInfo info = {
        .type = XR_TYPE_ACTION_STATE_GET_INFO, .action = gaze->action, .subactionPath = subaction};
    XrActionStatePose pose = {.type = XR_TYPE_ACTION_STATE_POSE};
    assert_success(scene->calls.xrGetActionStatePose(scene->session, &info, &pose));
    return pose.isActive;
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
    attach(scene, gaze);
    check_nowhere(scene, gaze);
    assert_success(sync_set(scene, gaze, 1, XR_NULL_PATH));
    check_gaze(scene, gaze);
    assert_true(is_active(scene, gaze, XR_NULL_PATH));
    assert_int_equal(scene_poll(scene), 1);
    assert_int_equal(scene_poll(scene), 0);

    XrInteractionProfileState profile = {.type = XR_TYPE_INTERACTION_PROFILE_STATE};
    assert_success(
        scene->calls.xrGetCurrentInteractionProfile(scene->session, gaze->eyes, &profile));
    assert_int_equal(profile.interactionProfile, gaze->profile);
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
        fake.fails = "xrGetCurrentInteractionProfile";
        fake.fails_with = rows[i].below;
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
    XrBoundSourcesForActionEnumerateInfo info = {
        .type = XR_TYPE_BOUND_SOURCES_FOR_ACTION_ENUMERATE_INFO, .action = gaze->action};
    XrPath source = XR_NULL_PATH;
    uint32_t count = 0;
    assert_success(
        scene->calls.xrEnumerateBoundSourcesForAction(scene->session, &info, 0, &count, NULL));
    assert_int_equal(count, 1);
    assert_success(
        scene->calls.xrEnumerateBoundSourcesForAction(scene->session, &info, 1, &count, &source));
    assert_int_equal(source, gaze->pose);

    /* Its set leaves; the session loses the focus. */
    assert_success(sync_set(scene, gaze, 0, XR_NULL_PATH));
    check_nowhere(scene, gaze);
    assert_false(is_active(scene, gaze, XR_NULL_PATH));
    assert_success(sync_set(scene, gaze, 1, XR_NULL_PATH));
    check_gaze(scene, gaze);
    fake_push_state(scene->session, XR_SESSION_STATE_VISIBLE);
    scene_poll(scene);
    check_nowhere(scene, gaze);
    fake.fails = "xrSyncActions";
    fake.fails_with = XR_SESSION_NOT_FOCUSED;
    assert_int_equal(sync_set(scene, gaze, 1, XR_NULL_PATH), XR_SESSION_NOT_FOCUSED);
    assert_false(is_active(scene, gaze, XR_NULL_PATH));
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
    attach(scene, &gaze);
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
        XrActionsSyncInfo info = {.type = XR_TYPE_ACTIONS_SYNC_INFO,
                                  .countActiveActionSets = counts[i],
                                  .activeActionSets = active};
        assert_success(scene->calls.xrSyncActions(scene->session, &info));
        assert_int_equal(fake.sync_count, counts[i] - 1);
        assert_true(is_active(scene, &gaze, XR_NULL_PATH));
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
    attach(scene, &gaze);
    /* Active for the eyes alone: the runtime hears of no set. */
    assert_success(sync_set(scene, &gaze, 1, gaze.eyes));
    assert_int_equal(fake.sync_count, 0);
    check_gaze(scene, &gaze);
    assert_true(is_active(scene, &gaze, gaze.eyes));
    assert_int_equal(fake.state_path, XR_NULL_PATH);
    assert_false(is_active(scene, &gaze, gaze.left));
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
    assert_int_equal(suggest(scene, gaze.profile, gaze.action, gaze.select),
                     XR_ERROR_PATH_UNSUPPORTED);
    assert_int_equal(suggest(scene, gaze.profile, US_XR_HANDLE(XrAction, 4711), gaze.pose),
                     XR_ERROR_HANDLE_INVALID);
    assert_success(suggest(scene, gaze.other_profile, gaze.action, gaze.select));
    assert_int_equal(fake.suggestions, 1);
    XrInteractionProfileState profile = {.type = XR_TYPE_INTERACTION_PROFILE_STATE};
    assert_int_equal(
        scene->calls.xrGetCurrentInteractionProfile(scene->session, gaze.eyes, &profile),
        XR_ERROR_ACTIONSET_NOT_ATTACHED);
    attach(scene, &gaze);
    assert_int_equal(suggest(scene, gaze.profile, gaze.action, gaze.pose),
                     XR_ERROR_ACTIONSETS_ALREADY_ATTACHED);
    assert_success(
        scene->calls.xrGetCurrentInteractionProfile(scene->session, gaze.eyes, &profile));
    assert_int_equal(profile.interactionProfile, XR_NULL_PATH);
}

PLAYED_TEST(test_name, SCENE_ALL)
{
    struct gaze gaze;
    make(scene, &gaze, 1, false);
    attach(scene, &gaze);
    XrInputSourceLocalizedNameGetInfo info = {.type = XR_TYPE_INPUT_SOURCE_LOCALIZED_NAME_GET_INFO,
                                              .sourcePath = gaze.pose};
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
    attach(scene, &gaze);
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
    attach(scene, &gaze);
    assert_success(sync_set(scene, &gaze, 1, XR_NULL_PATH));
    XrSpaceLocation location = scene_locate(scene, gaze.space, scene->local, SCENE_AT(5), NULL);
    assert_int_equal(location.locationFlags, 0);
    assert_false(is_active(scene, &gaze, gaze.eyes));
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
