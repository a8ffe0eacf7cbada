/* SPDX-License-Identifier: MIT */
/* Hazard: a pose, a velocity or a flag is recorded in the wrong axes, or none where one was told;
 * or poses are recorded in LOCAL as it became. */
#include <string.h>

#include "scripted.h"

static const char *const names[] = {XR_EXT_HAND_TRACKING_EXTENSION_NAME,
                                    XR_EXT_HAND_TRACKING_DATA_SOURCE_EXTENSION_NAME,
                                    XR_FB_HAND_TRACKING_AIM_EXTENSION_NAME};

static int begin(void **state)
{
    (void)state;
    scripted_begin(names, 3, true);
    scripted.stage_at = scripted_at(0, 0, 0);
    return 0;
}

static int end(void **state)
{
    (void)state;
    scripted_end();
    return 0;
}

static const struct us_session_frame *next_frame(void)
{
    scripted_wait();
    return scripted_end_frame();
}

static void check_vector(struct us_vec3 got, float x, float y, float z)
{
    assert_float_equal(got.x, x, 1e-5f);
    assert_float_equal(got.y, y, 1e-5f);
    assert_float_equal(got.z, z, 1e-5f);
}

/* ---- axes ---- */

/* The runtime turns LOCAL by a quarter around Y, 10 m to the right: (x, y, z) in it was
 * (10 + z, y, -x) before. STAGE stays where it was. */
static void turn_local(void)
{
    (void)next_frame();
    scripted.stage_at = scripted_at(0, 0, -10);
    scripted.stage_at.pose.orientation = (XrQuaternionf){0, -0.70710678f, 0, 0.70710678f};
    (void)next_frame();
}

static struct scripted_place place(XrSpaceVelocityFlags moving)
{
    struct scripted_place at = scripted_at(1, 2, 3);
    at.moving = moving;
    at.linear = (XrVector3f){1, 2, 3};
    at.angular = (XrVector3f){4, 5, 6};
    return at;
}

static void check_turned(const struct us_session_location *got, unsigned moving)
{
    bool linear = (moving & 1) != 0, angular = (moving & 2) != 0;
    assert_true(got->is_recorded && got->is_active);
    assert_int_equal(got->flags, SCRIPTED_TRACKED | moving << 4);
    check_vector(got->pose.position_m, 13, 2, -1);
    check_vector(got->linear_m_s, linear ? 3 : 0, linear ? 2 : 0, linear ? -1 : 0);
    check_vector(got->angular_rad_s, angular ? 6 : 0, angular ? 5 : 0, angular ? -4 : 0);
}

TEST(test_locations)
{
    turn_local();
    for (unsigned moving = 0; moving < 4; moving++) {
        scripted.view_at = place(moving);
        scripted_wait();
        check_turned(&scripted_end_frame()->head, moving);
        /* The app asks in LOCAL as it is now. */
        scripted.view_at = place(1);
        scripted.view_at.pose.position.y += 3;
        scripted_wait();
        scripted.told = place(moving);
        scripted_locate(scripted.head, scripted.local, true);
        check_turned(&scripted_end_frame()->head, moving);
    }
    check_vector(sink_frame(-1)->spaces[US_SESSION_SPACE_LOCAL].pose.position_m, 10, 0, 0);
    check_vector(sink_frame(-1)->spaces[US_SESSION_SPACE_STAGE].pose.position_m, 0, 0, 0);
}

/* Where LOCAL did not move nothing is computed. */
TEST(test_locations_in_the_reference)
{
    scripted.view_at = place(3);
    scripted.view_at.pose.position.x = 0.1f;
    const struct us_session_location *head = &next_frame()->head;
    assert_memory_equal(&head->pose.position_m, &scripted.view_at.pose.position, 12);
    assert_memory_equal(&head->linear_m_s, &scripted.view_at.linear, 12);
    assert_memory_equal(&head->angular_rad_s, &scripted.view_at.angular, 12);
}

static void check_joint(const struct us_session_joint *joint, int index, unsigned moving)
{
    bool linear = (moving & 1) != 0, angular = (moving & 2) != 0;
    assert_int_equal(joint->flags, SCRIPTED_TRACKED | moving << 4);
    assert_true(joint->radius_m == 0.5f);
    check_vector(joint->pose.position_m, 13, 2, -1.0f - (float)index);
    check_vector(joint->linear_m_s, linear ? 3 : 0, linear ? 2 : 0, linear ? -1 : 0);
    check_vector(joint->angular_rad_s, angular ? 6 : 0, angular ? 5 : 0, angular ? -4 : 0);
}

/* The velocities of joints are recorded once the app asks for them: the fake's joint i has the
 * flags i modulo 4. A list that is too short is not read. */
