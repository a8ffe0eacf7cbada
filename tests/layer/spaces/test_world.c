/* SPDX-License-Identifier: MIT */
/* The virtual world: LOCAL, LOCAL_FLOOR and STAGE as the recording has them, whatever the runtime
 * says of its own. */
#include <stdlib.h>

#include "fake_space.h"
#include "scene.h"

#define LOCAL_FLOOR XR_REFERENCE_SPACE_TYPE_LOCAL_FLOOR
#define UNTURNED ((XrQuaternionf){0, 0, 0, 1})

/* The head at 5 s: turned by 45 degrees to the right. */
static const XrQuaternionf turned = {0, -0.382683432f, 0, 0.923879533f};

/* The fake's own LOCAL_FLOOR is not as high as its STAGE, so that nobody takes one for the other.
 */
static void begin(struct scene *scene, unsigned parts)
{
    const char *names[] = {SCENE_HAND_AND_EYES, XR_EXT_LOCAL_FLOOR_EXTENSION_NAME};
    if (scene->get == NULL)
        scene_init(scene, parts);
    setenv("UNDERSTUDY_WORLD", "virtual", 1);
    fake.also[0] = XR_EXT_LOCAL_FLOOR_EXTENSION_NAME;
    scene_start(scene, names, 3);
}

static void check(struct scene *scene, XrSpace space, XrSpace base, XrQuaternionf rotation,
                  XrVector3f position)
{
    XrSpaceVelocity velocity;
    XrSpaceLocation location = scene_locate(scene, space, base, SCENE_AT(5), &velocity);
    assert_int_equal(location.locationFlags, 15);
    assert_int_equal(velocity.velocityFlags, 3);
    scene_check_pose(location.pose, rotation, position);
}

SCENE_TEST(test_origin_in_local, SCENE_ALL)
{
    fake.has_local_floor = true;
    begin(scene, 0);
    XrSpace floor = scene_space(scene, LOCAL_FLOOR, scene_identity);
    check(scene, scene->view, scene->local, turned, (XrVector3f){0.5f, 0.2f, -0.3f});
    check(scene, scene->view, scene->stage, turned, (XrVector3f){0.5f, 1.7f, -0.3f});
    check(scene, scene->view, floor, turned, (XrVector3f){0.5f, 1.7f, -0.3f});
    check(scene, floor, scene->local, UNTURNED, (XrVector3f){0, -1.5f, 0});
    check(scene, floor, scene->stage, UNTURNED, (XrVector3f){0, 0, 0});
    check(scene, scene->local, scene->stage, UNTURNED, (XrVector3f){0, 1.5f, 0});
}

static void check_on_floor(struct scene *scene)
{
    check(scene, scene->view, scene->stage, turned, (XrVector3f){0.5f, 1.6f, -0.3f});
    check(scene, scene->view, scene->local, turned, (XrVector3f){0.5f, 0, -0.3f});
    check(scene, scene->local, scene->stage, UNTURNED, (XrVector3f){0, 1.6f, 0});
}

/* The same on a runtime that has STAGE and on one that refuses it. */
TEST(test_origin_on_floor)
{
    struct scene scene = {0};
    begin(&scene, SCENE_ALL | SCENE_FLOOR);
    check_on_floor(&scene);
    scene_end(&scene);
    struct scene low = {0};
    scene_init(&low, SCENE_ALL | SCENE_FLOOR);
    fake.lacks_stage = fake.refuses_stage = true;
    begin(&low, 0);
    check_on_floor(&low);
    assert_int_equal(fake.spaces[US_XR_VALUE(low.stage)].reference, XR_REFERENCE_SPACE_TYPE_LOCAL);
    scene_end(&low);
}

/* UNDERSTUDY_ANCHOR is heard. */
SCENE_TEST(test_anchor, SCENE_ALL | SCENE_FLOOR)
{
    setenv("UNDERSTUDY_ANCHOR", "local", 1);
    begin(scene, 0);
    check(scene, scene->view, scene->local, turned, (XrVector3f){0.5f, 1.6f, -0.3f});
    check(scene, scene->stage, scene->local, UNTURNED, (XrVector3f){0, -1.5f, 0});
}

