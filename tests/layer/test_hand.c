/* SPDX-License-Identifier: MIT */
/* Hazard: hands that are wrong, stale, live, or there when they must not be (XR_EXT_hand_tracking).
 */
#include "scene.h"

#include <math.h>
#include <string.h>

struct hand {
    XrHandTrackerEXT tracker;
    XrHandJointLocationEXT joints[XR_HAND_JOINT_COUNT_EXT];
    XrHandJointVelocityEXT moving[XR_HAND_JOINT_COUNT_EXT];
    XrHandJointVelocitiesEXT velocities;
    XrHandJointLocationsEXT locations;
};

static XrResult make(struct scene *scene, XrHandEXT which, struct hand *hand)
{
    memset(hand, 0, sizeof *hand);
    XrHandTrackerCreateInfoEXT info = {.type = XR_TYPE_HAND_TRACKER_CREATE_INFO_EXT, .hand = which};
    hand->velocities = (XrHandJointVelocitiesEXT){.type = XR_TYPE_HAND_JOINT_VELOCITIES_EXT,
                                                  .jointCount = XR_HAND_JOINT_COUNT_EXT,
                                                  .jointVelocities = hand->moving};
    hand->locations = (XrHandJointLocationsEXT){.type = XR_TYPE_HAND_JOINT_LOCATIONS_EXT,
                                                .next = &hand->velocities,
                                                .isActive = 77,
                                                .jointCount = XR_HAND_JOINT_COUNT_EXT,
                                                .jointLocations = hand->joints};
    return scene->calls.xrCreateHandTrackerEXT(scene->session, &info, &hand->tracker);
}

static XrResult locate(struct scene *scene, struct hand *hand, XrSpace base, XrTime time)
{
    XrHandJointsLocateInfoEXT info = {
        .type = XR_TYPE_HAND_JOINTS_LOCATE_INFO_EXT, .baseSpace = base, .time = time};
    return scene->calls.xrLocateHandJointsEXT(hand->tracker, &info, &hand->locations);
}

static void check_inactive(const struct hand *hand)
{
    assert_int_equal(hand->locations.isActive, XR_FALSE);
    for (int i = 0; i < XR_HAND_JOINT_COUNT_EXT; i++) {
        assert_int_equal(hand->joints[i].locationFlags & 3, 0);
        assert_int_equal(hand->moving[i].velocityFlags, 0);
    }
}

static void end(struct scene *scene)
{
    scene->calls.xrDestroyInstance(scene->instance);
    scene_finish(scene);
}

/* The file's joint for OpenXR's 0, 1, 2, ...: palm, wrist, thumb metacarpal, ... */
static const int file_joint[XR_HAND_JOINT_COUNT_EXT] = {
    2, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26};

static void check_joints(struct scene *scene)
{
    struct hand hand;
    assert_int_equal(make(scene, XR_HAND_LEFT_EXT, &hand), XR_SUCCESS);
    assert_int_equal(locate(scene, &hand, scene->local, SCENE_AT(5)), XR_SUCCESS);
    assert_int_equal(hand.locations.isActive, XR_TRUE);
    for (int i = 0; i < XR_HAND_JOINT_COUNT_EXT; i++) {
        assert_int_equal(hand.joints[i].locationFlags, 15);
        scene_check_pose(hand.joints[i].pose, (XrQuaternionf){0, 0, 0, 1},
                         (XrVector3f){0.01f * (float)file_joint[i], 1.25f, -0.2f});
        assert_true(hand.joints[i].radius > 0.004f && hand.joints[i].radius < 0.04f);
        assert_int_equal(hand.moving[i].velocityFlags, 3);
        scene_check_vector(hand.moving[i].linearVelocity, (XrVector3f){0, 0.05f, 0});
        scene_check_vector(hand.moving[i].angularVelocity, (XrVector3f){0, 0, 0});
    }
    /* Seen from the head, which turns by 45 degrees about -Y at (0.5, 0.2, -0.3). */
    assert_int_equal(locate(scene, &hand, scene->view, SCENE_AT(5)), XR_SUCCESS);
    const float h = sqrtf(0.5f), w = 0.165685425f;
    float x = 0.02f - 0.5f, y = 1.05f, z = 0.1f;
    scene_check_pose(hand.joints[0].pose, (XrQuaternionf){0, 0.382683432f, 0, 0.923879533f},
                     (XrVector3f){h * x + h * z, y, h * z - h * x});
    /* v = R^-1 (v - v_head - w_head x d), w_head x d = (-w z, 0, w x). */
    float vx = -0.1f + w * z, vz = -w * x;
    scene_check_vector(hand.moving[0].linearVelocity,
                       (XrVector3f){h * vx + h * vz, 0.05f, h * vz - h * vx});
    scene_check_vector(hand.moving[0].angularVelocity, (XrVector3f){0, w, 0});
    assert_int_equal(scene->calls.xrDestroyHandTrackerEXT(hand.tracker), XR_SUCCESS);
}

