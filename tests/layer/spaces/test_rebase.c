/* SPDX-License-Identifier: MIT */
/* Hazard: one map instead of three steps, and a sign or an order lost on the way. Judged by the
 * three steps. */
#include "scene.h"

#include <math.h>

#include "layer/pose/convert.h"
#include "layer/pose/rebase.h"

#define RATE 0.75

static const struct us_pose unturned = {{0, 0, 0, 1}, {0.4f, -1.1f, 0.2f}};
static const struct us_pose slanted = {{0.1f, -0.5f, 0.7f, 0.5f}, {-0.3f, 1.4f, 0.8f}};
static const struct us_pose tilted = {{0.5f, 0.5f, -0.5f, 0.5f}, {0.7f, -0.2f, 1.3f}};

/* Every joint has its own pose and velocities. */
static void make_hand(struct us_motion joints[US_JOINT_COUNT])
{
    for (int i = 0; i < US_JOINT_COUNT; i++) {
        float s = (float)i;
        joints[i] = (struct us_motion){
            {us_quat_normalize((struct us_quat){sinf(s), cosf(2 * s), sinf(3 * s), 0.4f}),
             {0.1f * s, 1.0f - 0.02f * s, sinf(s)}},
            {0.3f * s, -0.1f * s, cosf(s)},
            {sinf(2 * s), 0.2f * s, -0.3f * s},
        };
    }
}

static struct us_motion by_steps(struct us_motion recorded, const struct us_motion *base,
                                 struct us_pose T_anchor_recording)
{
    struct us_motion T_recording_anchor = {.pose = us_pose_inverse(T_anchor_recording)};
    struct us_motion in_anchor =
        us_motion_relative(T_recording_anchor, us_convert_motion(recorded, RATE));
    return us_motion_relative(*base, in_anchor);
}

static void check_vector(XrVector3f got, struct us_vec3 expected)
{
    struct us_vec3 off = us_vec3_sub(scene_to_vec3(got), expected);
    assert_true(us_vec3_norm(off) <= 2e-6f * (1.0f + us_vec3_norm(expected)));
}

static void check_rotation(XrQuaternionf got, struct us_quat expected)
{
    struct us_quat q = {got.x, got.y, got.z, got.w};
    assert_true(us_quat_angle_rad(q, expected) < 2e-6f);
    assert_true(fabsf(us_quat_norm(q) - 1.0f) < 1e-6f);
}

static void check_hand(struct us_pose base_pose, struct us_pose T_anchor_recording)
{
    struct us_motion base = {base_pose, {0.5f, -0.6f, 0.7f}, {1.1f, 0.9f, -0.8f}};
    base.pose.rotation = us_quat_normalize(base.pose.rotation);
    struct us_motion joints[US_JOINT_COUNT];
    struct us_rebase rebase;
    XrHandJointLocationEXT poses[XR_HAND_JOINT_COUNT_EXT];
    XrHandJointVelocityEXT moving[XR_HAND_JOINT_COUNT_EXT];
    make_hand(joints);
    us_rebase_init(&rebase, &base, T_anchor_recording, RATE);
    us_rebase_poses(&rebase, joints, poses);
    us_rebase_velocities(&rebase, joints, poses, moving);
    for (int i = 0; i < XR_HAND_JOINT_COUNT_EXT; i++) {
        struct us_motion expected =
            by_steps(joints[us_joint_from_openxr(i)], &base, T_anchor_recording);
        check_rotation(poses[i].pose.orientation, expected.pose.rotation);
        check_vector(poses[i].pose.position, expected.pose.position_m);
        check_vector(moving[i].linearVelocity, expected.linear_m_s);
        check_vector(moving[i].angularVelocity, expected.angular_rad_s);
    }
}

TEST(test_parallel)
{
    check_hand(us_pose_identity, us_pose_identity);
    check_hand(unturned, us_pose_identity);
    check_hand(unturned, (struct us_pose){us_pose_identity.rotation, {0.3f, -1.5f, 0.1f}});
}

