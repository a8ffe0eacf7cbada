/* SPDX-License-Identifier: MIT */
#include "formulas.h"

#include <math.h>
#include <string.h>

static const double step_s = 1e-3;

static double seconds(XrTime time)
{
    return (double)time * 1e-9;
}

/* -1 for the left hand, +1 for the right. */
static double side(enum us_hand hand)
{
    return hand == US_HAND_LEFT ? -1 : 1;
}

/* ---- Poses ---- */

static struct formula_pose pose_at(double x, double y, double z, double yaw, double pitch)
{
    const double cy = cos(yaw), sy = sin(yaw), cx = cos(pitch), sx = sin(pitch);
    return (struct formula_pose){{{cy, sy * sx, sy * cx}, {0, cx, -sx}, {-sy, cy * sx, cy * cx}},
                                 {x, y, z}};
}

static struct formula_pose compose(const struct formula_pose *a, const struct formula_pose *b)
{
    struct formula_pose out;
    memcpy(out.at, a->at, sizeof out.at);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            out.at[i] += a->turn[i][k] * b->at[k];
            out.turn[i][k] = 0;
            for (int m = 0; m < 3; m++)
                out.turn[i][k] += a->turn[i][m] * b->turn[m][k];
        }
    return out;
}

static struct formula_pose inverse(const struct formula_pose *pose)
{
    struct formula_pose out = {.at = {0, 0, 0}};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            out.turn[i][k] = pose->turn[k][i];
            out.at[i] -= pose->turn[k][i] * pose->at[k];
        }
    return out;
}

struct formula_motion formula_compose(struct formula_motion a_b, struct formula_motion b_c)
{
    struct formula_motion out;
    for (int i = 0; i < 3; i++)
        out.poses[i] = compose(&a_b.poses[i], &b_c.poses[i]);
    return out;
}

struct formula_motion formula_relative(struct formula_motion a_b, struct formula_motion a_c)
{
    for (int i = 0; i < 3; i++)
        a_b.poses[i] = inverse(&a_b.poses[i]);
    return formula_compose(a_b, a_c);
}

struct formula_motion formula_rest(double x, double y, double z, double yaw, double pitch)
{
    const struct formula_pose pose = pose_at(x, y, z, yaw, pitch);
    return (struct formula_motion){{pose, pose, pose}};
}

struct formula_motion formula_passed(const struct rt_motion *pose)
{
    const struct rt_quaternion q = pose->rotation;
    const double l = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
    const struct formula_pose out = {
        {{1 - 2 * (q.y * q.y + q.z * q.z) / l, 2 * (q.x * q.y - q.z * q.w) / l,
          2 * (q.x * q.z + q.y * q.w) / l},
         {2 * (q.x * q.y + q.z * q.w) / l, 1 - 2 * (q.x * q.x + q.z * q.z) / l,
          2 * (q.y * q.z - q.x * q.w) / l},
         {2 * (q.x * q.z - q.y * q.w) / l, 2 * (q.y * q.z + q.x * q.w) / l,
          1 - 2 * (q.x * q.x + q.y * q.y) / l}},
        {pose->position_m.x, pose->position_m.y, pose->position_m.z}};
    return (struct formula_motion){{out, out, out}};
}

/* The quaternion of a matrix, from the greatest of its parts. */
static struct rt_quaternion quaternion_of(const double m[3][3])
{
    const double squares[] = {1 + m[0][0] - m[1][1] - m[2][2], 1 - m[0][0] + m[1][1] - m[2][2],
                              1 - m[0][0] - m[1][1] + m[2][2], 1 + m[0][0] + m[1][1] + m[2][2]};
    int best = 3;
    for (int i = 0; i < 3; i++)
        best = squares[i] > squares[best] ? i : best;
    const double four = 2 * sqrt(squares[best]);
    const double xy = m[0][1] + m[1][0], xz = m[0][2] + m[2][0], yz = m[1][2] + m[2][1];
    const double xw = m[2][1] - m[1][2], yw = m[0][2] - m[2][0], zw = m[1][0] - m[0][1];
    const double rows[4][4] = {{squares[0], xy, xz, xw},
                               {xy, squares[1], yz, yw},
                               {xz, yz, squares[2], zw},
                               {xw, yw, zw, squares[3]}};
    const double *row = rows[best];
    return (struct rt_quaternion){row[0] / four, row[1] / four, row[2] / four, row[3] / four};
}

struct rt_motion formula_told(struct formula_motion motion)
{
    const struct formula_pose *before = &motion.poses[0], *now = &motion.poses[1],
                              *after = &motion.poses[2];
    double linear[3], rate[3][3] = {{0}};
    for (int i = 0; i < 3; i++) {
        linear[i] = (after->at[i] - before->at[i]) / (2 * step_s);
        for (int k = 0; k < 3; k++)
            for (int m = 0; m < 3; m++)
                rate[i][k] +=
                    (after->turn[i][m] - before->turn[i][m]) / (2 * step_s) * now->turn[k][m];
    }
    return (struct rt_motion){
        .position_m = {now->at[0], now->at[1], now->at[2]},
        .rotation = quaternion_of(now->turn),
        .linear_m_s = {linear[0], linear[1], linear[2]},
        .angular_rad_s = {rate[2][1], rate[0][2], rate[1][0]},
    };
}

