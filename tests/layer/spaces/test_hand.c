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
    return scene_ask_joints(scene, hand->tracker, base, time, &hand->locations);
}

static void check_inactive(const struct hand *hand)
{
    assert_int_equal(hand->locations.isActive, XR_FALSE);
    for (int i = 0; i < XR_HAND_JOINT_COUNT_EXT; i++) {
        assert_int_equal(hand->joints[i].locationFlags & 3, 0);
        assert_int_equal(hand->moving[i].velocityFlags, 0);
    }
}

/* The file's joint for OpenXR's 0, 1, 2, ...: palm, wrist, thumb metacarpal, ... */
static const int file_joint[XR_HAND_JOINT_COUNT_EXT] = {
    2, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26};

static void check_joints(struct scene *scene)
{
    struct hand hand;
    assert_success(make(scene, XR_HAND_LEFT_EXT, &hand));
    assert_success(locate(scene, &hand, scene->local, SCENE_AT(5)));
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
    assert_success(locate(scene, &hand, scene->view, SCENE_AT(5)));
    const float h = sqrtf(0.5f), w = 0.165685425f;
    float x = 0.02f - 0.5f, y = 1.05f, z = 0.1f;
    scene_check_pose(hand.joints[0].pose, (XrQuaternionf){0, 0.382683432f, 0, 0.923879533f},
                     (XrVector3f){h * x + h * z, y, h * z - h * x});
    /* v = R^-1 (v - v_head - w_head x d), w_head x d = (-w z, 0, w x). */
    float vx = -0.1f + w * z, vz = -w * x;
    scene_check_vector(hand.moving[0].linearVelocity,
                       (XrVector3f){h * vx + h * vz, 0.05f, h * vz - h * vx});
    scene_check_vector(hand.moving[0].angularVelocity, (XrVector3f){0, w, 0});
    assert_success(scene->calls.xrDestroyHandTrackerEXT(hand.tracker));
}

PLAYED_TEST(test_supplied, SCENE_ALL)
{
    check_joints(scene);
    assert_int_equal(fake.calls_of_hands, 0);
}

SCENE_TEST(test_over_the_runtimes, SCENE_ALL)
{
    fake.has_hands = true;
    scene_play(scene, 0);
    check_joints(scene);
    assert_int_equal(fake.calls_of_hands, 2);
}

SCENE_TEST(test_runtime_has_no_device, SCENE_ALL)
{
    fake.has_hands = true;
    fake.no_hand_feature = true;
    scene_play(scene, 0);
    check_joints(scene);
    assert_int_equal(fake.calls_of_hands, 0);
}

PLAYED_TEST(test_lost_hand, SCENE_ALL)
{
    struct hand hand;
    assert_success(make(scene, XR_HAND_RIGHT_EXT, &hand));
    assert_success(locate(scene, &hand, scene->local, SCENE_AT(3)));
    assert_int_equal(hand.locations.isActive, XR_TRUE);
    scene_check_vector(hand.joints[1].pose.position, (XrVector3f){-0.01f, 1, -0.2f});
    assert_success(locate(scene, &hand, scene->local, SCENE_AT(6)));
    check_inactive(&hand);
}

SCENE_TEST(test_no_focus, SCENE_ALL)
{
    const char *names[] = {SCENE_HAND_AND_EYES};
    scene_open(scene, names, 2);
    struct hand hand;
    assert_success(make(scene, XR_HAND_LEFT_EXT, &hand));
    assert_success(locate(scene, &hand, scene->local, SCENE_AT(5)));
    check_inactive(&hand);
    scene_focus(scene);
    assert_success(locate(scene, &hand, scene->local, SCENE_AT(5)));
    assert_int_equal(hand.locations.isActive, XR_TRUE);
    scene_tell_state(scene, XR_SESSION_STATE_VISIBLE);
    assert_success(locate(scene, &hand, scene->local, SCENE_AT(5)));
    check_inactive(&hand);
}

