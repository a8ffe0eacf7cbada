/* SPDX-License-Identifier: MIT */
/* Hazard: a sign or an order wrong in the pose algebra, which looks right at rest. */
#include "support.h"

#include "oracle.h"
#include "core/base/pose.h"

static const double pi = 3.14159265358979323846;

static struct us_quat turn(double x, double y, double z, double angle_rad)
{
    double s = sin(angle_rad / 2) / sqrt(x * x + y * y + z * z);
    return (struct us_quat){(float)(x * s), (float)(y * s), (float)(z * s),
                            (float)cos(angle_rad / 2)};
}

static void near_vec(struct us_vec3 got, double x, double y, double z, double within)
{
    check_near((double)got.x, x, within, "x");
    check_near((double)got.y, y, within, "y");
    check_near((double)got.z, z, within, "z");
}

static void near_quat(struct us_quat got, double x, double y, double z, double w)
{
    check_near((double)got.x, x, 1e-6, "qx");
    check_near((double)got.y, y, 1e-6, "qy");
    check_near((double)got.z, z, 1e-6, "qz");
    check_near((double)got.w, w, 1e-6, "qw");
}

TEST(vectors)
{
    struct us_vec3 a = {1, 2, 3}, b = {-4, 5, 0.5f};
    near_vec(us_vec3_add(a, b), -3, 7, 3.5, 0);
    near_vec(us_vec3_sub(a, b), 5, -3, 2.5, 0);
    near_vec(us_vec3_scale(a, -2), -2, -4, -6, 0);
    near_vec(us_vec3_cross(a, b), 2 * 0.5 - 3 * 5, 3 * -4 - 1 * 0.5, 1 * 5 - 2 * -4, 0);
    near_vec(us_vec3_cross((struct us_vec3){1, 0, 0}, (struct us_vec3){0, 1, 0}), 0, 0, 1, 0);
    check_near((double)us_vec3_dot(a, b), -4 + 10 + 1.5, 0, "dot");
    check_near((double)us_vec3_norm((struct us_vec3){2, -3, 6}), 7, 0, "norm");
}

TEST(the_product_of_quaternions)
{
    struct us_quat i = {1, 0, 0, 0}, j = {0, 1, 0, 0}, k = {0, 0, 1, 0};
    near_quat(us_quat_multiply(i, j), 0, 0, 1, 0);
    near_quat(us_quat_multiply(j, k), 1, 0, 0, 0);
    near_quat(us_quat_multiply(k, i), 0, 1, 0, 0);
    near_quat(us_quat_multiply(j, i), 0, 0, -1, 0);
    near_quat(us_quat_multiply(i, i), 0, 0, 0, -1);
    near_quat(us_quat_conjugate((struct us_quat){1, 2, 3, 4}), -1, -2, -3, 4);
    /* b first, then a: x is turned about Z to y, and that about X to z. */
    struct us_quat both = us_quat_multiply(turn(1, 0, 0, pi / 2), turn(0, 0, 1, pi / 2));
    near_vec(us_quat_rotate(both, (struct us_vec3){1, 0, 0}), 0, 0, 1, 1e-6);
}

TEST(turning_a_vector_is_rodrigues_formula)
{
    uint64_t seed = 2;
    for (int round = 0; round < 2000; round++) {
        double n[3], v[3], angle = random_between(&seed, -7, 7), norm = 0, along = 0;
        for (int i = 0; i < 3; i++) {
            n[i] = random_between(&seed, -1, 1);
            v[i] = random_between(&seed, -2, 2);
            norm += n[i] * n[i];
        }
        for (int i = 0; i < 3; i++) {
            n[i] /= sqrt(norm);
            along += n[i] * v[i];
        }
        double c = cos(angle), s = sin(angle);
        struct us_vec3 got = us_quat_rotate(
            turn(n[0], n[1], n[2], angle), (struct us_vec3){(float)v[0], (float)v[1], (float)v[2]});
        near_vec(got, v[0] * c + (n[1] * v[2] - n[2] * v[1]) * s + n[0] * along * (1 - c),
                 v[1] * c + (n[2] * v[0] - n[0] * v[2]) * s + n[1] * along * (1 - c),
                 v[2] * c + (n[0] * v[1] - n[1] * v[0]) * s + n[2] * along * (1 - c), 2e-6);
    }
}

