/* SPDX-License-Identifier: MIT */
/* Hazard: a mirror image that is right for simple rotations only. Judged by what mirroring means,
 * not by its formulas. */
#include "scene.h"

#include <math.h>

#include "layer/pose/convert.h"

static struct us_vec3 mirror(struct us_vec3 v)
{
    return (struct us_vec3){v.x, v.y, -v.z};
}

static void check_same(struct us_vec3 a, struct us_vec3 b, float tolerance)
{
    assert_true(us_vec3_norm(us_vec3_sub(a, b)) <= tolerance * (1.0f + us_vec3_norm(a)));
}

static const struct us_quat slanted = {0.1f, -0.5f, 0.7f, 0.5f}; /* a unit one */

/* Turning and then mirroring a point is mirroring and then turning it. */
TEST(test_rotation)
{
    struct us_pose pose = {us_quat_normalize(slanted), {1, 2, 3}};
    struct us_pose converted = us_convert_pose(pose);
    const struct us_vec3 points[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0.3f, -0.4f, 0.5f}};
    for (int i = 0; i < 4; i++)
        check_same(us_pose_transform(converted, mirror(points[i])),
                   mirror(us_pose_transform(pose, points[i])), 1e-6f);
}

/* A point of a turning body moves with w x r on both sides of the mirror. */
TEST(test_angular_velocity)
{
    struct us_motion motion = {us_pose_identity, {4, 5, 6}, {0.7f, -0.8f, 0.9f}};
    struct us_motion converted = us_convert_motion(motion, 2.0);
    check_same(converted.linear_m_s, (struct us_vec3){8, 10, -12}, 1e-6f);
    const struct us_vec3 arm = {0.3f, -0.4f, 0.5f};
    struct us_vec3 recorded = us_vec3_cross(motion.angular_rad_s, arm);
    check_same(us_vec3_cross(converted.angular_rad_s, mirror(arm)),
               us_vec3_scale(mirror(recorded), 2.0f), 1e-6f);
}

static struct us_gaze_sample gaze_at(double t_s)
{
    const double v[3] = {0.3 + 0.5 * t_s, 0.6 - 0.2 * t_s, 0.7 + 0.1 * t_s},
                 rate[3] = {0.5, -0.2, 0.1};
    double norm = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    double along = (v[0] * rate[0] + v[1] * rate[1] + v[2] * rate[2]) / norm;
    struct us_gaze_sample gaze = {.how = US_HOW_INTERPOLATED, .valid = true};
    gaze.direction =
        (struct us_vec3){(float)(v[0] / norm), (float)(v[1] / norm), (float)(v[2] / norm)};
    gaze.direction_rate = (struct us_vec3){(float)((rate[0] - along * v[0] / norm) / norm),
                                           (float)((rate[1] - along * v[1] / norm) / norm),
                                           (float)((rate[2] - along * v[2] / norm) / norm)};
    return gaze;
}

/* The gaze's angular velocity is that of its pose, roll included: from two poses 20 ms apart. */
TEST(test_gaze_velocity)
{
    const double h_s = 0.01;
    struct us_gaze_sample before = gaze_at(-h_s), now = gaze_at(0), after = gaze_at(h_s);
    struct us_quat a = us_convert_gaze(&before, 1.0).pose.rotation;
    struct us_quat b = us_convert_gaze(&after, 1.0).pose.rotation;
    struct us_quat d = us_quat_multiply(b, us_quat_conjugate(a));
    float scale = (float)((d.w < 0 ? -1.0 : 1.0) / h_s);
    struct us_vec3 measured = {d.x * scale, d.y * scale, d.z * scale};
    check_same(us_convert_gaze(&now, 1.0).angular_rad_s, measured, 1e-3f);
    assert_true(us_vec3_norm(measured) > 0.5f);
}

/* -Z leads along the ray and X stays level, whichever way somebody looks: straight up and down, and
 * behind, included. */
TEST(test_gaze_everywhere)
{
    for (int i = 0; i < 24 * 25; i++) {
        double yaw = 15.0 * (i / 25) * 3.14159265358979 / 180.0;
        double pitch = (i % 25 - 12) * 7.5 * 3.14159265358979 / 180.0;
        struct us_gaze_sample gaze = {.how = US_HOW_INTERPOLATED, .valid = true};
        gaze.direction = (struct us_vec3){(float)(sin(yaw) * cos(pitch)), (float)sin(pitch),
                                          (float)(cos(yaw) * cos(pitch))};
        gaze.origin_m = (struct us_vec3){1, 2, 3};
        struct us_pose pose = us_convert_gaze(&gaze, 1.0).pose;
        const struct us_vec3 x = us_quat_rotate(pose.rotation, (struct us_vec3){1, 0, 0}),
                             y = us_quat_rotate(pose.rotation, (struct us_vec3){0, 1, 0}),
                             ahead = us_quat_rotate(pose.rotation, (struct us_vec3){0, 0, -1});
        check_same(ahead, mirror(gaze.direction), 1e-5f);
        assert_true(fabsf(x.y) < 1e-5f && y.y > -1e-5f);
        check_same(pose.position_m, (struct us_vec3){1, 2, -3}, 0.0f);
    }
}

/* Straight up and down there is no level that is nearer: forwards counts as up there. */
TEST(test_gaze_straight_up_and_down)
{
    for (int side = -1; side < 2; side += 2) {
        struct us_gaze_sample gaze = {.how = US_HOW_INTERPOLATED, .valid = true};
        gaze.direction = (struct us_vec3){0, (float)side, 0};
        gaze.direction_rate = (struct us_vec3){0.5f, 0, 0};
        struct us_motion motion = us_convert_gaze(&gaze, 2.0);
        check_same(us_quat_rotate(motion.pose.rotation, (struct us_vec3){0, 0, -1}), gaze.direction,
                   1e-6f);
        check_same(us_quat_rotate(motion.pose.rotation, (struct us_vec3){1, 0, 0}),
                   (struct us_vec3){1, 0, 0}, 1e-6f);
        /* The direction moves with w x d. */
        check_same(us_vec3_cross(motion.angular_rad_s, gaze.direction), (struct us_vec3){1, 0, 0},
                   1e-6f);
    }
}

TESTS_MAIN(test_rotation, test_angular_velocity, test_gaze_velocity, test_gaze_everywhere,
           test_gaze_straight_up_and_down)