/* A space that the app may not use stays refused. */
SCENE_TEST(test_refused, SCENE_ALL)
{
    const char *names[] = {SCENE_HAND_AND_EYES};
    setenv("UNDERSTUDY_WORLD", "virtual", 1);
    scene_open(scene, names, 2);
    XrReferenceSpaceCreateInfo info = {.type = XR_TYPE_REFERENCE_SPACE_CREATE_INFO,
                                       .referenceSpaceType = LOCAL_FLOOR,
                                       .poseInReferenceSpace = scene_identity};
    XrSpace space;
    assert_int_equal(scene->calls.xrCreateReferenceSpace(scene->session, &info, &space),
                     XR_ERROR_REFERENCE_SPACE_UNSUPPORTED);
    XrExtent2Df bounds = {1, 1};
    assert_int_equal(
        scene->calls.xrGetReferenceSpaceBoundsRect(scene->session, LOCAL_FLOOR, &bounds),
        XR_SPACE_BOUNDS_UNAVAILABLE); /* the fake's own answer */
    uint32_t count = 0;
    assert_success(scene->calls.xrEnumerateReferenceSpaces(scene->session, 0, &count, NULL));
    assert_int_equal(count, 3);
}

/* What only the runtime knows is where it is in the real world, seen from the virtual one: here
 * STAGE lies on STAGE, and LOCAL on LOCAL where the runtime has no floor. */
TEST(test_unknown)
{
    for (int lacks = 0; lacks < 2; lacks++) {
        struct scene scene = {0};
        scene_init(&scene, SCENE_ALL | SCENE_FLOOR);
        fake.lacks_stage = fake.refuses_stage = lacks;
        begin(&scene, 0);
        XrSpace moving = fake_space_add_moving();
        const float s = 5, above_stage = lacks ? 1.0f + 1.6f : 1.0f - FAKE_STAGE_Y_M;
        XrQuaternionf rotation = {0, 0.948984619f, 0, 0.315322362f}; /* 2.5 rad */
        check(&scene, moving, scene.stage, rotation, (XrVector3f){2 + 0.4f * s, above_stage, -3});
        XrSpaceVelocity velocity;
        scene_locate(&scene, moving, scene.local, SCENE_AT(5), &velocity);
        assert_true(velocity.linearVelocity.x > 0.39f && velocity.linearVelocity.x < 0.41f);
        assert_true(velocity.angularVelocity.y > 0.495f && velocity.angularVelocity.y < 0.505f);
        scene_end(&scene);
    }
}

/* A head that is not played is live, and stands in the virtual world. */
SCENE_TEST(test_live_head, SCENE_ALL | SCENE_FLOOR)
{
    setenv("UNDERSTUDY_CHANNELS", "hands", 1);
    begin(scene, 0);
    const float h = FAKE_LIVE_HEAD_M;
    const XrVector3f stands = {h, h - FAKE_STAGE_Y_M - 1.6f, h};
    check(scene, scene->view, scene->local, (XrQuaternionf){0, 1, 0, 0}, stands);
    const struct scene_views told = scene_locate_views(scene, scene->local, SCENE_AT(5));
    assert_int_equal(told.state.viewStateFlags, 15);
    /* Looking backwards, left is +X. */
    scene_check_vector(told.views[0].pose.position,
                       (XrVector3f){stands.x + FAKE_EYE_X_M, stands.y, stands.z});
}

SCENE_TEST(test_enumerate, SCENE_ALL)
{
    fake.lacks_stage = fake.refuses_stage = true;
    begin(scene, 0);
    scene_expect_log(scene, "LOCAL is 1500 mm above STAGE");
    XrReferenceSpaceType types[8] = {0};
    uint32_t count = 0;
    assert_success(scene->calls.xrEnumerateReferenceSpaces(scene->session, 0, &count, NULL));
    assert_int_equal(count, 4);
    assert_int_equal(scene->calls.xrEnumerateReferenceSpaces(scene->session, 3, &count, types),
                     XR_ERROR_SIZE_INSUFFICIENT);
    assert_int_equal(count, 4);
    assert_success(scene->calls.xrEnumerateReferenceSpaces(scene->session, 8, &count, types));
    const XrReferenceSpaceType all[] = {XR_REFERENCE_SPACE_TYPE_VIEW, XR_REFERENCE_SPACE_TYPE_LOCAL,
                                        XR_REFERENCE_SPACE_TYPE_STAGE, LOCAL_FLOOR};
    assert_memory_equal(types, all, sizeof all);
}

