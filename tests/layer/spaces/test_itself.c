/* SPDX-License-Identifier: MIT */
/* Hazard: a space is said to be another one's place, or a space in itself is off by rounding. */
#include "scene.h"

#include <string.h>

#include "fake_space.h"

/* A turn whose inverse times itself is not exactly the identity. */
static const XrPosef slanted = {{0.1f, -0.5f, 0.7f, 0.5f}, {0.3f, -1.1f, 0.7f}};

/* The recording plays hands alone: reference spaces are the runtime's. */
static void begin(struct scene *scene)
{
    memset(scene, 0, sizeof *scene);
    scene_init(scene, SCENE_HANDS);
    scene_play(scene, 0);
}

static bool is_identity(XrPosef pose)
{
    XrQuaternionf q = pose.orientation;
    XrVector3f p = pose.position;
    return q.x == 0.0f && q.y == 0.0f && q.z == 0.0f && q.w == 1.0f && p.x == 0.0f && p.y == 0.0f &&
           p.z == 0.0f;
}

/* The runtime's own answer, to the bit. */
static void check_runtime(struct scene *scene, XrSpace space, XrSpace base)
{
    XrSpaceLocationFlags flags = 0;
    XrPosef expected;
    assert_success(fake_locate(space, base, SCENE_AT(1), &flags, &expected));
    XrSpaceLocation got = scene_locate(scene, space, base, SCENE_AT(1), NULL);
    assert_memory_equal(&got.pose, &expected, sizeof expected);
    assert_false(is_identity(got.pose));
}

TEST_OF(test_one_place, struct scene, scene, begin(scene), scene_end(scene))
{
    static const XrReferenceSpaceType types[] = {
        XR_REFERENCE_SPACE_TYPE_VIEW, XR_REFERENCE_SPACE_TYPE_LOCAL, XR_REFERENCE_SPACE_TYPE_STAGE};
    for (int i = 0; i < 3; i++) {
        XrSpace one = scene_space(scene, types[i], slanted);
        XrSpace two = scene_space(scene, types[i], slanted);
        assert_true(is_identity(scene_locate(scene, one, one, SCENE_AT(1), NULL).pose));
        assert_true(is_identity(scene_locate(scene, one, two, SCENE_AT(1), NULL).pose));
        XrSpace other = scene_space(scene, types[(i + 1) % 3], slanted);
        check_runtime(scene, one, other);
    }
}

/* Places that have all but one number in common. */
TEST_OF(test_places_side_by_side, struct scene, scene, begin(scene), scene_end(scene))
{
    XrSpace first = scene_space(scene, XR_REFERENCE_SPACE_TYPE_LOCAL, slanted);
    for (int i = 0; i < 3; i++) {
        XrPosef beside = slanted;
        (&beside.position.x)[i] += 0.25f;
        XrSpace second = scene_space(scene, XR_REFERENCE_SPACE_TYPE_LOCAL, beside);
        check_runtime(scene, first, second);
        check_runtime(scene, second, first);
    }
    /* Other turns at the same place: around one axis, and of the same components. */
    static const XrQuaternionf turns[] = {{0.6f, 0, 0, 0.8f},
                                          {0, 0.6f, 0, 0.8f},
                                          {0, 0, 0.6f, 0.8f},
                                          {0, 0, 0, 1},
                                          {0.8f, 0, 0, 0.6f}};
    XrSpace spaces[5];
    for (int i = 0; i < 5; i++)
        spaces[i] = scene_space(scene, XR_REFERENCE_SPACE_TYPE_LOCAL,
                                (XrPosef){turns[i], slanted.position});
    for (int i = 0; i < 5; i++)
        for (int k = 0; k < 5; k++)
            if (i != k)
                check_runtime(scene, spaces[i], spaces[k]);
}

/* What is the same in another session is not the same space. */
TEST(test_two_sessions)
{
    struct scene scene, other;
    begin(&scene);
    other = scene;
    scene_begin(&other);
    XrSpace one = scene_space(&scene, XR_REFERENCE_SPACE_TYPE_LOCAL, slanted);
    XrSpace two = scene_space(&other, XR_REFERENCE_SPACE_TYPE_LOCAL, slanted);
    check_runtime(&scene, one, two);
    scene_end(&scene);
}

/* Spaces of an extension that the layer does not know. */
TEST_OF(test_unknown_spaces, struct scene, scene, begin(scene), scene_end(scene))
{
    XrSpace one = XR_NULL_HANDLE, two = fake_space_add_moving();
    XrSpaceLocationFlags flags;
    XrPosef expected;
    const struct fake_space apart = {.moves = true, .offset = slanted};
    assert_success(fake_add_space(apart, &one));
    int rounded = 0;
    for (int i = 1; i < 10; i++) {
        assert_success(fake_locate(one, one, SCENE_AT(i), &flags, &expected));
        rounded += !is_identity(expected);
        assert_true(is_identity(scene_locate(scene, one, one, SCENE_AT(i), NULL).pose));
    }
    assert_true(rounded > 0);
    check_runtime(scene, one, two);
    check_runtime(scene, one, scene->local);
    /* What a call that fails left behind is the app's. */
    XrSpaceLocation kept = {.type = XR_TYPE_SPACE_LOCATION, .locationFlags = 15, .pose = slanted};
    fake_fail("xrLocateSpace", XR_ERROR_RUNTIME_FAILURE);
    assert_int_equal(scene->calls.xrLocateSpace(one, one, SCENE_AT(1), &kept),
                     XR_ERROR_RUNTIME_FAILURE);
    assert_memory_equal(&kept.pose, &slanted, sizeof slanted);
    fake.fails = NULL;
}

TESTS_MAIN(test_one_place, test_places_side_by_side, test_two_sessions, test_unknown_spaces)
