/* SPDX-License-Identifier: MIT */
#include "layer/pose/hand.h"

#include <float.h>
#include <math.h>

#include "layer/pose/convert.h"

/* A vector and its derivative with respect to time. Every operation computes both, so that the
 * velocity always belongs to the value. */
struct moving {
    double value[3], rate[3];
};

static struct moving moving_of(struct us_vec3 value, struct us_vec3 rate)
{
    return (struct moving){{(double)value.x, (double)value.y, (double)value.z},
                           {(double)rate.x, (double)rate.y, (double)rate.z}};
}

static struct moving fixed(double x, double y, double z)
{
    return (struct moving){{x, y, z}, {0.0, 0.0, 0.0}};
}

/* a + b * factor */
static struct moving add(struct moving a, struct moving b, double factor)
{
    for (int i = 0; i < 3; i++) {
        a.value[i] += b.value[i] * factor;
        a.rate[i] += b.rate[i] * factor;
    }
    return a;
}

static struct moving middle(struct moving a, struct moving b)
{
    struct moving half = add(fixed(0.0, 0.0, 0.0), a, 0.5);
    return add(half, b, 0.5);
}

static struct moving cross(struct moving a, struct moving b)
{
    struct moving out;
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        out.value[i] = a.value[j] * b.value[k] - a.value[k] * b.value[j];
        out.rate[i] = a.rate[j] * b.value[k] + a.value[j] * b.rate[k] - a.rate[k] * b.value[j] -
                      a.value[k] * b.rate[j];
    }
    return out;
}

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* Normalizes `a`. Returns false if its length is not above `least`, or not finite. */
static bool unit(struct moving a, double least, struct moving *out)
{
    const double norm = sqrt(dot(a.value, a.value));
    if (!(norm > least) || !isfinite(norm))
        return false;
    for (int i = 0; i < 3; i++)
        out->value[i] = a.value[i] / norm;
    const double along = dot(a.rate, out->value);
    for (int i = 0; i < 3; i++)
        out->rate[i] = (a.rate[i] - along * out->value[i]) / norm;
    return true;
}

static struct moving place(const struct us_motion *joint)
{
    return moving_of(joint->pose.position_m, joint->linear_m_s);
}

/* An axis that is fixed to a joint, in the frame of the joints. */
static struct moving axis(const struct us_motion *joint, struct us_vec3 local)
{
    const struct us_vec3 value = us_quat_rotate(us_quat_normalize(joint->pose.rotation), local);
    return moving_of(value, us_vec3_cross(joint->angular_rad_s, value));
}

static const struct us_vec3 unit_x = {1.0f, 0.0f, 0.0f}, unit_y = {0.0f, 1.0f, 0.0f},
                            unit_z = {0.0f, 0.0f, 1.0f};

static float narrow(double value)
{
    return fabs(value) <= (double)FLT_MAX ? (float)value : 0.0f;
}

static struct us_vec3 narrow_vector(const double v[3])
{
    return (struct us_vec3){narrow(v[0]), narrow(v[1]), narrow(v[2])};
}

/* Returns a pose at `origin` with +Z along `back` and +Y as close to `up` as possible, or to
 * `second` if `up` is parallel to `back`. `back` is a unit vector; `up` and `second` may have any
 * length, and at most one of them may be parallel to `back`. */
static struct us_motion look(struct moving origin, struct moving back, struct moving up,
                             struct moving second)
{
    struct moving x, y;
    if (!unit(cross(up, back), 1e-4, &x) && !unit(cross(second, back), 1e-4, &x))
        return (struct us_motion){.pose.rotation = us_pose_identity.rotation,
                                  .pose.position_m = narrow_vector(origin.value),
                                  .linear_m_s = narrow_vector(origin.rate)};
    y = cross(back, x);
    double angular[3] = {0.0, 0.0, 0.0};
    const struct moving axes[3] = {x, y, back};
    for (int a = 0; a < 3; a++)
        for (int i = 0; i < 3; i++) {
            const int j = (i + 1) % 3, k = (i + 2) % 3;
            angular[i] +=
                0.5 * (axes[a].value[j] * axes[a].rate[k] - axes[a].value[k] * axes[a].rate[j]);
        }
    return (struct us_motion){
        {us_quat_from_axes(x.value, y.value, back.value), narrow_vector(origin.value)},
        narrow_vector(origin.rate),
        narrow_vector(angular),
    };
}

/* Estimates the shoulder: 20 cm below the head and 17 cm beside it. It follows the yaw of the head,
 * but not its pitch and roll. */
static struct moving shoulder_of(const struct us_motion *head, enum us_hand hand)
{
    const struct us_quat q = us_quat_normalize(head->pose.rotation);
    const struct us_vec3 w = head->angular_rad_s;
    const double side_m = hand == US_HAND_LEFT ? -0.17 : 0.17;
    const double qy = (double)q.y, qw = (double)q.w, level = qy * qy + qw * qw;
    double yaw = 0.0, yaw_rate = 0.0;
    if (level > 1e-9) {
        const double qy_rate = 0.5 * (double)(w.y * q.w + w.z * q.x - w.x * q.z);
        const double qw_rate = -0.5 * (double)(w.x * q.x + w.y * q.y + w.z * q.z);
        yaw = 2.0 * atan2(qy, qw);
        yaw_rate = 2.0 * (qw * qy_rate - qy * qw_rate) / level;
    }
    const struct moving beside = {
        {side_m * cos(yaw), -0.20, -side_m * sin(yaw)},
        {-side_m * sin(yaw) * yaw_rate, 0.0, -side_m * cos(yaw) * yaw_rate},
    };
    return add(place(head), beside, 1.0);
}

