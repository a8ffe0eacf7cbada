// SPDX-License-Identifier: MIT
#include "motion.h"

#include <math.h>

static struct us_vector add(struct us_vector a, struct us_vector b)
{
    return (struct us_vector){a.x + b.x, a.y + b.y, a.z + b.z};
}

static struct us_vector subtract(struct us_vector a, struct us_vector b)
{
    return (struct us_vector){a.x - b.x, a.y - b.y, a.z - b.z};
}

static struct us_vector cross(struct us_vector a, struct us_vector b)
{
    return (struct us_vector){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static struct us_quaternion conjugate(struct us_quaternion q)
{
    return (struct us_quaternion){-q.x, -q.y, -q.z, q.w};
}

static struct us_vector rotate(struct us_quaternion q, struct us_vector v)
{
    const struct us_vector axis = {q.x, q.y, q.z};
    struct us_vector twice = cross(axis, v);
    twice = (struct us_vector){2 * twice.x, 2 * twice.y, 2 * twice.z};
    const struct us_vector scaled = {q.w * twice.x, q.w * twice.y, q.w * twice.z};
    return add(v, add(scaled, cross(axis, twice)));
}

struct us_quaternion us_motion_multiply(struct us_quaternion a, struct us_quaternion b)
{
    return (struct us_quaternion){
        a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
        a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
        a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
        a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
    };
}

struct us_quaternion us_motion_turn(struct us_vector axis, double angle_rad)
{
    const double s = sin(angle_rad / 2);
    return (struct us_quaternion){axis.x * s, axis.y * s, axis.z * s, cos(angle_rad / 2)};
}

struct us_motion us_motion_identity(void)
{
    return (struct us_motion){.rotation = {0, 0, 0, 1}};
}

static double norm(const XrQuaternionf *q)
{
    return sqrt((double)q->x * (double)q->x + (double)q->y * (double)q->y +
                (double)q->z * (double)q->z + (double)q->w * (double)q->w);
}

struct us_motion us_motion_from_pose(const XrPosef *pose)
{
    const XrQuaternionf *q = &pose->orientation;
    const double length = norm(q);
    return (struct us_motion){
        .position_m = {(double)pose->position.x, (double)pose->position.y,
                       (double)pose->position.z},
        .rotation = {(double)q->x / length, (double)q->y / length, (double)q->z / length,
                     (double)q->w / length},
    };
}

XrVector3f us_motion_to_vector3f(struct us_vector v)
{
    return (XrVector3f){(float)v.x, (float)v.y, (float)v.z};
}

XrPosef us_motion_to_pose(const struct us_motion *motion)
{
    const struct us_quaternion q = motion->rotation;
    return (XrPosef){
        .orientation = {(float)q.x, (float)q.y, (float)q.z, (float)q.w},
        .position = us_motion_to_vector3f(motion->position_m),
    };
}

struct us_motion us_motion_compose(const struct us_motion *m_a_b, const struct us_motion *m_b_c)
{
    const struct us_vector arm = rotate(m_a_b->rotation, m_b_c->position_m);
    const struct us_vector swing = cross(m_a_b->angular_rad_s, arm);
    return (struct us_motion){
        .position_m = add(m_a_b->position_m, arm),
        .rotation = us_motion_multiply(m_a_b->rotation, m_b_c->rotation),
        .linear_m_s =
            add(add(m_a_b->linear_m_s, swing), rotate(m_a_b->rotation, m_b_c->linear_m_s)),
        .angular_rad_s = add(m_a_b->angular_rad_s, rotate(m_a_b->rotation, m_b_c->angular_rad_s)),
    };
}

struct us_motion us_motion_relative(const struct us_motion *m_a_b, const struct us_motion *m_a_c)
{
    const struct us_quaternion inverse = conjugate(m_a_b->rotation);
    const struct us_vector arm = subtract(m_a_c->position_m, m_a_b->position_m);
    const struct us_vector swing = cross(m_a_b->angular_rad_s, arm);
    const struct us_vector drift = subtract(subtract(m_a_c->linear_m_s, m_a_b->linear_m_s), swing);
    return (struct us_motion){
        .position_m = rotate(inverse, arm),
        .rotation = us_motion_multiply(inverse, m_a_c->rotation),
        .linear_m_s = rotate(inverse, drift),
        .angular_rad_s = rotate(inverse, subtract(m_a_c->angular_rad_s, m_a_b->angular_rad_s)),
    };
}

bool us_motion_is_valid_pose(const XrPosef *pose)
{
    const XrVector3f *p = &pose->position;
    return isfinite(p->x) && isfinite(p->y) && isfinite(p->z) &&
           fabs(norm(&pose->orientation) - 1.0) <= 0.01;
}