TEST(normalizing)
{
    near_quat(us_quat_normalize((struct us_quat){0, 3, 0, -4}), 0, 0.6, 0, -0.8);
    near_quat(us_quat_normalize((struct us_quat){0, 0, 2e-6f, 0}), 0, 0, 1, 0);
    static const struct us_quat nothing[] = {{0, 0, 0, 0},         {1e-7f, 0, 0, 0},
                                             {NAN, 0, 0, 1},       {INFINITY, 0, 0, 1},
                                             {0, -INFINITY, 0, 0}, {3e38f, 3e38f, 3e38f, 3e38f}};
    for (unsigned i = 0; i < 6; i++)
        near_quat(us_quat_normalize(nothing[i]), 0, 0, 0, 1);
    near_quat(us_pose_identity.rotation, 0, 0, 0, 1);
    near_vec(us_pose_identity.position_m, 0, 0, 0, 0);
}

TEST(the_angle_between_rotations)
{
    static const double angles[] = {0, 1e-4, 0.3, 1.5, pi - 1e-3, pi};
    for (unsigned i = 0; i < 6; i++) {
        struct us_quat a = turn(1, 2, 3, 0.7);
        struct us_quat b = us_quat_multiply(a, turn(-1, 0.5, 2, angles[i]));
        struct us_quat minus_b = {-b.x, -b.y, -b.z, -b.w};
        check_near((double)us_quat_angle_rad(a, b), angles[i], 2e-6, "angle");
        check_near((double)us_quat_angle_rad(a, minus_b), angles[i], 2e-6, "angle to -q");
    }
    check_near((double)us_quat_angle_rad(turn(0, 1, 0, 0.1), turn(0, 1, 0, 0.1 + 1.75 * pi)),
               0.25 * pi, 2e-6, "the short way");
}

/* The axes of any rotation give the rotation: quarters of turns, where the largest components are
 * equal, and turns of any angle. */
TEST(a_rotation_from_its_axes)
{
    uint64_t seed = 11;
    for (int i = 0; i < 3000; i++) {
        struct us_quat q = {(float)(i % 3 - 1), (float)(i / 3 % 3 - 1), (float)(i / 9 % 3 - 1),
                            (float)(i / 27 % 3 - 1)};
        if (i >= 81 || us_quat_norm(q) == 0.0f)
            q = (struct us_quat){
                (float)random_between(&seed, -1, 1), (float)random_between(&seed, -1, 1),
                (float)random_between(&seed, -1, 1), (float)random_between(&seed, -0.2, 0.2)};
        q = us_quat_normalize(q);
        double axes[3][3];
        for (int axis = 0; axis < 3; axis++) {
            const struct us_vec3 unit = {(float)(axis == 0), (float)(axis == 1),
                                         (float)(axis == 2)};
            struct us_vec3 turned = us_quat_rotate(q, unit);
            axes[axis][0] = (double)turned.x;
            axes[axis][1] = (double)turned.y;
            axes[axis][2] = (double)turned.z;
        }
        struct us_quat got = us_quat_from_axes(axes[0], axes[1], axes[2]);
        float sign = us_quat_dot(got, q) < 0.0f ? -1.0f : 1.0f;
        near_quat(got, (double)(sign * q.x), (double)(sign * q.y), (double)(sign * q.z),
                  (double)(sign * q.w));
    }
}

TEST(poses_by_hand)
{
    /* b stands at (1, 2, 3) and looks along +X: its +Z is a's +X, its +X is a's -Z. */
    struct us_pose T_a_b = {turn(0, 1, 0, pi / 2), {1, 2, 3}};
    near_vec(us_pose_transform(T_a_b, (struct us_vec3){0, 0, 5}), 6, 2, 3, 1e-6);
    near_vec(us_pose_transform(T_a_b, (struct us_vec3){4, 0, 0}), 1, 2, -1, 1e-6);
    struct us_pose T_b_a = us_pose_inverse(T_a_b);
    near_vec(us_pose_transform(T_b_a, (struct us_vec3){6, 2, 3}), 0, 0, 5, 1e-6);
    near_vec(us_pose_transform(T_b_a, (struct us_vec3){1, 2, 3}), 0, 0, 0, 1e-6);
    struct us_pose T_b_c = {turn(0, 1, 0, pi / 2), {0, 0, 5}};
    struct us_pose T_a_c = us_pose_multiply(T_a_b, T_b_c);
    near_vec(T_a_c.position_m, 6, 2, 3, 1e-6);
    near_vec(us_pose_transform(T_a_c, (struct us_vec3){0, 0, 1}), 6, 2, 2, 1e-6);
}

