/* SPDX-License-Identifier: MIT */
/* Hazard: a space that is made twice, or of another kind than was asked for; a call with a handle
 * or a struct that is missing. */
#include "actions.h"

#include <stdlib.h>
#include <string.h>

static void begin(struct scene *scene, const char *world)
{
    memset(scene, 0, sizeof *scene);
    scene_init(scene, SCENE_ALL);
    setenv("UNDERSTUDY_WORLD", world, 1);
}

static void play(struct scene *scene)
{
    scene_play(scene, SCENE_ALL);
}

static XrResult make(struct scene *scene, XrReferenceSpaceType type, XrSpace *out_space)
{
    XrReferenceSpaceCreateInfo info = {.type = XR_TYPE_REFERENCE_SPACE_CREATE_INFO,
                                       .referenceSpaceType = type,
                                       .poseInReferenceSpace = scene_identity};
    return scene->calls.xrCreateReferenceSpace(scene->session, &info, out_space);
}

/* What the runtime has it makes, once; what it lacks of a virtual world is a LOCAL space of it, and
 * LOCAL_FLOOR is there for apps that may use it. */
TEST(test_virtual_world)
{
    for (int refused = 0; refused < 2; refused++) {
        struct scene scene;
        XrSpace space;
        begin(&scene, "virtual");
        play(&scene);
        fake.refuses_stage = refused;
        uint32_t before = fake.space_count;
        assert_success(make(&scene, XR_REFERENCE_SPACE_TYPE_STAGE, &space));
        assert_int_equal(fake.space_count, before + 1);
        assert_int_equal(fake.spaces[fake.space_count].reference,
                         refused ? XR_REFERENCE_SPACE_TYPE_LOCAL : XR_REFERENCE_SPACE_TYPE_STAGE);
        XrSpaceLocation location = scene_locate(&scene, space, scene.stage, SCENE_AT(1), NULL);
        scene_check_pose(location.pose, scene_identity.orientation, scene_identity.position);
        XrExtent2Df bounds = {7, 7};
        assert_int_equal(scene.calls.xrGetReferenceSpaceBoundsRect(
                             scene.session, XR_REFERENCE_SPACE_TYPE_STAGE, &bounds),
                         XR_SPACE_BOUNDS_UNAVAILABLE);
        assert_true(bounds.width == 0.0f && bounds.height == 0.0f);
        /* The runtime is asked for it once. */
        fake_fail("xrCreateReferenceSpace", XR_ERROR_RUNTIME_FAILURE);
        fake.fails_after = 1;
        assert_int_equal(make(&scene, XR_REFERENCE_SPACE_TYPE_LOCAL_FLOOR, &space),
                         XR_ERROR_REFERENCE_SPACE_UNSUPPORTED);
        fake.fails = NULL;
        assert_success(make(&scene, (XrReferenceSpaceType)1000999000, &space));
        scene_end(&scene);
    }
}

/* An app may use LOCAL_FLOOR by the version of OpenXR that it asks for, or by the extension. */
TEST(test_floor_of_a_version)
{
    static const char *const names[] = {XR_EXT_LOCAL_FLOOR_EXTENSION_NAME};
    static const struct {
        unsigned major, minor;
        bool with_extension, is_allowed;
    } rows[] = {{1, 0, false, false}, {1, 0, true, true},  {1, 1, false, true},
                {1, 1, true, true},   {1, 2, false, true}, {2, 0, false, true}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct scene scene;
        XrSpace space;
        begin(&scene, "virtual");
        scene.version = XR_MAKE_VERSION((uint64_t)rows[i].major, rows[i].minor, 0);
        fake.also[0] = names[0];
        scene_start(&scene, names, rows[i].with_extension ? 1 : 0);
        assert_int_equal(make(&scene, XR_REFERENCE_SPACE_TYPE_LOCAL_FLOOR, &space),
                         rows[i].is_allowed ? XR_SUCCESS : XR_ERROR_REFERENCE_SPACE_UNSUPPORTED);
        scene_end(&scene);
    }
}

TEST_OF(test_real_world, struct scene, scene, begin(scene, "anchored"), scene_end(scene))
{
    XrSpace space;
    play(scene);
    fake.refuses_stage = true;
    assert_int_equal(make(scene, XR_REFERENCE_SPACE_TYPE_STAGE, &space),
                     XR_ERROR_REFERENCE_SPACE_UNSUPPORTED);
}

/* Of a space that the layer does not know the runtime is asked, as the app asked. */
static void check_is_live(struct scene *scene, XrSpace space)
{
    const int asked = fake.calls_of_locate;
    XrSpaceLocation at = {.type = XR_TYPE_SPACE_LOCATION};
    scene->calls.xrLocateSpace(space, scene->local, SCENE_AT(2), &at);
    assert_int_equal(fake.calls_of_locate, asked + 1);
}

static void check_is_recorded(struct scene *scene, XrSpace space)
{
    const XrSpaceLocation at = scene_locate(scene, space, scene->local, SCENE_AT(2), NULL);
    scene_check_vector(at.pose.position, (XrVector3f){0.2f, 0.2f, -0.3f});
}

/* The runtime answers where the layer knows nothing. */
TEST_OF(test_missing, struct scene, scene, begin(scene, "anchored"), scene_end(scene))
{
    play(scene);
    const XrSession unknown = US_XR_HANDLE(XrSession, 4711);
    XrActionSet set = actions_set(scene, 0);
    XrAction action = actions_make(scene, set, XR_ACTION_TYPE_POSE_INPUT, LEFT, NULL, NULL);
    XrActionSpaceCreateInfo info = {.type = XR_TYPE_ACTION_SPACE_CREATE_INFO,
                                    .action = action,
                                    .poseInActionSpace = scene_identity};
    XrReferenceSpaceCreateInfo of_reference = {.type = XR_TYPE_REFERENCE_SPACE_CREATE_INFO,
                                               .referenceSpaceType = XR_REFERENCE_SPACE_TYPE_VIEW,
                                               .poseInReferenceSpace = scene_identity};
    XrSpace space = XR_NULL_HANDLE;
    assert_success(scene->calls.xrCreateActionSpace(unknown, &info, &space));
    check_is_live(scene, space);
    assert_success(scene->calls.xrCreateReferenceSpace(unknown, &of_reference, &space));
    check_is_live(scene, space);
    assert_int_equal(scene->calls.xrCreateActionSpace(scene->session, NULL, &space),
                     XR_ERROR_VALIDATION_FAILURE);
    assert_success(make(scene, XR_REFERENCE_SPACE_TYPE_VIEW, &space));
    check_is_recorded(scene, space);
    /* A space that is gone is known no longer; one that could not be destroyed is. */
    fake_fail("xrDestroySpace", XR_ERROR_RUNTIME_FAILURE);
    assert_int_equal(scene->calls.xrDestroySpace(space), XR_ERROR_RUNTIME_FAILURE);
    fake.fails = NULL;
    check_is_recorded(scene, space);
    assert_success(scene->calls.xrDestroySpace(space));
    check_is_live(scene, space);
}

TESTS_MAIN(test_virtual_world, test_floor_of_a_version, test_real_world, test_missing)