PLAYED_TEST(test_lost_base, SCENE_ALL)
{
    struct hand hand;
    make(scene, XR_HAND_LEFT_EXT, &hand);
    fake.unlocatable = true;
    assert_success(locate(scene, &hand, scene->stage, SCENE_AT(5)));
    check_inactive(&hand);
}

PLAYED_TEST(test_wrong_arguments, SCENE_ALL)
{
    struct hand hand;
    assert_int_equal(make(scene, (XrHandEXT)3, &hand), XR_ERROR_VALIDATION_FAILURE);
    assert_success(make(scene, XR_HAND_LEFT_EXT, &hand));
    assert_int_equal(locate(scene, &hand, scene->local, 0), XR_ERROR_TIME_INVALID);
    assert_int_equal(locate(scene, &hand, scene->local, -1), XR_ERROR_TIME_INVALID);
    assert_int_equal(hand.locations.isActive, 77);
    hand.locations.jointCount = 27;
    assert_int_equal(locate(scene, &hand, scene->local, SCENE_AT(1)), XR_ERROR_VALIDATION_FAILURE);
    hand.locations.jointCount = 26;
    hand.velocities.jointCount = 25;
    assert_int_equal(locate(scene, &hand, scene->local, SCENE_AT(1)), XR_ERROR_VALIDATION_FAILURE);
    hand.velocities.jointCount = 26;
    assert_int_equal(locate(scene, &hand, US_XR_HANDLE(XrSpace, 4711), SCENE_AT(1)),
                     XR_ERROR_HANDLE_INVALID);
    XrHandTrackerEXT gone = hand.tracker;
    assert_success(scene->calls.xrDestroyHandTrackerEXT(gone));
    assert_int_equal(scene->calls.xrDestroyHandTrackerEXT(gone), XR_ERROR_HANDLE_INVALID);
}

/* One thing wrong in a call that is right otherwise, of a tracker that only the layer knows. */
PLAYED_TEST(test_each_wrong, SCENE_ALL)
{
    struct hand hand;
    assert_success(make(scene, XR_HAND_LEFT_EXT, &hand));
    for (int wrong = 0; wrong <= 7; wrong++) {
        XrHandJointVelocitiesEXT velocities = {.type = XR_TYPE_HAND_JOINT_VELOCITIES_EXT,
                                               .jointCount = wrong == 1 ? 27 : 26,
                                               .jointVelocities = wrong == 2 ? NULL : hand.moving};
        XrHandJointLocationsEXT locations = {.type = wrong == 3 ? XR_TYPE_SPACE_LOCATION
                                                                : XR_TYPE_HAND_JOINT_LOCATIONS_EXT,
                                             .next = &velocities,
                                             .jointCount = wrong == 4 ? 25 : 26,
                                             .jointLocations = wrong == 5 ? NULL : hand.joints};
        XrHandJointsLocateInfoEXT info = {.type = wrong == 6 ? XR_TYPE_VIEW_LOCATE_INFO
                                                             : XR_TYPE_HAND_JOINTS_LOCATE_INFO_EXT,
                                          .baseSpace = scene->local,
                                          .time = wrong == 7 ? 0 : 1};
        fake.any_time = true;
        assert_int_equal(scene->calls.xrLocateHandJointsEXT(hand.tracker, &info, &locations),
                         wrong == 0   ? XR_SUCCESS
                         : wrong == 7 ? XR_ERROR_TIME_INVALID
                                      : XR_ERROR_VALIDATION_FAILURE);
        if (wrong > 0)
            continue;
        assert_int_equal(scene->calls.xrLocateHandJointsEXT(hand.tracker, NULL, &locations),
                         XR_ERROR_VALIDATION_FAILURE);
        assert_int_equal(scene->calls.xrLocateHandJointsEXT(hand.tracker, &info, NULL),
                         XR_ERROR_VALIDATION_FAILURE);
    }
}

/* A tracker that the runtime refused, or made of what OpenXR does not know, is none of the layer's.
 */
