/* SPDX-License-Identifier: MIT */
/*
 * Double-precision vectors, quaternions and rigid poses for the oracle. Plain algebra, valid in a
 * left-handed and in a right-handed world alike. Quaternions are (x, y, z, w). A pose `T_a_b` takes
 * coordinates in `b` to coordinates in `a`. Pure functions: no errors, no state, any thread.
 */
#ifndef ORACLE_MATH_H
#define ORACLE_MATH_H

struct oracle_vec3 {
    double x, y, z;
};

struct oracle_quat {
    double x, y, z, w;
};

struct oracle_pose {
    struct oracle_vec3 p_m;
    struct oracle_quat q;
};

/* A pose and how it moves, both in the frame that the pose is given in. */
struct oracle_motion {
    struct oracle_pose pose;
    struct oracle_vec3 linear_m_s;
    struct oracle_vec3 angular_rad_s;
};

extern const struct oracle_pose oracle_pose_identity;

struct oracle_vec3 oracle_vec3_add(struct oracle_vec3 a, struct oracle_vec3 b);
struct oracle_vec3 oracle_vec3_sub(struct oracle_vec3 a, struct oracle_vec3 b);
struct oracle_vec3 oracle_vec3_scale(struct oracle_vec3 a, double factor);
struct oracle_vec3 oracle_vec3_cross(struct oracle_vec3 a, struct oracle_vec3 b);
double oracle_vec3_dot(struct oracle_vec3 a, struct oracle_vec3 b);
double oracle_vec3_norm(struct oracle_vec3 a);

struct oracle_quat oracle_quat_mul(struct oracle_quat a, struct oracle_quat b);
struct oracle_quat oracle_quat_conjugate(struct oracle_quat q);
double oracle_quat_dot(struct oracle_quat a, struct oracle_quat b);
double oracle_quat_norm(struct oracle_quat q);
/* The unit quaternion of q; identity where q is zero (norm below 1e-12). */
struct oracle_quat oracle_quat_normalise(struct oracle_quat q);
/* v turned by the unit quaternion q. */
struct oracle_vec3 oracle_quat_rotate(struct oracle_quat q, struct oracle_vec3 v);
/* The angle between two unit quaternions taken as rotations, 0 to pi: q and -q are the same
 * rotation. */
double oracle_quat_angle_rad(struct oracle_quat a, struct oracle_quat b);
/* The rotation vector (axis times angle, angle at most pi) of the unit quaternion q. */
struct oracle_vec3 oracle_quat_rotation_vector_rad(struct oracle_quat q);
/* The rotation whose matrix has the columns x, y, z: an orthonormal right-handed basis. */
struct oracle_quat oracle_quat_from_basis(struct oracle_vec3 x, struct oracle_vec3 y,
                                          struct oracle_vec3 z);

struct oracle_pose oracle_pose_mul(struct oracle_pose T_a_b, struct oracle_pose T_b_c);
struct oracle_pose oracle_pose_inverse(struct oracle_pose T_a_b);

#endif