TEST(the_inverse_undoes)
{
    uint64_t seed = 6;
    for (int i = 0; i < 1000; i++) {
        struct us_pose T = {turn(random_between(&seed, -1, 1), random_between(&seed, -1, 1),
                                 random_between(&seed, 0.1, 1), random_between(&seed, -6, 6)),
                            {(float)random_between(&seed, -3, 3),
                             (float)random_between(&seed, -3, 3),
                             (float)random_between(&seed, -3, 3)}};
        struct us_pose one = us_pose_multiply(T, us_pose_inverse(T));
        near_vec(one.position_m, 0, 0, 0, 3e-6);
        check_near((double)us_quat_angle_rad(one.rotation, us_pose_identity.rotation), 0, 2e-6,
                   "turn");
        check_near((double)us_quat_norm(one.rotation), 1, 1e-6, "norm");
    }
}

/* ---- Moving frames: poses given by formulas in double; velocities by central differences ---- */

static struct oracle_quat turn_d(double x, double y, double z, double angle_rad)
{
    double s = sin(angle_rad / 2) / sqrt(x * x + y * y + z * z);
    return (struct oracle_quat){x * s, y * s, z * s, cos(angle_rad / 2)};
}

static struct oracle_pose base_at(double t)
{
    return (struct oracle_pose){
        {sin(2 * t), 0.5 * t, cos(3 * t)},
        oracle_quat_mul(turn_d(0, 1, 0, 1.3 * t), turn_d(1, 0, 0.5, 0.7 * sin(t))),
    };
}

static struct oracle_pose entity_at(double t)
{
    return (struct oracle_pose){
        {t * t, -sin(t), 2 - t},
        oracle_quat_mul(turn_d(0.2, 0.1, 1, -2 * t), turn_d(1, 1, 0, cos(2 * t))),
    };
}

static struct oracle_pose offset_at(double t)
{
    static const struct oracle_pose T_b_c = {{0.3, -0.2, 0.9}, {0.5, -0.5, 0.5, 0.5}};
    return oracle_pose_mul(base_at(t), T_b_c);
}

static struct oracle_pose relative_at(double t)
{
    return oracle_pose_mul(oracle_pose_inverse(base_at(t)), entity_at(t));
}

typedef struct oracle_pose (*path_func_t)(double t);

static struct oracle_motion differences(path_func_t path, double t)
{
    const double h = 1e-5;
    struct oracle_pose a = path(t - h), b = path(t + h);
    struct oracle_quat turned = oracle_quat_mul(b.q, oracle_quat_conjugate(a.q));
    return (struct oracle_motion){
        path(t), oracle_vec3_scale(oracle_vec3_sub(b.p_m, a.p_m), 1 / (2 * h)),
        oracle_vec3_scale(oracle_quat_rotation_vector_rad(turned), 1 / (2 * h))};
}

static struct us_motion single(struct oracle_motion m)
{
    return (struct us_motion){
        {{(float)m.pose.q.x, (float)m.pose.q.y, (float)m.pose.q.z, (float)m.pose.q.w},
         {(float)m.pose.p_m.x, (float)m.pose.p_m.y, (float)m.pose.p_m.z}},
        {(float)m.linear_m_s.x, (float)m.linear_m_s.y, (float)m.linear_m_s.z},
        {(float)m.angular_rad_s.x, (float)m.angular_rad_s.y, (float)m.angular_rad_s.z}};
}

static void near_motion(struct us_motion got, struct oracle_motion want)
{
    struct us_motion near = single(want);
    struct us_vec3 p = near.pose.position_m, v = near.linear_m_s, w = near.angular_rad_s;
    near_vec(got.pose.position_m, (double)p.x, (double)p.y, (double)p.z, 1e-5);
    check_near((double)us_quat_angle_rad(got.pose.rotation, near.pose.rotation), 0, 1e-5,
               "rotation");
    near_vec(got.linear_m_s, (double)v.x, (double)v.y, (double)v.z, 1e-4);
    near_vec(got.angular_rad_s, (double)w.x, (double)w.y, (double)w.z, 1e-4);
}