SCENE_TEST(test_not_made, SCENE_ALL)
{
    struct hand hand;
    fake.has_hands = true;
    scene_play(scene, 0);
    assert_success(make(scene, (XrHandEXT)3, &hand));
    assert_success(locate(scene, &hand, scene->local, SCENE_AT(5)));
    scene_check_vector(hand.joints[0].pose.position, (XrVector3f){9, 9, 9});
    /* A set of joints that the app did not enable, but the runtime has. */
    static const XrHandJointSetEXT sets[] = {XR_HAND_JOINT_SET_HAND_WITH_FOREARM_ULTRALEAP,
                                             (XrHandJointSetEXT)77};
    for (int i = 0; i < 2; i++) {
        const XrHandTrackerCreateInfoEXT of_set = {.type = XR_TYPE_HAND_TRACKER_CREATE_INFO_EXT,
                                                   .hand = XR_HAND_LEFT_EXT,
                                                   .handJointSet = sets[i]};
        assert_success(scene->calls.xrCreateHandTrackerEXT(scene->session, &of_set, &hand.tracker));
        assert_success(locate(scene, &hand, scene->local, SCENE_AT(5)));
        scene_check_vector(hand.joints[0].pose.position, (XrVector3f){9, 9, 9});
    }
    fake_fail("xrCreateHandTrackerEXT", XR_ERROR_LIMIT_REACHED);
    hand.tracker = US_XR_HANDLE(XrHandTrackerEXT, 4711);
    XrHandTrackerCreateInfoEXT info = {.type = XR_TYPE_HAND_TRACKER_CREATE_INFO_EXT,
                                       .hand = XR_HAND_LEFT_EXT,
                                       .handJointSet = XR_HAND_JOINT_SET_DEFAULT_EXT};
    assert_int_equal(scene->calls.xrCreateHandTrackerEXT(scene->session, &info, &hand.tracker),
                     XR_ERROR_LIMIT_REACHED);
    fake.fails = NULL;
    assert_success(locate(scene, &hand, scene->local, SCENE_AT(5)));
    scene_check_vector(hand.joints[0].pose.position, (XrVector3f){9, 9, 9});
}

static const char *const source_names[] = {SCENE_HAND_AND_EYES, "XR_EXT_hand_tracking_data_source"};

static XrResult make_with_sources(struct scene *scene, XrHandTrackingDataSourceEXT *wanted,
                                  uint32_t count, XrHandTrackerEXT *tracker)
{
    XrHandTrackingDataSourceInfoEXT sources = {.type = XR_TYPE_HAND_TRACKING_DATA_SOURCE_INFO_EXT,
                                               .requestedDataSourceCount = count,
                                               .requestedDataSources = wanted};
    XrHandTrackerCreateInfoEXT info = {
        .type = XR_TYPE_HAND_TRACKER_CREATE_INFO_EXT, .next = &sources, .hand = XR_HAND_LEFT_EXT};
    return scene->calls.xrCreateHandTrackerEXT(scene->session, &info, tracker);
}