static void test_supplied(void **state)
{
    (void)state;
    struct scene scene = {0};
    scene_play(&scene, SCENE_ALL);
    check_joints(&scene);
    assert_int_equal(fake.calls_of_hands, 0);
    end(&scene);
}

static void test_over_the_runtimes(void **state)
{
    (void)state;
    struct scene scene = {0};
    scene_init(&scene, SCENE_ALL);
    fake.has_hands = true;
    scene_play(&scene, 0);
    check_joints(&scene);
    assert_int_equal(fake.calls_of_hands, 2);
    end(&scene);
}

static void test_runtime_has_no_device(void **state)
{
    (void)state;
    struct scene scene = {0};
    scene_init(&scene, SCENE_ALL);
    fake.has_hands = true;
    fake.no_hand_feature = true;
    scene_play(&scene, 0);
    check_joints(&scene);
    assert_int_equal(fake.calls_of_hands, 0);
    end(&scene);
}

static void test_lost_hand(void **state)
{
    (void)state;
    struct scene scene = {0};
    scene_play(&scene, SCENE_ALL);
    struct hand hand;
    assert_int_equal(make(&scene, XR_HAND_RIGHT_EXT, &hand), XR_SUCCESS);
    assert_int_equal(locate(&scene, &hand, scene.local, SCENE_AT(3)), XR_SUCCESS);
    assert_int_equal(hand.locations.isActive, XR_TRUE);
    scene_check_vector(hand.joints[1].pose.position, (XrVector3f){-0.01f, 1, -0.2f});
    assert_int_equal(locate(&scene, &hand, scene.local, SCENE_AT(6)), XR_SUCCESS);
    check_inactive(&hand);
    end(&scene);
}

static void test_no_focus(void **state)
{
    (void)state;
    struct scene scene = {0};
    scene_init(&scene, SCENE_ALL);
    const char *names[] = {SCENE_HAND_AND_EYES};
    assert_int_equal(scene_create(&scene, names, 2), XR_SUCCESS);
    scene_begin(&scene);
    struct hand hand;
    assert_int_equal(make(&scene, XR_HAND_LEFT_EXT, &hand), XR_SUCCESS);
    assert_int_equal(locate(&scene, &hand, scene.local, SCENE_AT(5)), XR_SUCCESS);
    check_inactive(&hand);
    scene_focus(&scene);
    assert_int_equal(locate(&scene, &hand, scene.local, SCENE_AT(5)), XR_SUCCESS);
    assert_int_equal(hand.locations.isActive, XR_TRUE);
    fake_push_state(scene.session, XR_SESSION_STATE_VISIBLE);
    scene_poll(&scene);
    assert_int_equal(locate(&scene, &hand, scene.local, SCENE_AT(5)), XR_SUCCESS);
    check_inactive(&hand);
    end(&scene);
}

static void test_lost_base(void **state)
{
    (void)state;
    struct scene scene = {0};
    scene_play(&scene, SCENE_ALL);
    struct hand hand;
    make(&scene, XR_HAND_LEFT_EXT, &hand);
    fake.unlocatable = true;
    assert_int_equal(locate(&scene, &hand, scene.stage, SCENE_AT(5)), XR_SUCCESS);
    check_inactive(&hand);
    end(&scene);
}

