/* SPDX-License-Identifier: MIT */
/* Hazard: a space that is made twice, or of another kind than was asked for; a call with a handle
 * or a struct that is missing. */
#include "actions.h"

#include <stdlib.h>
#include <string.h>

#include "layer/answer/space.h"

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
        assert_int_equal(make(&scene, XR_REFERENCE_SPACE_TYPE_LOCAL_FLOOR, &space),
                         XR_ERROR_REFERENCE_SPACE_UNSUPPORTED);
        assert_success(make(&scene, (XrReferenceSpaceType)1000999000, &space));
        scene_end(&scene);
    }
}

TEST(test_real_world)
{
    struct scene scene;
    XrSpace space;
    begin(&scene, "anchored");
    play(&scene);
    fake.refuses_stage = true;
    assert_int_equal(make(&scene, XR_REFERENCE_SPACE_TYPE_STAGE, &space),
                     XR_ERROR_REFERENCE_SPACE_UNSUPPORTED);
    scene_end(&scene);
}

/* The runtime answers where the layer knows nothing. */
TEST(test_missing)
{
    struct scene scene;
    begin(&scene, "anchored");
    play(&scene);
    const XrSession unknown = US_XR_HANDLE(XrSession, 4711);
    XrActionSet set = actions_set(&scene, 0);
    XrAction action = actions_make(&scene, set, XR_ACTION_TYPE_POSE_INPUT, LEFT, NULL, NULL);
    XrActionSpaceCreateInfo info = {.type = XR_TYPE_ACTION_SPACE_CREATE_INFO,
                                    .action = action,
                                    .poseInActionSpace = scene_identity};
    XrReferenceSpaceCreateInfo of_reference = {.type = XR_TYPE_REFERENCE_SPACE_CREATE_INFO,
                                               .referenceSpaceType = XR_REFERENCE_SPACE_TYPE_VIEW,
                                               .poseInReferenceSpace = scene_identity};
    XrSpace space = XR_NULL_HANDLE;
    assert_success(scene.calls.xrCreateActionSpace(unknown, &info, &space));
    assert_null(us_space_find(space));
    assert_success(scene.calls.xrCreateReferenceSpace(unknown, &of_reference, &space));
    assert_null(us_space_find(space));
    assert_int_equal(scene.calls.xrCreateActionSpace(scene.session, NULL, &space),
                     XR_ERROR_VALIDATION_FAILURE);
    assert_success(scene.calls.xrCreateActionSpace(scene.session, &info, &space));
    assert_non_null(us_space_find(space));
    /* A space that is gone is known no longer; one that could not be destroyed is. */
    fake.fails = "xrDestroySpace";
    fake.fails_with = XR_ERROR_RUNTIME_FAILURE;
    assert_int_equal(scene.calls.xrDestroySpace(space), XR_ERROR_RUNTIME_FAILURE);
    assert_non_null(us_space_find(space));
    fake.fails = NULL;
    assert_success(scene.calls.xrDestroySpace(space));
    assert_null(us_space_find(space));
    scene_end(&scene);
}

int main(void)
{
    return RUN_TESTS(test_virtual_world, test_real_world, test_missing);
}
