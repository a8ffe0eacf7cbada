/* SPDX-License-Identifier: MIT */
#include "pose.h"

#include <math.h>

const struct us_pose us_pose_identity = {{0.0f, 0.0f, 0.0f, 1.0f}, {0.0f, 0.0f, 0.0f}};

struct us_vec3 us_vec3_add(struct us_vec3 a, struct us_vec3 b)
{
    return (struct us_vec3){a.x + b.x, a.y + b.y, a.z + b.z};
}

struct us_vec3 us_vec3_sub(struct us_vec3 a, struct us_vec3 b)
{
    return (struct us_vec3){a.x - b.x, a.y - b.y, a.z - b.z};
}

struct us_vec3 us_vec3_scale(struct us_vec3 a, float factor)
{
    return (struct us_vec3){a.x * factor, a.y * factor, a.z * factor};
}

struct us_vec3 us_vec3_cross(struct us_vec3 a, struct us_vec3 b)
{
    return (struct us_vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

float us_vec3_dot(struct us_vec3 a, struct us_vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

float us_vec3_norm(struct us_vec3 a)
{
    return sqrtf(us_vec3_dot(a, a));
}

struct us_quat us_quat_multiply(struct us_quat a, struct us_quat b)
{
    return (struct us_quat){
        a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
        a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
        a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
        a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
    };
}

struct us_quat us_quat_conjugate(struct us_quat q)
{
    return (struct us_quat){-q.x, -q.y, -q.z, q.w};
}

float us_quat_dot(struct us_quat a, struct us_quat b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}

float us_quat_norm(struct us_quat q)
{
    return sqrtf(us_quat_dot(q, q));
}

struct us_quat us_quat_normalize(struct us_quat q)
{
    float norm = us_quat_norm(q);
    if (!(norm > 1e-6f) || !isfinite(norm))
        return us_pose_identity.rotation;
    float scale = 1.0f / norm;
    return (struct us_quat){q.x * scale, q.y * scale, q.z * scale, q.w * scale};
}

struct us_vec3 us_quat_rotate(struct us_quat q, struct us_vec3 v)
{
    struct us_vec3 u = {q.x, q.y, q.z};
    struct us_vec3 t = us_vec3_scale(us_vec3_cross(u, v), 2.0f);
    return us_vec3_add(us_vec3_add(v, us_vec3_scale(t, q.w)), us_vec3_cross(u, t));
}

float us_quat_angle_rad(struct us_quat a, struct us_quat b)
{
    struct us_quat d = us_quat_multiply(us_quat_conjugate(a), b);
    return 2.0f * atan2f(us_vec3_norm((struct us_vec3){d.x, d.y, d.z}), fabsf(d.w));
}

struct us_pose us_pose_multiply(struct us_pose T_a_b, struct us_pose T_b_c)
{
    return (struct us_pose){
        us_quat_normalize(us_quat_multiply(T_a_b.rotation, T_b_c.rotation)),
        us_pose_transform(T_a_b, T_b_c.position_m),
    };
}

struct us_pose us_pose_inverse(struct us_pose T_a_b)
{
    struct us_quat rotation = us_quat_conjugate(T_a_b.rotation);
    return (struct us_pose){rotation,
                            us_quat_rotate(rotation, us_vec3_scale(T_a_b.position_m, -1.0f))};
}

struct us_vec3 us_pose_transform(struct us_pose T_a_b, struct us_vec3 point_b)
{
    return us_vec3_add(T_a_b.position_m, us_quat_rotate(T_a_b.rotation, point_b));
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