/* Supplied by the layer whole, or on top of a runtime's hand tracking, played or live. */
static void check_data_source(struct scene *scene)
{
    struct hand hand;
    make(scene, XR_HAND_LEFT_EXT, &hand);
    XrHandTrackingDataSourceStateEXT source = {.type = XR_TYPE_HAND_TRACKING_DATA_SOURCE_STATE_EXT};
    hand.velocities.next = &source;
    assert_int_equal(locate(scene, &hand, scene->local, SCENE_AT(5)), XR_ERROR_VALIDATION_FAILURE);

    XrHandTrackingDataSourceEXT wanted[2] = {XR_HAND_TRACKING_DATA_SOURCE_CONTROLLER_EXT,
                                             XR_HAND_TRACKING_DATA_SOURCE_CONTROLLER_EXT};
    XrHandTrackerEXT *tracker = &hand.tracker;
    assert_int_equal(make_with_sources(scene, wanted, 0, tracker), XR_ERROR_VALIDATION_FAILURE);
    assert_int_equal(make_with_sources(scene, NULL, 1, tracker), XR_ERROR_VALIDATION_FAILURE);
    assert_int_equal(make_with_sources(scene, wanted, 2, tracker), XR_ERROR_VALIDATION_FAILURE);
    assert_success(make_with_sources(scene, wanted, 1, tracker));
    assert_success(locate(scene, &hand, scene->local, SCENE_AT(5)));
    check_inactive(&hand);
    assert_int_equal(source.isActive, XR_FALSE);
    wanted[1] = XR_HAND_TRACKING_DATA_SOURCE_UNOBSTRUCTED_EXT;
    assert_success(make_with_sources(scene, wanted, 2, tracker));
    assert_success(locate(scene, &hand, scene->local, SCENE_AT(5)));
    assert_int_equal(hand.locations.isActive, XR_TRUE);
    assert_int_equal(source.isActive, XR_TRUE);
    assert_int_equal(source.dataSource, XR_HAND_TRACKING_DATA_SOURCE_UNOBSTRUCTED_EXT);
    wanted[1] = (XrHandTrackingDataSourceEXT)3;
    assert_int_equal(make_with_sources(scene, wanted, 2, tracker), XR_ERROR_VALIDATION_FAILURE);
}

TEST(test_data_source)
{
    const unsigned parts[] = {SCENE_ALL, SCENE_ALL, SCENE_ALL, SCENE_HEAD};
    for (int i = 0; i < 4; i++) {
        struct scene scene = {0};
        scene_init(&scene, parts[i]);
        fake.has_hands = i > 0;
        fake.no_hand_feature = i == 1;
        scene_start(&scene, source_names, 3);
        check_data_source(&scene);
        scene_end(&scene);
    }
    /* What was not enabled says nothing. */
    struct scene scene = {0};
    scene_init(&scene, SCENE_ALL);
    scene_start(&scene, source_names, 2);
    struct hand hand;
    make(&scene, XR_HAND_LEFT_EXT, &hand);
    assert_success(make_with_sources(&scene, NULL, 0, &hand.tracker));
    assert_success(locate(&scene, &hand, scene.local, SCENE_AT(5)));
    assert_int_equal(hand.locations.isActive, XR_TRUE);
    scene_end(&scene);
}

/* The source of a live hand: the layer tells it where it supplies the extension, and the runtime
 * where that has it; and it need not be asked for. */
TEST(test_live_source)
{
    for (int there = 0; there < 2; there++) {
        struct scene scene = {0};
        struct hand hand;
        scene_init(&scene, SCENE_HEAD);
        fake.has_hands = true;
        fake.also[0] = there ? source_names[2] : NULL;
        scene_start(&scene, source_names, 3);
        assert_success(make(&scene, XR_HAND_LEFT_EXT, &hand));
        assert_success(locate(&scene, &hand, scene.local, SCENE_AT(5)));
        scene_check_vector(hand.joints[0].pose.position, (XrVector3f){9, 9, 9});
        XrHandTrackingDataSourceEXT wanted = XR_HAND_TRACKING_DATA_SOURCE_UNOBSTRUCTED_EXT;
        assert_success(make_with_sources(&scene, &wanted, 1, &hand.tracker));
        XrHandTrackingDataSourceStateEXT source = {
            .type = XR_TYPE_HAND_TRACKING_DATA_SOURCE_STATE_EXT, .isActive = 77, .dataSource = 66};
        hand.locations.next = &source;
        assert_success(locate(&scene, &hand, scene.local, SCENE_AT(5)));
        assert_int_equal(source.isActive, there ? 77 : XR_TRUE);
        assert_int_equal(source.dataSource,
                         there ? 66 : XR_HAND_TRACKING_DATA_SOURCE_UNOBSTRUCTED_EXT);
        scene_end(&scene);
    }
}