static void test_wrong_arguments(void **state)
{
    (void)state;
    struct scene scene = {0};
    scene_play(&scene, SCENE_ALL);
    struct hand hand;
    assert_int_equal(make(&scene, (XrHandEXT)3, &hand), XR_ERROR_VALIDATION_FAILURE);
    assert_int_equal(make(&scene, XR_HAND_LEFT_EXT, &hand), XR_SUCCESS);
    assert_int_equal(locate(&scene, &hand, scene.local, 0), XR_ERROR_TIME_INVALID);
    assert_int_equal(locate(&scene, &hand, scene.local, -1), XR_ERROR_TIME_INVALID);
    assert_int_equal(hand.locations.isActive, 77);
    hand.locations.jointCount = 27;
    assert_int_equal(locate(&scene, &hand, scene.local, SCENE_AT(1)), XR_ERROR_VALIDATION_FAILURE);
    hand.locations.jointCount = 26;
    hand.velocities.jointCount = 25;
    assert_int_equal(locate(&scene, &hand, scene.local, SCENE_AT(1)), XR_ERROR_VALIDATION_FAILURE);
    hand.velocities.jointCount = 26;
    assert_int_equal(locate(&scene, &hand, US_XR_HANDLE(XrSpace, 4711), SCENE_AT(1)),
                     XR_ERROR_HANDLE_INVALID);
    XrHandTrackerEXT gone = hand.tracker;
    assert_int_equal(scene.calls.xrDestroyHandTrackerEXT(gone), XR_SUCCESS);
    assert_int_equal(scene.calls.xrDestroyHandTrackerEXT(gone), XR_ERROR_HANDLE_INVALID);
    end(&scene);
}

static void test_data_source(void **state)
{
    (void)state;
    struct scene scene = {0};
    scene_play(&scene, SCENE_ALL);
    struct hand hand;
    make(&scene, XR_HAND_LEFT_EXT, &hand);
    XrHandTrackingDataSourceStateEXT source = {.type = XR_TYPE_HAND_TRACKING_DATA_SOURCE_STATE_EXT};
    hand.velocities.next = &source;
    assert_int_equal(locate(&scene, &hand, scene.local, SCENE_AT(5)), XR_ERROR_VALIDATION_FAILURE);
    XrHandTrackingDataSourceEXT wanted = XR_HAND_TRACKING_DATA_SOURCE_CONTROLLER_EXT;
    XrHandTrackingDataSourceInfoEXT sources = {.type = XR_TYPE_HAND_TRACKING_DATA_SOURCE_INFO_EXT,
                                               .requestedDataSourceCount = 1,
                                               .requestedDataSources = &wanted};
    XrHandTrackerCreateInfoEXT info = {
        .type = XR_TYPE_HAND_TRACKER_CREATE_INFO_EXT, .next = &sources, .hand = XR_HAND_LEFT_EXT};
    scene.calls.xrCreateHandTrackerEXT(scene.session, &info, &hand.tracker);
    assert_int_equal(locate(&scene, &hand, scene.local, SCENE_AT(5)), XR_SUCCESS);
    check_inactive(&hand);
    assert_int_equal(source.isActive, XR_FALSE);
    wanted = XR_HAND_TRACKING_DATA_SOURCE_UNOBSTRUCTED_EXT;
    scene.calls.xrCreateHandTrackerEXT(scene.session, &info, &hand.tracker);
    assert_int_equal(locate(&scene, &hand, scene.local, SCENE_AT(5)), XR_SUCCESS);
    assert_int_equal(hand.locations.isActive, XR_TRUE);
    assert_int_equal(source.isActive, XR_TRUE);
    assert_int_equal(source.dataSource, XR_HAND_TRACKING_DATA_SOURCE_UNOBSTRUCTED_EXT);
    end(&scene);
}

/* No hands in the recording: the runtime's own, or none at all. */
static void test_not_recorded(void **state)
{
    (void)state;
    struct scene scene = {0};
    struct hand hand;
    scene_play(&scene, SCENE_HEAD);
    assert_int_equal(make(&scene, XR_HAND_LEFT_EXT, &hand), XR_ERROR_FEATURE_UNSUPPORTED);
    end(&scene);

    struct scene live = {0};
    scene_init(&live, SCENE_HEAD);
    fake.has_hands = true;
    scene_play(&live, 0);
    assert_int_equal(make(&live, XR_HAND_LEFT_EXT, &hand), XR_SUCCESS);
    assert_int_equal(locate(&live, &hand, live.local, SCENE_AT(5)), XR_SUCCESS);
    scene_check_vector(hand.joints[0].pose.position, (XrVector3f){9, 9, 9});
    end(&live);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_supplied),
        cmocka_unit_test(test_over_the_runtimes),
        cmocka_unit_test(test_runtime_has_no_device),
        cmocka_unit_test(test_lost_hand),
        cmocka_unit_test(test_no_focus),
        cmocka_unit_test(test_lost_base),
        cmocka_unit_test(test_wrong_arguments),
        cmocka_unit_test(test_data_source),
        cmocka_unit_test(test_not_recorded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