/* Without any rotation the short way is taken, which keeps the bits of the recording's numbers. */
TEST(test_short_way)
{
    struct us_rebase rebase;
    us_rebase_init(&rebase, &(struct us_motion){.pose = unturned}, unturned, RATE);
    assert_true(rebase.is_parallel);
    /* Each part of a rotation counts. */
    for (int part = 0; part < 4; part++) {
        struct us_motion base = {.pose = unturned};
        base.pose.rotation = (struct us_quat){part == 0 ? 0.1f : 0, part == 1 ? 0.1f : 0,
                                              part == 2 ? 0.1f : 0, part == 3 ? 0.9f : 1};
        us_rebase_init(&rebase, &base, unturned, RATE);
        assert_false(rebase.is_parallel);
        us_rebase_init(&rebase, &(struct us_motion){.pose = unturned},
                       (struct us_pose){base.pose.rotation, {0, 0, 0}}, RATE);
        assert_false(rebase.is_parallel);
    }
}

TEST(test_turned)
{
    check_hand(slanted, unturned);
    check_hand(unturned, tilted);
    check_hand(slanted, tilted);
}

/* Turns around one axis, by an angle with the cosine 0.28 and by half a turn. */
TEST(test_one_axis)
{
    for (int axis = 0; axis < 3; axis++) {
        for (int half = 0; half < 2; half++) {
            float part = half ? 1.0f : 0.6f;
            const struct us_pose turned = {{axis == 0 ? part : 0.0f, axis == 1 ? part : 0.0f,
                                            axis == 2 ? part : 0.0f, half ? 0.0f : 0.8f},
                                           {0.4f, -1.1f, 0.2f}};
            check_hand(turned, unturned);
            check_hand(unturned, turned);
            check_hand(us_pose_identity, turned);
        }
    }
}

/* A turn so small that its cosine is 1: a joint at a metre's distance still moves. */
TEST(test_tiny_turns)
{
    for (int axis = 0; axis < 3; axis++) {
        const struct us_pose turned = {
            {axis == 0 ? 1e-4f : 0.0f, axis == 1 ? 1e-4f : 0.0f, axis == 2 ? 1e-4f : 0.0f, 1.0f},
            {0.4f, -1.1f, 0.2f}};
        assert_true(us_quat_normalize(turned.rotation).w == 1.0f);
        check_hand(turned, unturned);
        check_hand(unturned, turned);
    }
}

/* Without a turn only signs change, so there is nothing to round. */
TEST(test_parallel_to_the_bit)
{
    const struct us_motion base = {.pose = us_pose_identity};
    struct us_motion joints[US_JOINT_COUNT];
    struct us_rebase rebase;
    XrHandJointLocationEXT poses[XR_HAND_JOINT_COUNT_EXT];
    make_hand(joints);
    us_rebase_init(&rebase, &base, us_pose_identity, RATE);
    us_rebase_poses(&rebase, joints, poses);
    for (int i = 0; i < XR_HAND_JOINT_COUNT_EXT; i++) {
        struct us_pose recorded = joints[us_joint_from_openxr(i)].pose;
        XrPosef pose = poses[i].pose;
        assert_true(pose.orientation.x == -recorded.rotation.x);
        assert_true(pose.orientation.y == -recorded.rotation.y);
        assert_true(pose.orientation.z == recorded.rotation.z);
        assert_true(pose.orientation.w == recorded.rotation.w);
        assert_true(pose.position.x == recorded.position_m.x);
        assert_true(pose.position.y == recorded.position_m.y);
        assert_true(pose.position.z == -recorded.position_m.z);
    }
    struct us_motion moved = us_rebase_motion(us_pose_identity, joints[5]);
    assert_memory_equal(&moved, &joints[5], sizeof moved);
}

TESTS_MAIN(test_parallel, test_turned, test_short_way, test_one_axis, test_tiny_turns,
           test_parallel_to_the_bit)
