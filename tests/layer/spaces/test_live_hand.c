/* SPDX-License-Identifier: MIT */
/* Hazard: a live hand beside a recorded head: joints that are not where the app sees them, memory
 * behind the app's arrays, a call without its structs. */
#include "scene.h"

#include <string.h>

static struct scene scene;
static XrHandTrackerEXT tracker;

static void begin(void)
{
    memset(&scene, 0, sizeof scene);
    scene_init(&scene, SCENE_HEAD);
    fake.has_hands = true;
    scene_play(&scene, 0);
    tracker = scene_hand(&scene, XR_HAND_LEFT_EXT);
}

/* The live joints are at (9, 9, 9); the recorded head is at (0.5, 0.2, -0.3) at 5 s. */
TEST(test_joints)
{
    enum { FEWER = XR_HAND_JOINT_COUNT_EXT - 1 };
    XrHandJointVelocityEXT moving[XR_HAND_JOINT_COUNT_EXT];
    begin();
    XrHandJointVelocitiesEXT velocities = {
        .type = XR_TYPE_HAND_JOINT_VELOCITIES_EXT, .jointCount = FEWER, .jointVelocities = moving};
    HAND_JOINTS_WITH(locations, joints, &velocities);
    for (int i = 0; i < XR_HAND_JOINT_COUNT_EXT; i++)
        moving[i] = (XrHandJointVelocityEXT){.velocityFlags = 3};
    const XrHandJointVelocityEXT behind = {.velocityFlags = 3, .linearVelocity = {77, 77, 77}};
    moving[FEWER] = behind;
    scene_joints(&scene, tracker, scene.view, SCENE_AT(5), &locations);
    XrSpaceVelocity of_local;
    XrSpaceLocation local = scene_locate(&scene, scene.local, scene.view, SCENE_AT(5), &of_local);
    const XrVector3f corner = {9, 9, 9};
    const XrSpace at_corner =
        scene_space(&scene, XR_REFERENCE_SPACE_TYPE_LOCAL, (XrPosef){{0, 0, 0, 1}, corner});
    XrSpaceVelocity velocity;
    XrSpaceLocation expected = scene_locate(&scene, at_corner, scene.view, SCENE_AT(5), &velocity);
    for (int i = 0; i < XR_HAND_JOINT_COUNT_EXT; i++) {
        assert_int_equal(joints[i].locationFlags, 15);
        scene_check_pose(joints[i].pose, local.pose.orientation, expected.pose.position);
    }
    for (int i = 0; i < FEWER; i++) {
        assert_int_equal(moving[i].velocityFlags, 3);
        scene_check_vector(moving[i].linearVelocity, velocity.linearVelocity);
        scene_check_vector(moving[i].angularVelocity, velocity.angularVelocity);
    }
    assert_memory_equal(&moving[FEWER], &behind, sizeof behind);
    scene_end(&scene);
}

/* Recorded joints in the recorded head: the runtime is not asked where anything is. */
TEST(test_recorded_alone)
{
    HAND_JOINTS(locations, joints);
    memset(&scene, 0, sizeof scene);
    scene_init(&scene, SCENE_ALL);
    fake.has_hands = true;
    scene_play(&scene, 0);
    tracker = scene_hand(&scene, XR_HAND_LEFT_EXT);
    const XrSpace bases[] = {scene.view, scene.local};
    const int before = fake.calls_of_locate;
    for (int i = 0; i < 2; i++) {
        scene_joints(&scene, tracker, bases[i], SCENE_AT(5), &locations);
        assert_int_equal(joints[0].locationFlags, 15);
        assert_int_equal(fake.calls_of_locate, before);
    }
    scene_end(&scene);
}

TEST(test_missing_structs)
{
    begin();
    const XrHandJointsLocateInfoEXT info = {
        .type = XR_TYPE_HAND_JOINTS_LOCATE_INFO_EXT, .baseSpace = scene.view, .time = SCENE_AT(5)};
    XrHandJointLocationsEXT locations = {.type = XR_TYPE_HAND_JOINT_LOCATIONS_EXT};
    assert_int_equal(scene.calls.xrLocateHandJointsEXT(tracker, NULL, &locations),
                     XR_ERROR_VALIDATION_FAILURE);
    assert_int_equal(scene.calls.xrLocateHandJointsEXT(tracker, &info, NULL),
                     XR_ERROR_VALIDATION_FAILURE);
    assert_int_equal(scene.calls.xrLocateHandJointsEXT(tracker, NULL, NULL),
                     XR_ERROR_VALIDATION_FAILURE);
    scene_end(&scene);
}

TESTS_MAIN(test_joints, test_recorded_alone, test_missing_structs)