/* The ray begins between the knuckles of index finger and thumb and points away from the shoulder.
 * Without a head it points away from an elbow, which is assumed 25 cm behind the wrist. */
static struct us_motion aim_of(enum us_hand hand, const struct us_motion *joints,
                               const struct us_motion *head)
{
    const struct us_motion *wrist = &joints[XR_HAND_JOINT_WRIST_EXT];
    const struct moving origin = middle(place(&joints[XR_HAND_JOINT_INDEX_PROXIMAL_EXT]),
                                        place(&joints[XR_HAND_JOINT_THUMB_PROXIMAL_EXT]));
    const struct moving from =
        head != NULL ? shoulder_of(head, hand) : add(place(wrist), axis(wrist, unit_z), 0.25);
    struct moving back;
    if (!unit(add(from, origin, -1.0), 1e-4, &back))
        back = axis(&joints[XR_HAND_JOINT_PALM_EXT], unit_z);
    const struct moving second = fixed(0.0, 0.0, back.value[1] < 0.0 ? 1.0 : -1.0);
    return look(origin, back, fixed(0.0, 1.0, 0.0), second);
}

/* The origin is halfway between the tips of thumb and index finger. +Z points to the middle between
 * their knuckles. +Y points up if the palms face each other. */
static struct us_motion pinch_of(enum us_hand hand, const struct us_motion *joints)
{
    const struct us_motion *palm = &joints[XR_HAND_JOINT_PALM_EXT];
    const struct moving origin = middle(place(&joints[XR_HAND_JOINT_THUMB_TIP_EXT]),
                                        place(&joints[XR_HAND_JOINT_INDEX_TIP_EXT]));
    const struct moving knuckles = middle(place(&joints[XR_HAND_JOINT_THUMB_PROXIMAL_EXT]),
                                          place(&joints[XR_HAND_JOINT_INDEX_PROXIMAL_EXT]));
    struct moving back;
    if (!unit(add(knuckles, origin, -1.0), 1e-4, &back))
        back = axis(palm, unit_z);
    const struct us_vec3 up = us_vec3_scale(unit_x, hand == US_HAND_LEFT ? 1.0f : -1.0f);
    return look(origin, back, axis(palm, up), axis(palm, unit_y));
}

static struct us_motion rigid_of(const struct us_motion *joint, struct us_pose offset)
{
    struct us_motion motion = *joint;
    motion.pose.rotation = us_quat_normalize(motion.pose.rotation);
    return us_motion_offset(motion, offset);
}

/* The origin is on the skin of the palm, at the distance of the palm joint's radius. */
static struct us_motion palm_of(const struct us_motion *joints, struct us_quat turn)
{
    const float radius_m = us_joint_radius_m(us_joint_from_openxr(XR_HAND_JOINT_PALM_EXT));
    return rigid_of(&joints[XR_HAND_JOINT_PALM_EXT],
                    (struct us_pose){turn, {0.0f, -radius_m, 0.0f}});
}

/* The origin is the foremost point on the skin of the index tip. */
static struct us_motion poke_of(const struct us_motion *joints)
{
    const float radius_m = us_joint_radius_m(us_joint_from_openxr(XR_HAND_JOINT_INDEX_TIP_EXT));
    return rigid_of(&joints[XR_HAND_JOINT_INDEX_TIP_EXT],
                    (struct us_pose){us_pose_identity.rotation, {0.0f, 0.0f, -radius_m}});
}

static struct us_vec3 sane(struct us_vec3 v)
{
    return (struct us_vec3){narrow((double)v.x), narrow((double)v.y), narrow((double)v.z)};
}

/* A held handle lies along the knuckles from the little finger to the index finger. The knuckles
 * are not perpendicular to the hand, so the grip pose is turned about the palm's normal, towards
 * the fingertips on the thumb's side. In a recording of a moving hand the angle was 9 to 18
 * degrees, and mostly 15. */
static struct us_quat lean(struct us_quat across)
{
    const struct us_quat turn = {-0.13052619f, 0.0f, 0.0f, 0.99144486f}; /* half of 15 degrees */
    return us_quat_multiply(across, turn);
}

static struct us_motion derive(enum us_hand_pose kind, enum us_hand hand,
                               const struct us_motion *joints, const struct us_motion *head)
{
    static const struct us_quat grip[US_HAND_COUNT] = {{0.5f, -0.5f, -0.5f, 0.5f},
                                                       {0.5f, 0.5f, 0.5f, 0.5f}};
    const float half = 0.70710678f;
    const struct us_quat surface[US_HAND_COUNT] = {{0.0f, 0.0f, -half, half},
                                                   {0.0f, 0.0f, half, half}};
    const enum us_hand side = hand == US_HAND_LEFT ? US_HAND_LEFT : US_HAND_RIGHT;
    switch (kind) {
    case US_HAND_POSE_AIM:
        return aim_of(side, joints, head);
    case US_HAND_POSE_PALM:
        return palm_of(joints, surface[side]);
    case US_HAND_POSE_PINCH:
        return pinch_of(side, joints);
    case US_HAND_POSE_POKE:
        return poke_of(joints);
    case US_HAND_POSE_GRIP:
    case US_HAND_POSE_COUNT:
        break;
    }
    return palm_of(joints, lean(grip[side]));
}

struct us_motion us_hand_pose(enum us_hand_pose kind, enum us_hand hand,
                              const struct us_motion joints[XR_HAND_JOINT_COUNT_EXT],
                              const struct us_motion *head)
{
    struct us_motion motion = derive(kind, hand, joints, head);
    return (struct us_motion){
        {us_quat_normalize(motion.pose.rotation), sane(motion.pose.position_m)},
        sane(motion.linear_m_s),
        sane(motion.angular_rad_s),
    };
}
