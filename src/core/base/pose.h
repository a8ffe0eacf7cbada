/* SPDX-License-Identifier: MIT */
/*
 * pose: vectors, quaternions, poses and velocities.
 *
 * Metres, radians, seconds. A transform `T_a_b` takes coordinates in frame b to coordinates in
 * frame a, so T_a_c = T_a_b * T_b_c. Handedness is the caller's matter: the algebra is the same in
 * both. All functions are pure and may be called from any thread.
 */
#ifndef US_POSE_H
#define US_POSE_H

#include <math.h>
#include <stdbool.h>

struct us_vec3 {
    float x, y, z;
};

struct us_quat {
    float x, y, z, w;
};

struct us_pose {
    struct us_quat rotation; /* unit */
    struct us_vec3 position_m;
};

/* A pose that moves. Velocities are of the pose's origin, in the axes of the frame that the pose is
 * in. */
struct us_motion {
    struct us_pose pose;
    struct us_vec3 linear_m_s;
    struct us_vec3 angular_rad_s;
};

extern const struct us_pose us_pose_identity;

#define US_POSE_PI 3.14159265358979323846
#define US_POSE_DEGREES_IN_RAD (180.0 / US_POSE_PI)
#define US_POSE_RAD_IN_DEGREE (US_POSE_PI / 180.0)

static inline struct us_vec3 us_vec3_add(struct us_vec3 a, struct us_vec3 b)
{
    struct us_vec3 out = {a.x + b.x, a.y + b.y, a.z + b.z};
    return out;
}

static inline struct us_vec3 us_vec3_sub(struct us_vec3 a, struct us_vec3 b)
{
    struct us_vec3 out = {a.x - b.x, a.y - b.y, a.z - b.z};
    return out;
}

static inline struct us_vec3 us_vec3_scale(struct us_vec3 a, float factor)
{
    struct us_vec3 out = {a.x * factor, a.y * factor, a.z * factor};
    return out;
}