SCENE_TEST(test_bounds, SCENE_ALL)
{
    fake.has_local_floor = true;
    begin(scene, 0);
    const XrReferenceSpaceType types[] = {XR_REFERENCE_SPACE_TYPE_LOCAL,
                                          XR_REFERENCE_SPACE_TYPE_STAGE, LOCAL_FLOOR};
    for (int i = 0; i < 3; i++) {
        XrExtent2Df bounds = {1, 1};
        assert_int_equal(
            scene->calls.xrGetReferenceSpaceBoundsRect(scene->session, types[i], &bounds),
            XR_SPACE_BOUNDS_UNAVAILABLE);
        assert_true(bounds.width == 0 && bounds.height == 0);
    }
    fake_fail("xrGetReferenceSpaceBoundsRect", XR_ERROR_SESSION_LOST);
    XrExtent2Df bounds;
    assert_int_equal(scene->calls.xrGetReferenceSpaceBoundsRect(
                         scene->session, XR_REFERENCE_SPACE_TYPE_STAGE, &bounds),
                     XR_ERROR_SESSION_LOST);
}

static XrReferenceSpaceType poll_change(struct scene *scene, XrResult expected)
{
    XrEventDataBuffer event = {.type = XR_TYPE_EVENT_DATA_BUFFER};
    assert_int_equal(scene->calls.xrPollEvent(scene->instance, &event), expected);
    if (expected != XR_SUCCESS)
        return 0;
    assert_int_equal(event.type, XR_TYPE_EVENT_DATA_REFERENCE_SPACE_CHANGE_PENDING);
    return ((const XrEventDataReferenceSpaceChangePending *)&event)->referenceSpaceType;
}

TEST_OF(test_events, struct scene, scene, begin(scene, SCENE_ALL), scene_end(scene))
{
    fake_space_push_change(scene->session, XR_REFERENCE_SPACE_TYPE_LOCAL);
    fake_space_push_change(scene->session, XR_REFERENCE_SPACE_TYPE_STAGE);
    fake_space_push_change(scene->session, XR_REFERENCE_SPACE_TYPE_UNBOUNDED_MSFT);
    fake_space_push_change(scene->session, LOCAL_FLOOR);
    assert_int_equal(poll_change(scene, XR_SUCCESS), XR_REFERENCE_SPACE_TYPE_UNBOUNDED_MSFT);
    poll_change(scene, XR_EVENT_UNAVAILABLE);
    assert_int_equal(fake.event_count, 0);
}

/* Anchored, everything is the runtime's own: relations, bounds, list and events. */
SCENE_TEST(test_anchored, SCENE_ALL)
{
    const char *names[] = {SCENE_HAND_AND_EYES, XR_EXT_LOCAL_FLOOR_EXTENSION_NAME};
    fake.has_local_floor = true;
    fake.also[0] = XR_EXT_LOCAL_FLOOR_EXTENSION_NAME;
    scene_start(scene, names, 3);
    XrSpace floor = scene_space(scene, LOCAL_FLOOR, scene_identity);
    check(scene, floor, scene->local, UNTURNED, (XrVector3f){0, FAKE_FLOOR_Y_M, 0});
    check(scene, scene->view, floor, turned, (XrVector3f){0.5f, 0.2f - FAKE_FLOOR_Y_M, -0.3f});
    XrExtent2Df bounds;
    assert_success(scene->calls.xrGetReferenceSpaceBoundsRect(
        scene->session, XR_REFERENCE_SPACE_TYPE_STAGE, &bounds));
    assert_true(bounds.width == 4 && bounds.height == 3);
    fake.lacks_stage = true;
    uint32_t count = 0;
    assert_success(scene->calls.xrEnumerateReferenceSpaces(scene->session, 0, &count, NULL));
    assert_int_equal(count, 3);
    fake_space_push_change(scene->session, XR_REFERENCE_SPACE_TYPE_LOCAL);
    assert_int_equal(poll_change(scene, XR_SUCCESS), XR_REFERENCE_SPACE_TYPE_LOCAL);
}