TEST(test_motion_range)
{
    const char *names[] = {SCENE_HAND_AND_EYES, "XR_EXT_hand_joints_motion_range"};
    for (int there = 0; there < 2; there++) {
        struct scene scene = {0};
        scene_init(&scene, SCENE_ALL);
        fake.has_hands = there;
        scene_start(&scene, names, 3);
        struct hand hand;
        make(&scene, XR_HAND_LEFT_EXT, &hand);
        XrHandJointsMotionRangeInfoEXT range = {.type = XR_TYPE_HAND_JOINTS_MOTION_RANGE_INFO_EXT};
        XrHandJointsLocateInfoEXT info = {.type = XR_TYPE_HAND_JOINTS_LOCATE_INFO_EXT,
                                          .next = &range,
                                          .baseSpace = scene.local,
                                          .time = SCENE_AT(5)};
        for (int which = 0; which < 4; which++) {
            range.handJointsMotionRange = (XrHandJointsMotionRangeEXT)which;
            hand.locations.isActive = 77;
            XrResult result =
                scene.calls.xrLocateHandJointsEXT(hand.tracker, &info, &hand.locations);
            bool good = which == 1 || which == 2;
            assert_int_equal(result, good ? XR_SUCCESS : XR_ERROR_VALIDATION_FAILURE);
            assert_int_equal(hand.locations.isActive, good ? XR_TRUE : 77);
        }
        scene_check_vector(hand.joints[0].pose.position, (XrVector3f){0.02f, 1.25f, -0.2f});
        scene_end(&scene);
    }
    /* Of a live hand, too, where the layer supplies the extension. */
    struct scene scene = {0};
    struct hand hand;
    scene_init(&scene, SCENE_HEAD);
    fake.has_hands = true;
    scene_start(&scene, names, 3);
    assert_success(make(&scene, XR_HAND_LEFT_EXT, &hand));
    for (int which = 0; which < 4; which++) {
        XrHandJointsMotionRangeInfoEXT range = {.type = XR_TYPE_HAND_JOINTS_MOTION_RANGE_INFO_EXT,
                                                .handJointsMotionRange =
                                                    (XrHandJointsMotionRangeEXT)which};
        XrHandJointsLocateInfoEXT info = {.type = XR_TYPE_HAND_JOINTS_LOCATE_INFO_EXT,
                                          .next = &range,
                                          .baseSpace = scene.local,
                                          .time = SCENE_AT(5)};
        assert_int_equal(scene.calls.xrLocateHandJointsEXT(hand.tracker, &info, &hand.locations),
                         which == 1 || which == 2 ? XR_SUCCESS : XR_ERROR_VALIDATION_FAILURE);
    }
    scene_end(&scene);
}

struct arm {
    XrHandTrackerEXT tracker;
    XrHandJointLocationEXT joints[27];
    XrHandJointVelocityEXT moving[27];
};

static XrResult locate_arm(struct scene *scene, struct arm *arm, uint32_t count, XrTime time)
{
    XrHandJointVelocitiesEXT velocities = {.type = XR_TYPE_HAND_JOINT_VELOCITIES_EXT,
                                           .jointCount = count,
                                           .jointVelocities = arm->moving};
    XrHandJointLocationsEXT locations = {.type = XR_TYPE_HAND_JOINT_LOCATIONS_EXT,
                                         .next = &velocities,
                                         .jointCount = count,
                                         .jointLocations = arm->joints};
    return scene_ask_joints(scene, arm->tracker, scene->view, time, &locations);
}

static XrResult make_arm(struct scene *scene, struct arm *arm)
{
    XrHandTrackerCreateInfoEXT info = {.type = XR_TYPE_HAND_TRACKER_CREATE_INFO_EXT,
                                       .hand = XR_HAND_LEFT_EXT,
                                       .handJointSet =
                                           XR_HAND_JOINT_SET_HAND_WITH_FOREARM_ULTRALEAP};
    return scene->calls.xrCreateHandTrackerEXT(scene->session, &info, &arm->tracker);
}

