/* SPDX-License-Identifier: MIT */
#include "oracle_math.h"

#include <math.h>

const struct oracle_pose oracle_pose_identity = {{0, 0, 0}, {0, 0, 0, 1}};

struct oracle_vec3 oracle_vec3_add(struct oracle_vec3 a, struct oracle_vec3 b)
{
    return (struct oracle_vec3){a.x + b.x, a.y + b.y, a.z + b.z};
}

struct oracle_vec3 oracle_vec3_sub(struct oracle_vec3 a, struct oracle_vec3 b)
{
    return (struct oracle_vec3){a.x - b.x, a.y - b.y, a.z - b.z};
}

struct oracle_vec3 oracle_vec3_scale(struct oracle_vec3 a, double factor)
{
    return (struct oracle_vec3){a.x * factor, a.y * factor, a.z * factor};
}

struct oracle_vec3 oracle_vec3_cross(struct oracle_vec3 a, struct oracle_vec3 b)
{
    return (struct oracle_vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z,
                                a.x * b.y - a.y * b.x};
}

double oracle_vec3_dot(struct oracle_vec3 a, struct oracle_vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

double oracle_vec3_norm(struct oracle_vec3 a)
{
    return sqrt(oracle_vec3_dot(a, a));
}

struct oracle_quat oracle_quat_mul(struct oracle_quat a, struct oracle_quat b)
{
    return (struct oracle_quat){
        a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
        a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
        a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
        a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
    };
}

struct oracle_quat oracle_quat_conjugate(struct oracle_quat q)
{
    return (struct oracle_quat){-q.x, -q.y, -q.z, q.w};
}

double oracle_quat_dot(struct oracle_quat a, struct oracle_quat b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}

double oracle_quat_norm(struct oracle_quat q)
{
    return sqrt(oracle_quat_dot(q, q));
}

struct oracle_quat oracle_quat_normalise(struct oracle_quat q)
{
    double norm = oracle_quat_norm(q);
    if (norm < 1e-12)
        return (struct oracle_quat){0, 0, 0, 1};
    return (struct oracle_quat){q.x / norm, q.y / norm, q.z / norm, q.w / norm};
}

struct oracle_vec3 oracle_quat_rotate(struct oracle_quat q, struct oracle_vec3 v)
{
    struct oracle_quat pure = {v.x, v.y, v.z, 0};
    struct oracle_quat turned = oracle_quat_mul(oracle_quat_mul(q, pure), oracle_quat_conjugate(q));
    return (struct oracle_vec3){turned.x, turned.y, turned.z};
}

double oracle_quat_angle_rad(struct oracle_quat a, struct oracle_quat b)
{
    struct oracle_quat d = oracle_quat_mul(oracle_quat_conjugate(a), b);
    return 2 * atan2(sqrt(d.x * d.x + d.y * d.y + d.z * d.z), fabs(d.w));
}

struct oracle_vec3 oracle_quat_rotation_vector_rad(struct oracle_quat q)
{
    struct oracle_vec3 v = {q.x, q.y, q.z};
    double sine = oracle_vec3_norm(v);
    if (sine < 1e-300)
        return (struct oracle_vec3){0, 0, 0};
    double sign = q.w < 0 ? -1 : 1;
    return oracle_vec3_scale(v, sign * 2 * atan2(sine, fabs(q.w)) / sine);
}

struct oracle_quat oracle_quat_from_basis(struct oracle_vec3 x, struct oracle_vec3 y,
                                          struct oracle_vec3 z)
{
    /* Each of these is 4 q_i q, for one i; the longest of them is the best conditioned. */
    struct oracle_quat candidates[4] = {
        {1 + x.x - y.y - z.z, y.x + x.y, z.x + x.z, y.z - z.y},
        {y.x + x.y, 1 - x.x + y.y - z.z, z.y + y.z, z.x - x.z},
        {z.x + x.z, z.y + y.z, 1 - x.x - y.y + z.z, x.y - y.x},
        {y.z - z.y, z.x - x.z, x.y - y.x, 1 + x.x + y.y + z.z},
    };
    int best = 0;
    for (int i = 1; i < 4; i++)
        if (oracle_quat_norm(candidates[i]) > oracle_quat_norm(candidates[best]))
            best = i;
    return oracle_quat_normalise(candidates[best]);
}

struct oracle_pose oracle_pose_mul(struct oracle_pose T_a_b, struct oracle_pose T_b_c)
{
    return (struct oracle_pose){
        oracle_vec3_add(T_a_b.p_m, oracle_quat_rotate(T_a_b.q, T_b_c.p_m)),
        oracle_quat_mul(T_a_b.q, T_b_c.q),
    };
}

struct oracle_pose oracle_pose_inverse(struct oracle_pose T_a_b)
{
    struct oracle_quat inverse = oracle_quat_conjugate(T_a_b.q);
    return (struct oracle_pose){
        oracle_vec3_scale(oracle_quat_rotate(inverse, T_a_b.p_m), -1),
        inverse,
    };
}
