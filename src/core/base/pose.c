/* SPDX-License-Identifier: MIT */
#include "core/base/pose.h"

#include <math.h>
#include <stddef.h>

const struct us_pose us_pose_identity = {{0.0f, 0.0f, 0.0f, 1.0f}, {0.0f, 0.0f, 0.0f}};

bool us_pose_is_near(struct us_pose a, struct us_pose b, float m, float rad)
{
    const struct us_vec3 between = us_vec3_sub(a.position_m, b.position_m);
    const struct us_quat turn = us_quat_multiply(us_quat_conjugate(a.rotation), b.rotation);
    const struct us_vec3 axis = {turn.x, turn.y, turn.z};
    return us_vec3_norm(between) < m && 2.0f * us_vec3_norm(axis) < rad;
}

float us_quat_angle_rad(struct us_quat a, struct us_quat b)
{
    struct us_quat d = us_quat_multiply(us_quat_conjugate(a), b);
    return 2.0f * atan2f(us_vec3_norm((struct us_vec3){d.x, d.y, d.z}), fabsf(d.w));
}

/* The component with the largest square comes from the diagonal, and the others from it. */
struct us_quat us_quat_from_axes(const double x[3], const double y[3], const double z[3])
{
    const double trace = x[0] + y[1] + z[2];
    double q[4];
    if (trace > 0.0) {
        q[0] = y[2] - z[1], q[1] = z[0] - x[2], q[2] = x[1] - y[0], q[3] = 1.0 + trace;
    } else if (x[0] >= y[1] && x[0] >= z[2]) {
        q[0] = 1.0 + x[0] - y[1] - z[2], q[1] = y[0] + x[1], q[2] = z[0] + x[2], q[3] = y[2] - z[1];
    } else if (y[1] >= z[2]) {
        q[0] = y[0] + x[1], q[1] = 1.0 + y[1] - x[0] - z[2], q[2] = z[1] + y[2], q[3] = z[0] - x[2];
    } else {
        q[0] = z[0] + x[2], q[1] = z[1] + y[2], q[2] = 1.0 + z[2] - x[0] - y[1], q[3] = x[1] - y[0];
    }
    return us_quat_normalize((struct us_quat){(float)q[0], (float)q[1], (float)q[2], (float)q[3]});
}

struct us_motion us_motion_offset(struct us_motion T_w_b, struct us_pose T_b_c)
{
    struct us_vec3 lever_m = us_quat_rotate(T_w_b.pose.rotation, T_b_c.position_m);
    return (struct us_motion){
        us_pose_multiply(T_w_b.pose, T_b_c),
        us_vec3_add(T_w_b.linear_m_s, us_vec3_cross(T_w_b.angular_rad_s, lever_m)),
        T_w_b.angular_rad_s,
    };
}

struct us_motion us_motion_relative(struct us_motion T_w_base, struct us_motion T_w_entity)
{
    struct us_quat to_base = us_quat_conjugate(T_w_base.pose.rotation);
    struct us_vec3 apart_m = us_vec3_sub(T_w_entity.pose.position_m, T_w_base.pose.position_m);
    struct us_vec3 carried_m_s = us_vec3_cross(T_w_base.angular_rad_s, apart_m);
    struct us_vec3 linear_m_s =
        us_vec3_sub(us_vec3_sub(T_w_entity.linear_m_s, T_w_base.linear_m_s), carried_m_s);
    struct us_vec3 angular_rad_s = us_vec3_sub(T_w_entity.angular_rad_s, T_w_base.angular_rad_s);
    return (struct us_motion){
        us_pose_multiply(us_pose_inverse(T_w_base.pose), T_w_entity.pose),
        us_quat_rotate(to_base, linear_m_s),
        us_quat_rotate(to_base, angular_rad_s),
    };
}

/* Radii in metres: half the width of an adult's finger at the joint, narrower to the tip and to the
 * little finger. */
