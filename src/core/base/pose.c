/* SPDX-License-Identifier: MIT */
#include "core/base/pose.h"

#include <math.h>

const struct us_pose us_pose_identity = {{0.0f, 0.0f, 0.0f, 1.0f}, {0.0f, 0.0f, 0.0f}};

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