TEST(test_hands)
{
    turn_local();
    scripted.hand = (struct scripted_hand){XR_TRUE, place(0), 0};
    for (int i = 0; i < XR_HAND_JOINT_COUNT_EXT; i++)
        check_joint(&next_frame()->hands[US_SESSION_LEFT].joints[i], i, 0);
    assert_true(sink_frame(-1)->hands[US_SESSION_RIGHT].is_active);
    XrHandTrackerEXT right = scene_hand(&scripted.scene, XR_HAND_RIGHT_EXT);
    XrHandJointVelocityEXT moves[XR_HAND_JOINT_COUNT_EXT];
    XrHandJointVelocitiesEXT velocities = {.type = XR_TYPE_HAND_JOINT_VELOCITIES_EXT,
                                           .jointVelocities = moves};
    HAND_JOINTS(locations, joints);
    locations.next = &velocities;
    for (int is_whole = 0; is_whole < 2; is_whole++) {
        velocities.jointCount = is_whole ? XR_HAND_JOINT_COUNT_EXT : XR_HAND_JOINT_COUNT_EXT - 1;
        scripted.hand.is_active = XR_FALSE;
        scripted_wait();
        scripted.hand.is_active = XR_TRUE;
        scene_joints(&scripted.scene, right, scripted.local, scripted.time, &locations);
        const struct us_session_frame *frame = scripted_end_frame();
        assert_false(frame->hands[US_SESSION_LEFT].is_active);
        for (int i = 0; i < XR_HAND_JOINT_COUNT_EXT; i++)
            check_joint(&frame->hands[US_SESSION_RIGHT].joints[i], i,
                        is_whole ? (unsigned)i % 4 : 0);
    }
    for (int i = 0; i < XR_HAND_JOINT_COUNT_EXT; i++)
        check_joint(&next_frame()->hands[US_SESSION_LEFT].joints[i], i, (unsigned)i % 4);
}

TEST(test_aims)
{
    turn_local();
    scripted.aim = (XrHandTrackingAimStateFB){.status = 7,
                                              .aimPose = {{0, 0, 0, 1}, {1, 2, 3}},
                                              .pinchStrengthIndex = 0.1f,
                                              .pinchStrengthMiddle = 0.2f,
                                              .pinchStrengthRing = 0.3f,
                                              .pinchStrengthLittle = 0.4f};
    const struct us_session_hand_aim *aim = &next_frame()->aims[US_SESSION_RIGHT];
    assert_true(aim->is_recorded);
    assert_int_equal(aim->status, 7);
    check_vector(aim->pose.position_m, 13, 2, -1);
    assert_true(aim->pinch_index == 0.1f && aim->pinch_middle == 0.2f);
    assert_true(aim->pinch_ring == 0.3f && aim->pinch_little == 0.4f);
}

/* What the app is told is what was sampled, but for rounding, which grows with the distance from
 * the origin: then what was sampled is recorded, to the bit. */
TEST(test_near)
{
    static const struct {
        float y, x, turn;
        bool is_near;
    } rows[] = {{0, 1.5e-6f, 0, true},   {0, 3e-6f, 0, false},  {99, 1.5e-4f, 0, true},
                {99, 2.5e-4f, 0, false}, {0, 0, 1.5e-6f, true}, {0, 0, 3e-6f, false}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        scripted.view_at = scripted_at(0, rows[i].y, 0);
        scripted_wait();
        scripted.told = scripted_at(rows[i].x, rows[i].y, 0);
        scripted.told.pose.orientation.y = rows[i].turn;
        scripted_locate(scripted.head, scripted.local, false);
        const struct us_session_location *head = &scripted_end_frame()->head;
        assert_int_equal(head->pose.position_m.x == 0.0f && head->pose.rotation.y == 0.0f,
                         rows[i].is_near);
    }
}

/* ---- LOCAL moves ---- */

/* Where LOCAL is in the reference, with STAGE there in LOCAL. `is_moved`: exactly the reference
 * otherwise. */
static void check_origin(float stage_x, float stage_y, float stage_z, bool is_moved, float x,
                         float y, float z)
{
    scripted.stage_at = scripted_at(stage_x, stage_y, stage_z);
    const struct us_session_location *local = &next_frame()->spaces[US_SESSION_SPACE_LOCAL];
    check_vector(local->pose.position_m, x, y, z);
    assert_int_equal(memcmp(&local->pose, &us_pose_identity, sizeof us_pose_identity) != 0,
                     is_moved);
}

