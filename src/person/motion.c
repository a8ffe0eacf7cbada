/* SPDX-License-Identifier: MIT */
#include "person/motion.h"

#include <math.h>

static struct rt_vector cross(struct rt_vector a, struct rt_vector b)
{
    return (struct rt_vector){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static struct rt_quaternion conjugate(struct rt_quaternion q)
{
    return (struct rt_quaternion){-q.x, -q.y, -q.z, q.w};
}

static struct rt_vector rotate(struct rt_quaternion q, struct rt_vector v)
{
    const struct rt_vector axis = {q.x, q.y, q.z};
    const struct rt_vector twice = rt_vector_scale(cross(axis, v), 2);
    return rt_vector_add(v, rt_vector_add(rt_vector_scale(twice, q.w), cross(axis, twice)));
}

struct rt_quaternion rt_motion_multiply(struct rt_quaternion a, struct rt_quaternion b)
{
    return (struct rt_quaternion){
        a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
        a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
        a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
        a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
    };
}

struct rt_quaternion rt_motion_turn(struct rt_vector axis, double angle_rad)
{
    const double s = sin(angle_rad / 2);
    return (struct rt_quaternion){axis.x * s, axis.y * s, axis.z * s, cos(angle_rad / 2)};
}

struct rt_motion rt_motion_identity(void)
{
    return (struct rt_motion){.rotation = {0, 0, 0, 1}};
}

static double norm(const XrQuaternionf *q)
{
    return sqrt((double)q->x * (double)q->x + (double)q->y * (double)q->y +
                (double)q->z * (double)q->z + (double)q->w * (double)q->w);
}

struct rt_motion rt_motion_from_pose(const XrPosef *pose)
{
    const XrQuaternionf *q = &pose->orientation;
    const double length = norm(q);
    return (struct rt_motion){
        .position_m = {(double)pose->position.x, (double)pose->position.y,
                       (double)pose->position.z},
        .rotation = {(double)q->x / length, (double)q->y / length, (double)q->z / length,
                     (double)q->w / length},
    };
}

XrVector3f rt_motion_to_vector3f(struct rt_vector v)
{
    return (XrVector3f){(float)v.x, (float)v.y, (float)v.z};
}

XrPosef rt_motion_to_pose(const struct rt_motion *motion)
{
    const struct rt_quaternion q = motion->rotation;
    return (XrPosef){
        .orientation = {(float)q.x, (float)q.y, (float)q.z, (float)q.w},
        .position = rt_motion_to_vector3f(motion->position_m),
    };
}

struct us_vec3 rt_motion_to_vec3(struct rt_vector v)
{
    return (struct us_vec3){(float)v.x, (float)v.y, (float)v.z};
}

struct us_pose rt_motion_to_us_pose(const struct rt_motion *motion)
{
    const struct rt_quaternion q = motion->rotation;
    return (struct us_pose){{(float)q.x, (float)q.y, (float)q.z, (float)q.w},
                            rt_motion_to_vec3(motion->position_m)};
}

struct rt_motion rt_motion_compose(const struct rt_motion *m_a_b, const struct rt_motion *m_b_c)
{
    const struct rt_vector arm = rotate(m_a_b->rotation, m_b_c->position_m);
    const struct rt_vector swing = cross(m_a_b->angular_rad_s, arm);
    return (struct rt_motion){
        .position_m = rt_vector_add(m_a_b->position_m, arm),
        .rotation = rt_motion_multiply(m_a_b->rotation, m_b_c->rotation),
        .linear_m_s = rt_vector_add(rt_vector_add(m_a_b->linear_m_s, swing),
                                    rotate(m_a_b->rotation, m_b_c->linear_m_s)),
        .angular_rad_s =
            rt_vector_add(m_a_b->angular_rad_s, rotate(m_a_b->rotation, m_b_c->angular_rad_s)),
    };
}

struct rt_motion rt_motion_relative(const struct rt_motion *m_a_b, const struct rt_motion *m_a_c)
{
    const struct rt_quaternion inverse = conjugate(m_a_b->rotation);
    const struct rt_vector arm = rt_vector_subtract(m_a_c->position_m, m_a_b->position_m);
    const struct rt_vector swing = cross(m_a_b->angular_rad_s, arm);
    const struct rt_vector drift =
        rt_vector_subtract(rt_vector_subtract(m_a_c->linear_m_s, m_a_b->linear_m_s), swing);
    return (struct rt_motion){
        .position_m = rotate(inverse, arm),
        .rotation = rt_motion_multiply(inverse, m_a_c->rotation),
        .linear_m_s = rotate(inverse, drift),
        .angular_rad_s =
            rotate(inverse, rt_vector_subtract(m_a_c->angular_rad_s, m_a_b->angular_rad_s)),
    };
}

bool rt_motion_is_valid_pose(const XrPosef *pose)
{
    const XrVector3f *p = &pose->position;
    return isfinite(p->x) && isfinite(p->y) && isfinite(p->z) &&
           fabs(norm(&pose->orientation) - 1.0) <= 0.01;
}