static inline struct us_vec3 us_vec3_cross(struct us_vec3 a, struct us_vec3 b)
{
    struct us_vec3 out = {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
    return out;
}

static inline float us_vec3_dot(struct us_vec3 a, struct us_vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline float us_vec3_norm(struct us_vec3 a)
{
    return sqrtf(us_vec3_dot(a, a));
}

/* The Hamilton product a*b: rotate by b first, then by a. */
static inline struct us_quat us_quat_multiply(struct us_quat a, struct us_quat b)
{
    struct us_quat out = {
        a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
        a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
        a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
        a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
    };
    return out;
}

static inline struct us_quat us_quat_conjugate(struct us_quat q)
{
    struct us_quat out = {-q.x, -q.y, -q.z, q.w};
    return out;
}

static inline float us_quat_dot(struct us_quat a, struct us_quat b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}

static inline float us_quat_norm(struct us_quat q)
{
    return sqrtf(us_quat_dot(q, q));
}

/* q / |q|, or identity where |q| is under 1e-6 or not finite. */
static inline struct us_quat us_quat_normalize(struct us_quat q)
{
    float norm = us_quat_norm(q);
    if (!(norm > 1e-6f) || !isfinite(norm))
        return us_pose_identity.rotation;
    float scale = 1.0f / norm;
    struct us_quat out = {q.x * scale, q.y * scale, q.z * scale, q.w * scale};
    return out;
}

/* From a (share 0) to b (share 1), along the straight line. */
static inline struct us_vec3 us_vec3_mix(struct us_vec3 a, struct us_vec3 b, float share)
{
    return us_vec3_add(a, us_vec3_scale(us_vec3_sub(b, a), share));
}

/* The same of rotations, the shorter way round. */
static inline struct us_quat us_quat_mix(struct us_quat a, struct us_quat b, float share)
{
    const float of_a = 1.0f - share, of_b = us_quat_dot(a, b) < 0.0f ? -share : share;
    struct us_quat out = {of_a * a.x + of_b * b.x, of_a * a.y + of_b * b.y, of_a * a.z + of_b * b.z,
                          of_a * a.w + of_b * b.w};
    return us_quat_normalize(out);
}

/* v turned by the unit quaternion q. */
static inline struct us_vec3 us_quat_rotate(struct us_quat q, struct us_vec3 v)
{
    struct us_vec3 u = {q.x, q.y, q.z};
    struct us_vec3 t = us_vec3_scale(us_vec3_cross(u, v), 2.0f);
    return us_vec3_add(us_vec3_add(v, us_vec3_scale(t, q.w)), us_vec3_cross(u, t));
}

/* The rotation whose columns are these axes, which are orthonormal and right-handed. */
struct us_quat us_quat_from_axes(const double x[3], const double y[3], const double z[3]);

/* The angle between two unit rotations, in [0, pi]; q and -q are the same rotation. */
float us_quat_angle_rad(struct us_quat a, struct us_quat b);

/* Whether the origins are less than `m` apart, and the axes turned by less than `rad`, a small
 * angle.
 */
bool us_pose_is_near(struct us_pose a, struct us_pose b, float m, float rad);

/* A point that is given in b, in a. */
static inline struct us_vec3 us_pose_transform(struct us_pose T_a_b, struct us_vec3 point_b)
{
    return us_vec3_add(T_a_b.position_m, us_quat_rotate(T_a_b.rotation, point_b));
}

/* T_a_c from T_a_b and T_b_c. */
static inline struct us_pose us_pose_multiply(struct us_pose T_a_b, struct us_pose T_b_c)
{
    struct us_pose out = {
        us_quat_normalize(us_quat_multiply(T_a_b.rotation, T_b_c.rotation)),
        us_pose_transform(T_a_b, T_b_c.position_m),
    };
    return out;
}

/* T_b_a from T_a_b. */
static inline struct us_pose us_pose_inverse(struct us_pose T_a_b)
{
    struct us_quat rotation = us_quat_conjugate(T_a_b.rotation);
    struct us_pose out = {rotation,
                          us_quat_rotate(rotation, us_vec3_scale(T_a_b.position_m, -1.0f))};
    return out;
}

/*
 * The motion in w of a frame c rigidly fixed to a moving frame b: T_w_b moves, T_b_c is constant.
 * The offset is a lever arm: a turning b gives c a linear velocity.
 */
struct us_motion us_motion_offset(struct us_motion T_w_b, struct us_pose T_b_c);

/*
 * The motion of `entity` as seen from and expressed in the moving frame `base`, both given in w:
 * velocities are what an observer standing on `base` measures (OpenXR 1.0, chapter 7.4,
 * XrSpaceVelocity).
 */
struct us_motion us_motion_relative(struct us_motion T_w_base, struct us_motion T_w_entity);

/*
 * Mirror images in the plane z = 0. They take Unity's left-handed world with +Z forward to OpenXR's
 * right-handed world with -Z forward, and back. Use us_vec3_mirror for positions, directions and
 * linear velocities. An angular velocity is a pseudovector: the negative of us_vec3_mirror.
 */
static inline struct us_vec3 us_vec3_mirror(struct us_vec3 v)
{
    struct us_vec3 out = {v.x, v.y, -v.z};
    return out;
}

static inline struct us_quat us_quat_mirror(struct us_quat q)
{
    struct us_quat out = {-q.x, -q.y, q.z, q.w};
    return out;
}

/*
 * joint: the 27 joints of a hand in an input animation file, in file order.
 *
 * Names and order are the Mixed Reality Toolkit's TrackedHandJoint.
 */

enum us_joint {
    US_JOINT_NONE,
    US_JOINT_WRIST,
    US_JOINT_PALM,
    US_JOINT_THUMB_METACARPAL,
    US_JOINT_THUMB_PROXIMAL,
    US_JOINT_THUMB_DISTAL,
    US_JOINT_THUMB_TIP,
    US_JOINT_INDEX_METACARPAL,
    US_JOINT_INDEX_KNUCKLE,
    US_JOINT_INDEX_MIDDLE,
    US_JOINT_INDEX_DISTAL,
    US_JOINT_INDEX_TIP,
    US_JOINT_MIDDLE_METACARPAL,
    US_JOINT_MIDDLE_KNUCKLE,
    US_JOINT_MIDDLE_MIDDLE,
    US_JOINT_MIDDLE_DISTAL,
    US_JOINT_MIDDLE_TIP,
    US_JOINT_RING_METACARPAL,
    US_JOINT_RING_KNUCKLE,
    US_JOINT_RING_MIDDLE,
    US_JOINT_RING_DISTAL,
    US_JOINT_RING_TIP,
    US_JOINT_PINKY_METACARPAL,
    US_JOINT_PINKY_KNUCKLE,
    US_JOINT_PINKY_MIDDLE,
    US_JOINT_PINKY_DISTAL,
    US_JOINT_PINKY_TIP,
    US_JOINT_COUNT
};

enum us_hand { US_HAND_LEFT, US_HAND_RIGHT, US_HAND_COUNT };

/* "left" or "right". */
const char *us_hand_name(enum us_hand hand);

/* The toolkit's name, e.g. "IndexKnuckle" or "ThumbTip"; "?" outside the enum. */
const char *us_joint_name(enum us_joint joint);

/*
 * The bone that a joint's +Z runs along, as the two joints it joins, wrist side first. A tip has
 * the bone that ends in it; the wrist and the palm have the middle finger's metacarpal. False for
 * None.
 */
bool us_joint_bone(enum us_joint joint, enum us_joint *out_from, enum us_joint *out_to);

/*
 * A plausible distance from the joint to the skin, in metres: the file does not hold it. Always >
 * 0. An adult hand of medium size; OpenXR's XR_EXT_hand_tracking asks for a positive radius where
 * the position is valid.
 */
float us_joint_radius_m(enum us_joint joint);

/* The names of the joints of OpenXR in our files and lines, in the order of XrHandJointEXT: "palm",
 * "wrist", "thumb_metacarpal", ..., "little_tip", and NULL at the end. */
enum { US_JOINT_OPENXR = 26 };
extern const char *const us_joint_openxr_names[US_JOINT_OPENXR + 1];

/*
 * The file's joint for a joint of OpenXR (XrHandJointEXT, 0 to 25): Palm for 0, Wrist for 1, and
 * joint + 1 for the others, whose order is the same. None has no joint in OpenXR. It is inline so
 * that loops over the joints become vector instructions.
 */
static inline enum us_joint us_joint_from_openxr(int joint)
{
    return joint == 0 ? US_JOINT_PALM : joint == 1 ? US_JOINT_WRIST : (enum us_joint)(joint + 1);
}

/* The joint of OpenXR before one on its finger; that of the palm, of the wrist and of the first
 * joints of the fingers is the wrist, 1. */
static inline unsigned us_joint_openxr_before(unsigned joint)
{
    const unsigned wrist = 1;
    enum { THUMB = 2, THUMB_TIP = 5, FINGER = 5 };
    const bool is_first = joint <= THUMB || (joint > THUMB_TIP && joint % FINGER == 1);
    return is_first ? wrist : joint - 1;
}

/* Whether no joint of OpenXR follows one: the palm, 0, and the tips of the fingers, 5, 10, 15, 20
 * and 25. */
static inline bool us_joint_openxr_is_end(unsigned joint)
{
    return joint % 5 == 0;
}

#endif