/* Where STAGE was located in LOCAL says where LOCAL went. */
TEST(test_local_moves)
{
    check_origin(0, -1.5f, 0, false, 0, 0, 0);
    check_origin(0.00005f, -1.5f, 0, false, 0, 0, 0); /* rounding */
    /* Not located: it says nothing. */
    scripted.stage_at = scripted_at(5, 5, 5);
    scripted.stage_at.flags = XR_SPACE_LOCATION_POSITION_VALID_BIT;
    check_vector(next_frame()->spaces[US_SESSION_SPACE_LOCAL].pose.position_m, 0, 0, 0);
    /* STAGE is 2 m further left in LOCAL: LOCAL is 2 m further right. */
    check_origin(-2, -1.5f, 0, true, 2, 0, 0);
    check_origin(-2, -1.5f, 1, true, 2, 0, -1);
    check_origin(0, -1.5f, 0, false, 0, 0, 0); /* back again */
}

/* A turn of LOCAL alone is a move as well. */
TEST(test_local_turns)
{
    (void)next_frame();
    scripted.stage_at.pose.orientation = (XrQuaternionf){0, 0.6f, 0, 0.8f};
    /* -Z of LOCAL, seen from the reference, is turned the other way: cos is 0.28, sin is 0.96. */
    struct us_vec3 ahead = us_quat_rotate(
        next_frame()->spaces[US_SESSION_SPACE_LOCAL].pose.rotation, (struct us_vec3){0, 0, -1});
    check_vector(ahead, 0.96f, 0, -0.28f);
    /* 1e-4 rad is the least that is none of rounding. */
    check_origin(0, 0, 0, false, 0, 0, 0);
    for (int i = 0; i < 2; i++) {
        scripted.stage_at.pose.orientation = (XrQuaternionf){0, i == 0 ? 4.5e-5f : 5.5e-5f, 0, 1};
        const struct us_session_location *local = &next_frame()->spaces[US_SESSION_SPACE_LOCAL];
        assert_int_equal(local->pose.rotation.y == 0.0f, i == 0);
    }
}

/* The runtime tells that a space changes, at this time or 1000 ns after SCENE_START. */
static void tell_change(XrReferenceSpaceType type, bool is_valid, XrTime time, float z)
{
    const XrEventDataReferenceSpaceChangePending event = {
        .type = XR_TYPE_EVENT_DATA_REFERENCE_SPACE_CHANGE_PENDING,
        .session = scripted.scene.session,
        .referenceSpaceType = type,
        .changeTime = time,
        .poseValid = is_valid,
        .poseInPreviousSpace = {{0, 0, 0, 1}, {0, 0, z}}};
    memcpy(&fake.events[atomic_load(&fake.event_count)], &event, sizeof event);
    atomic_fetch_add(&fake.event_count, 1);
    scene_poll(&scripted.scene);
}

TEST(test_stage_moves)
{
    check_origin(0, -1.5f, 0, false, 0, 0, 0);
    tell_change(XR_REFERENCE_SPACE_TYPE_STAGE, true, 1000, 3);
    check_origin(-2, -1.5f, 0, false, 0, 0, 0);
    /* That was the one move: the next difference is LOCAL's. */
    check_origin(-3, -1.5f, 0, true, 1, 0, 0);
}

static void check_local_z(float z)
{
    check_vector(next_frame()->spaces[US_SESSION_SPACE_LOCAL].pose.position_m, 0, 0, z);
}

/* Without STAGE, what the runtime says of LOCAL counts, from its time on. */
TEST(test_local_without_stage)
{
    scripted_end();
    scripted_begin(names, 3, false);
    tell_change(XR_REFERENCE_SPACE_TYPE_LOCAL, false, 1000, 3);
    check_local_z(0);
    tell_change(XR_REFERENCE_SPACE_TYPE_LOCAL, true, scripted.time + 20000000, 3);
    tell_change(XR_REFERENCE_SPACE_TYPE_LOCAL, true, scripted.time, 50); /* one waits already */
    check_local_z(0);
    check_local_z(3); /* the frame of that time */
    check_vector(sink_frame(-1)->head.pose.position_m, 2, 0, 3);
    check_local_z(3);
    tell_change(XR_REFERENCE_SPACE_TYPE_LOCAL, true, scripted.time, 1);
    check_local_z(4);
}

/* With STAGE its place says it, and an old event does not. */
TEST(test_local_with_stage)
{
    check_origin(0, 0, 0, false, 0, 0, 0);
    tell_change(XR_REFERENCE_SPACE_TYPE_LOCAL, true, 1000, 3);
    check_origin(0, 0, 0, false, 0, 0, 0);
    check_origin(0, 0, 1, true, 0, 0, -1);
}

int main(void)
{
    return RUN_TESTS_BETWEEN(begin, end, test_locations, test_locations_in_the_reference,
                             test_hands, test_aims, test_near, test_local_moves, test_local_turns,
                             test_stage_moves, test_local_without_stage, test_local_with_stage);
}