/* ---- The person ---- */

struct formula_motion formula_head(XrTime time)
{
    struct formula_motion out;
    for (int i = 0; i < 3; i++) {
        const double t = seconds(time) + (i - 1) * step_s;
        out.poses[i] = pose_at(10 + 0.1 * sin(t), 2 + 0.05 * sin(2 * t), -3 + 0.1 * cos(t),
                               0.5 + 0.3 * sin(t / 2), -0.1);
    }
    return out;
}

struct formula_motion formula_gaze(XrTime time)
{
    struct formula_motion in_head;
    for (int i = 0; i < 3; i++)
        in_head.poses[i] =
            pose_at(0, 0, 0, 0.2 * sin(1.3 * (seconds(time) + (i - 1) * step_s)), -0.05);
    return formula_compose(formula_head(time), in_head);
}

struct formula_motion formula_grip(enum us_hand hand, XrTime time)
{
    const double k = side(hand), h = (double)hand;
    struct formula_motion out;
    for (int i = 0; i < 3; i++) {
        const double t = seconds(time) + (i - 1) * step_s;
        out.poses[i] = pose_at(10 + 0.3 * k, 1.3 + 0.1 * sin(2 * t + h), -3.5 + 0.05 * cos(t),
                               0.3 + 0.5 * k, 0);
    }
    return out;
}

/* Flat, with the fingers along -Z: from the thumb to the little finger, how far each is aside, and
 * how far ahead its joints are. */
static struct formula_motion joint_in_wrist(enum us_hand hand, XrHandJointEXT joint)
{
    static const double ahead_cm[] = {6,    0,    3,    6, 9,    11,   3,    9, 13,
                                      15.5, 17.5, 3,    9, 13.5, 16.5, 18.5, 3, 8.5,
                                      12.5, 15.5, 17.5, 3, 8,    11,   13,   15};
    static const double aside_cm[] = {-4, -2.5, 0, 2, 4};
    const int place = (int)joint, finger = place < 6 ? 0 : (place - 1) / 5;
    const double aside_m = place < 2 ? 0 : aside_cm[finger] / 100;
    return formula_rest(side(hand) * aside_m, 0, -ahead_cm[place] / 100, 0, 0);
}

struct formula_motion formula_joint(enum us_hand hand, XrHandJointEXT joint, XrTime time)
{
    const double k = side(hand), h = (double)hand;
    struct formula_motion wrist;
    for (int i = 0; i < 3; i++) {
        const double t = seconds(time) + (i - 1) * step_s;
        wrist.poses[i] = pose_at(10 + 0.25 * k + 0.05 * sin(t + h), 1.5 + 0.05 * cos(t + h), -3.4,
                                 0.4 + 0.2 * k * sin(t), 0.2);
    }
    return formula_compose(wrist, joint_in_wrist(hand, joint));
}

struct formula_motion formula_stage(void)
{
    return formula_rest(0.5, -1.6, -0.7, 0.6, 0);
}

struct formula_motion formula_floor(void)
{
    return formula_rest(0, -1.6, 0, 0, 0);
}

struct formula_motion formula_recentred(void)
{
    return formula_rest(0.3, 0, -0.2, 0.25, 0);
}

struct formula_motion formula_hand_pose(enum us_hand_pose pose)
{
    static const double parts[][4] = {[US_HAND_POSE_GRIP] = {0, 0, 0, 0},
                                      [US_HAND_POSE_AIM] = {0, 0.02, -0.05, -0.7},
                                      [US_HAND_POSE_PALM] = {0, -0.01, 0.02, 0.3 - 1.570796326795},
                                      [US_HAND_POSE_PINCH] = {0.01, 0.03, -0.09, -0.2},
                                      [US_HAND_POSE_POKE] = {0, 0.02, -0.12, -0.1}};
    return formula_rest(parts[pose][0], parts[pose][1], parts[pose][2], 0, parts[pose][3]);
}

struct formula_motion formula_eye(uint32_t view)
{
    return formula_rest(view % 2 == 0 ? -0.032 : 0.032, 0, 0, 0, 0);
}

bool formula_select(enum us_hand hand, XrTime time, XrTime *out_since)
{
    *out_since = time - time % 500000000;
    return (*out_since / 500000000 % 2 == 0) == (hand == US_HAND_LEFT);
}

bool formula_button(enum us_hand hand, XrTime time)
{
    return (time / 350000000 % 2 == 0) == (hand == US_HAND_LEFT);
}

float formula_trigger(enum us_hand hand, XrTime time)
{
    return (float)(0.5 + 0.4 * sin(3 * seconds(time) + (double)hand));
}

float formula_squeeze(enum us_hand hand, XrTime time)
{
    return (float)(0.5 + 0.4 * cos(2 * seconds(time) + (double)hand));
}

XrVector2f formula_stick(enum us_hand hand, XrTime time)
{
    return (XrVector2f){(float)(0.6 * sin(seconds(time) + (double)hand)),
                        (float)(0.6 * cos(1.5 * seconds(time)))};
}

XrVector2f formula_pad(enum us_hand hand, XrTime time)
{
    return (XrVector2f){(float)(0.3 * cos(seconds(time))),
                        (float)(0.3 * sin(2 * seconds(time) + (double)hand))};
}