static const struct {
    const char *name;
    unsigned char bone_from, bone_to;
    float radius_m;
} joints[US_JOINT_COUNT] = {
    [US_JOINT_NONE] = {"None", US_JOINT_NONE, US_JOINT_NONE, 0.005f},
    [US_JOINT_WRIST] = {"Wrist", US_JOINT_WRIST, US_JOINT_MIDDLE_METACARPAL, 0.020f},
    [US_JOINT_PALM] = {"Palm", US_JOINT_MIDDLE_METACARPAL, US_JOINT_MIDDLE_KNUCKLE, 0.016f},
    [US_JOINT_THUMB_METACARPAL] = {"ThumbMetacarpalJoint", US_JOINT_THUMB_METACARPAL,
                                   US_JOINT_THUMB_PROXIMAL, 0.016f},
    [US_JOINT_THUMB_PROXIMAL] = {"ThumbProximalJoint", US_JOINT_THUMB_PROXIMAL,
                                 US_JOINT_THUMB_DISTAL, 0.014f},
    [US_JOINT_THUMB_DISTAL] = {"ThumbDistalJoint", US_JOINT_THUMB_DISTAL, US_JOINT_THUMB_TIP,
                               0.012f},
    [US_JOINT_THUMB_TIP] = {"ThumbTip", US_JOINT_THUMB_DISTAL, US_JOINT_THUMB_TIP, 0.012f},
#define FINGER(UPPER, Name, metacarpal, knuckle, middle, distal, tip)                              \
    [US_JOINT_##UPPER##                                                                            \
        _METACARPAL] = {Name "Metacarpal", US_JOINT_##UPPER##_METACARPAL,                          \
                        US_JOINT_##UPPER##_KNUCKLE, metacarpal},                                   \
 [US_JOINT_##UPPER##                                                                               \
     _KNUCKLE] = {Name "Knuckle", US_JOINT_##UPPER##_KNUCKLE, US_JOINT_##UPPER##_MIDDLE, knuckle}, \
 [US_JOINT_##UPPER##_MIDDLE] = {Name "MiddleJoint", US_JOINT_##UPPER##_MIDDLE,                     \
                                US_JOINT_##UPPER##_DISTAL, middle},                                \
 [US_JOINT_##UPPER##                                                                               \
     _DISTAL] = {Name "DistalJoint", US_JOINT_##UPPER##_DISTAL, US_JOINT_##UPPER##_TIP, distal},   \
 [US_JOINT_##UPPER##_TIP] = {Name "Tip", US_JOINT_##UPPER##_DISTAL, US_JOINT_##UPPER##_TIP, tip}
    FINGER(INDEX, "Index", 0.0110f, 0.0105f, 0.0100f, 0.0090f, 0.0085f),
    FINGER(MIDDLE, "Middle", 0.0110f, 0.0105f, 0.0100f, 0.0090f, 0.0085f),
    FINGER(RING, "Ring", 0.0105f, 0.0100f, 0.0090f, 0.0085f, 0.0080f),
    FINGER(PINKY, "Pinky", 0.0100f, 0.0090f, 0.0080f, 0.0075f, 0.0070f),
#undef FINGER
};

const char *us_hand_name(enum us_hand hand)
{
    return hand == US_HAND_LEFT ? "left" : "right";
}

const char *us_joint_name(enum us_joint joint)
{
    return (unsigned)joint < US_JOINT_COUNT ? joints[joint].name : "?";
}

bool us_joint_bone(enum us_joint joint, enum us_joint *out_from, enum us_joint *out_to)
{
    if ((unsigned)joint >= US_JOINT_COUNT || joint == US_JOINT_NONE)
        return false;
    *out_from = (enum us_joint)joints[joint].bone_from;
    *out_to = (enum us_joint)joints[joint].bone_to;
    return true;
}

const char *const us_joint_openxr_names[US_JOINT_OPENXR + 1] = {"palm",
                                                                "wrist",
                                                                "thumb_metacarpal",
                                                                "thumb_proximal",
                                                                "thumb_distal",
                                                                "thumb_tip",
                                                                "index_metacarpal",
                                                                "index_proximal",
                                                                "index_intermediate",
                                                                "index_distal",
                                                                "index_tip",
                                                                "middle_metacarpal",
                                                                "middle_proximal",
                                                                "middle_intermediate",
                                                                "middle_distal",
                                                                "middle_tip",
                                                                "ring_metacarpal",
                                                                "ring_proximal",
                                                                "ring_intermediate",
                                                                "ring_distal",
                                                                "ring_tip",
                                                                "little_metacarpal",
                                                                "little_proximal",
                                                                "little_intermediate",
                                                                "little_distal",
                                                                "little_tip",
                                                                NULL};

float us_joint_radius_m(enum us_joint joint)
{
    return (unsigned)joint < US_JOINT_COUNT ? joints[joint].radius_m : joints[0].radius_m;
}