/* The recording's origin on the runtime's LOCAL_FLOOR. */
SCENE_TEST(test_anchored_to_local_floor, SCENE_ALL | SCENE_FLOOR)
{
    const char *names[] = {SCENE_HAND_AND_EYES, XR_EXT_LOCAL_FLOOR_EXTENSION_NAME};
    fake.has_local_floor = true;
    setenv("UNDERSTUDY_ANCHOR", "local_floor", 1);
    fake.also[0] = XR_EXT_LOCAL_FLOOR_EXTENSION_NAME;
    scene_start(scene, names, 3);
    XrSpace floor = scene_space(scene, LOCAL_FLOOR, scene_identity);
    check(scene, scene->view, floor, turned, (XrVector3f){0.5f, 1.6f, -0.3f});
    check(scene, scene->view, scene->local, turned,
          (XrVector3f){0.5f, 1.6f + FAKE_FLOOR_Y_M, -0.3f});
}

/* LOCAL_FLOOR of a runtime that lacks it is as high as its STAGE, or as the floor of the recording,
 * or 1.5 m below LOCAL; turned and moved spaces in it stay what they are. */
TEST(test_supplied_floor)
{
    const char *names[] = {SCENE_HAND_AND_EYES, XR_EXT_LOCAL_FLOOR_EXTENSION_NAME};
    static const struct {
        unsigned parts;
        bool lacks_stage;
        float y_m;
    } rows[] = {{SCENE_ALL, false, FAKE_STAGE_Y_M},
                {0, false, FAKE_STAGE_Y_M},
                {SCENE_ALL, true, -1.5f},
                {SCENE_ALL | SCENE_FLOOR, true, -1.6f}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct scene scene = {0};
        scene_init(&scene, rows[i].parts);
        fake.lacks_stage = fake.refuses_stage = rows[i].lacks_stage;
        assert_success(scene_create(&scene, names, 3));
        assert_false(fake_enabled(XR_EXT_LOCAL_FLOOR_EXTENSION_NAME));
        if (rows[i].lacks_stage)
            assert_success(scene.calls.xrCreateSession(scene.instance, &(XrSessionCreateInfo){0},
                                                       &scene.session));
        else
            scene_begin(&scene);
        scene.local = scene_space(&scene, XR_REFERENCE_SPACE_TYPE_LOCAL, scene_identity);
        XrSpace floor = scene_space(
            &scene, LOCAL_FLOOR, (XrPosef){{0, -0.382683432f, 0, 0.923879533f}, {0.5f, 0.25f, 0}});
        check(&scene, floor, scene.local, turned, (XrVector3f){0.5f, 0.25f + rows[i].y_m, 0});
        XrReferenceSpaceType types[8] = {0};
        uint32_t count = 0;
        assert_success(scene.calls.xrEnumerateReferenceSpaces(scene.session, 8, &count, types));
        assert_int_equal(count, rows[i].lacks_stage ? 3 : 4);
        assert_int_equal(types[count - 1], LOCAL_FLOOR);
        XrExtent2Df bounds = {1, 1};
        assert_int_equal(
            scene.calls.xrGetReferenceSpaceBoundsRect(scene.session, LOCAL_FLOOR, &bounds),
            XR_SPACE_BOUNDS_UNAVAILABLE);
        scene_end(&scene);
    }
}

TESTS_MAIN(test_origin_in_local, test_origin_on_floor, test_anchor, test_refused, test_unknown,
           test_live_head, test_enumerate, test_bounds, test_events, test_anchored,
           test_anchored_to_local_floor, test_supplied_floor)