static void check_elbow(struct scene *scene)
{
    struct arm arm, before, after;
    assert_success(make_arm(scene, &arm));
    before.tracker = after.tracker = arm.tracker;
    assert_int_equal(locate_arm(scene, &arm, 26, SCENE_AT(5)), XR_ERROR_VALIDATION_FAILURE);
    assert_success(locate_arm(scene, &arm, 27, SCENE_AT(5)));
    /* Seen from a head that has turned by 45 degrees about -Y, +Z of a joint is (h, 0, h). */
    const float h = sqrtf(0.5f);
    XrVector3f wrist = arm.joints[1].pose.position;
    XrQuaternionf rotation = arm.joints[1].pose.orientation;
    assert_int_equal(arm.joints[26].locationFlags, 15);
    scene_check_pose(arm.joints[26].pose, rotation,
                     (XrVector3f){wrist.x + 0.25f * h, wrist.y, wrist.z + 0.25f * h});
    assert_true(arm.joints[26].radius == 0.045f);
    /* Its velocity against what its positions say. */
    assert_success(locate_arm(scene, &before, 27, SCENE_AT(4.99)));
    assert_success(locate_arm(scene, &after, 27, SCENE_AT(5.01)));
    XrVector3f a = before.joints[26].pose.position, b = after.joints[26].pose.position;
    XrVector3f v = arm.moving[26].linearVelocity;
    assert_int_equal(arm.moving[26].velocityFlags, 3);
    assert_true(fabsf((b.x - a.x) / 0.02f - v.x) < 1e-3f);
    assert_true(fabsf((b.y - a.y) / 0.02f - v.y) < 1e-3f);
    assert_true(fabsf((b.z - a.z) / 0.02f - v.z) < 1e-3f);
    /* The elbow is lost with its hand. */
    scene_tell_state(scene, XR_SESSION_STATE_VISIBLE);
    assert_success(locate_arm(scene, &arm, 27, SCENE_AT(5)));
    assert_int_equal(arm.joints[26].locationFlags, 0);
    assert_int_equal(arm.moving[26].velocityFlags, 0);
}

TEST(test_elbow)
{
    const char *names[] = {SCENE_HAND_AND_EYES, "XR_ULTRALEAP_hand_tracking_forearm"};
    for (int lacks_device = 0; lacks_device < 2; lacks_device++) {
        struct scene scene = {0};
        scene_init(&scene, SCENE_ALL);
        fake.has_hands = true;
        fake.no_hand_feature = lacks_device;
        fake.also[0] = "XR_ULTRALEAP_hand_tracking_forearm";
        scene_start(&scene, names, 3);
        check_elbow(&scene);
        scene_end(&scene);
    }
    struct scene scene = {0};
    struct arm arm;
    scene_play(&scene, SCENE_ALL);
    assert_int_equal(make_arm(&scene, &arm), XR_ERROR_VALIDATION_FAILURE);
    scene_end(&scene);
}

/* No hands in the recording: the runtime's own, or none at all. */
TEST(test_not_recorded)
{
    struct scene scene = {0};
    struct hand hand;
    scene_play(&scene, SCENE_HEAD);
    assert_int_equal(make(&scene, XR_HAND_LEFT_EXT, &hand), XR_ERROR_FEATURE_UNSUPPORTED);
    scene_end(&scene);

    struct scene live = {0};
    scene_init(&live, SCENE_HEAD);
    fake.has_hands = true;
    scene_play(&live, 0);
    assert_success(make(&live, XR_HAND_LEFT_EXT, &hand));
    assert_success(locate(&live, &hand, live.local, SCENE_AT(5)));
    scene_check_vector(hand.joints[0].pose.position, (XrVector3f){9, 9, 9});
    scene_end(&live);
}

TESTS_MAIN(test_supplied, test_over_the_runtimes, test_runtime_has_no_device, test_lost_hand,
           test_no_focus, test_lost_base, test_wrong_arguments, test_each_wrong, test_not_made,
           test_live_source, test_data_source, test_motion_range, test_elbow, test_not_recorded)