TEST(a_fixed_offset_moves_as_a_lever)
{
    const struct us_pose T_b_c = {{0.5f, -0.5f, 0.5f, 0.5f}, {0.3f, -0.2f, 0.9f}};
    for (double t = -3; t < 3; t += 0.11)
        near_motion(us_motion_offset(single(differences(base_at, t)), T_b_c),
                    differences(offset_at, t));
}

TEST(what_an_observer_on_a_moving_base_measures)
{
    for (double t = -3; t < 3; t += 0.11)
        near_motion(
            us_motion_relative(single(differences(base_at, t)), single(differences(entity_at, t))),
            differences(relative_at, t));
}

TEST(motions_by_hand)
{
    /* A base turning at 2 rad/s about +Y: what stands still 3 m along its X seems to move at 6 m/s
     * along +Z (w x r = (0,0,-6), and it is seen to go the other way), turning at -2. */
    struct us_motion base = {us_pose_identity, {0, 0, 0}, {0, 2, 0}};
    struct us_motion still = {{us_pose_identity.rotation, {3, 0, 0}}, {0, 0, 0}, {0, 0, 0}};
    struct us_motion seen = us_motion_relative(base, still);
    near_vec(seen.linear_m_s, 0, 0, 6, 1e-6);
    near_vec(seen.angular_rad_s, 0, -2, 0, 1e-6);
    struct us_motion tip = us_motion_offset(base, still.pose);
    near_vec(tip.linear_m_s, 0, 0, -6, 1e-6);
    near_vec(tip.angular_rad_s, 0, 2, 0, 1e-6);
    /* What is fixed to the base does not move for it. */
    struct us_motion fixed = us_motion_relative(base, tip);
    near_vec(fixed.linear_m_s, 0, 0, 0, 1e-6);
    near_vec(fixed.angular_rad_s, 0, 0, 0, 1e-6);
}

/* A mirror image of a turned vector is the mirrored vector, turned by the mirrored rotation. */
TEST(the_mirror_image_in_the_plane_z_0)
{
    const struct us_quat q = turn(1, -2, 3, 1.1);
    const struct us_vec3 v = {0.3f, -0.7f, 2.0f}, turned = us_quat_rotate(q, v);
    near_vec(us_vec3_mirror(v), 0.3, -0.7, -2.0, 1e-6);
    const struct us_vec3 image = us_quat_rotate(us_quat_mirror(q), us_vec3_mirror(v));
    near_vec(image, (double)turned.x, (double)turned.y, -(double)turned.z, 1e-6);
}

/* XrHandJointEXT's order, by the names that the file's joints have. */
TEST(joints_in_the_order_of_openxr)
{
    static const char *const names[26] = {"Palm",
                                          "Wrist",
                                          "ThumbMetacarpalJoint",
                                          "ThumbProximalJoint",
                                          "ThumbDistalJoint",
                                          "ThumbTip",
                                          "IndexMetacarpal",
                                          "IndexKnuckle",
                                          "IndexMiddleJoint",
                                          "IndexDistalJoint",
                                          "IndexTip",
                                          "MiddleMetacarpal",
                                          "MiddleKnuckle",
                                          "MiddleMiddleJoint",
                                          "MiddleDistalJoint",
                                          "MiddleTip",
                                          "RingMetacarpal",
                                          "RingKnuckle",
                                          "RingMiddleJoint",
                                          "RingDistalJoint",
                                          "RingTip",
                                          "PinkyMetacarpal",
                                          "PinkyKnuckle",
                                          "PinkyMiddleJoint",
                                          "PinkyDistalJoint",
                                          "PinkyTip"};
    for (int joint = 0; joint < 26; joint++)
        assert_string_equal(us_joint_name(us_joint_from_openxr(joint)), names[joint]);
}

TESTS_MAIN(vectors, the_product_of_quaternions, turning_a_vector_is_rodrigues_formula, normalizing,
           the_angle_between_rotations, a_rotation_from_its_axes, poses_by_hand, the_inverse_undoes,
           a_fixed_offset_moves_as_a_lever, what_an_observer_on_a_moving_base_measures,
           motions_by_hand, the_mirror_image_in_the_plane_z_0, joints_in_the_order_of_openxr)
