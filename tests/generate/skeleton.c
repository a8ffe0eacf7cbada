/* SPDX-License-Identifier: MIT */
#include "skeleton.h"

#include <math.h>

#define DEGREE (3.14159265358979323846 / 180.0)

/* A right hand, in metres, seen from the palm joint, which is in the middle of the middle finger's
 * metacarpal bone: thumb at -X, fingers along +Z. */
static const struct {
    enum us_joint metacarpal;
    struct us_vec3 base_m, knuckle_m;
    float bone_m[3];
    float spread; /* steps away from the middle finger */
} fingers[US_FINGER_COUNT] = {
    {US_JOINT_INDEX_METACARPAL,
     {-0.016f, 0.0f, -0.033f},
     {-0.024f, -0.001f, 0.035f},
     {0.040f, 0.024f, 0.020f},
     -1.0f},
    {US_JOINT_MIDDLE_METACARPAL,
     {0.0f, 0.0f, -0.035f},
     {0.0f, 0.0f, 0.035f},
     {0.045f, 0.028f, 0.021f},
     0.0f},
    {US_JOINT_RING_METACARPAL,
     {0.013f, -0.001f, -0.035f},
     {0.021f, -0.003f, 0.029f},
     {0.041f, 0.026f, 0.021f},
     1.0f},
    {US_JOINT_PINKY_METACARPAL,
     {0.024f, -0.004f, -0.037f},
     {0.039f, -0.007f, 0.019f},
     {0.033f, 0.019f, 0.018f},
     2.0f},
};
static const struct us_vec3 wrist_m = {0.0f, 0.0f, -0.065f};
static const struct us_vec3 thumb_base_m = {-0.022f, -0.010f, -0.043f};
static const float thumb_bone_m[3] = {0.045f, 0.033f, 0.026f};
static const double thumb_roll = 60.7;

/* The pinch was found by search: its tips are 7 mm apart. */
static const struct hand_bend bends[] = {
    [HAND_BEND_RELAXED] = {{{18, 22, 12}, {22, 26, 14}, {26, 28, 16}, {28, 30, 16}},
                           3,
                           {-34, 22, 10, 14}},
    [HAND_BEND_OPEN] = {{{2, 3, 2}, {1, 3, 2}, {2, 3, 2}, {3, 4, 2}}, 7, {-46, 12, 4, 4}},
    [HAND_BEND_POINT] = {{{4, 5, 3}, {68, 84, 50}, {72, 86, 50}, {74, 84, 48}},
                         0,
                         {-14, 34, 22, 34}},
    [HAND_BEND_PINCH] = {{{52, 58, 30}, {34, 38, 20}, {26, 32, 18}, {20, 28, 16}},
                         3,
                         {-13.3165f, 35.4291f, 6.3101f, 29.1890f}},
    [HAND_BEND_FIST] = {{{72, 88, 52}, {76, 90, 54}, {78, 88, 52}, {78, 86, 50}},
                        0,
                        {-10, 36, 24, 40}},
};

struct hand_bend hand_bend_of(enum hand_bend_kind kind)
{
    return bends[kind];
}

static float mix(float a, float b, double share)
{
    return (float)((double)a + ((double)b - (double)a) * share);
}

struct hand_bend hand_bend_blend(struct hand_bend a, struct hand_bend b, double share)
{
    struct hand_bend out;
    for (unsigned i = 0; i < US_FINGER_COUNT; i++)
        for (unsigned j = 0; j < 3; j++)
            out.finger[i][j] = mix(a.finger[i][j], b.finger[i][j], share);
    for (unsigned i = 0; i < 4; i++)
        out.thumb[i] = mix(a.thumb[i], b.thumb[i], share);
    out.spread = mix(a.spread, b.spread, share);
    return out;
}

static struct us_quat about(struct us_vec3 axis, double degrees)
{
    double half = degrees * DEGREE / 2.0;
    float s = (float)sin(half);
    return (struct us_quat){axis.x * s, axis.y * s, axis.z * s, (float)cos(half)};
}

struct us_quat us_skeleton_turn(double yaw, double pitch, double roll)
{
    struct us_quat turn = us_quat_multiply(about((struct us_vec3){0, 1, 0}, yaw),
                                           about((struct us_vec3){1, 0, 0}, pitch));
    return us_quat_normalize(us_quat_multiply(turn, about((struct us_vec3){0, 0, 1}, roll)));
}

/* A bone after `from`: turned about its X, at the end of a bone of `length_m`. */
static struct us_pose next_joint(struct us_pose from, float length_m, double spread, double curl)
{
    struct us_pose step = {us_skeleton_turn(spread, curl, 0.0), {0.0f, 0.0f, length_m}};
    struct us_pose joint = us_pose_multiply(from, step);
    joint.rotation = us_quat_normalize(joint.rotation);
    return joint;
}

static void pose_finger(unsigned index, const struct hand_bend *bend, struct us_pose *joints)
{
    struct us_vec3 bone = us_vec3_sub(fingers[index].knuckle_m, fingers[index].base_m);
    float length_m = us_vec3_norm(bone);
    double yaw = atan2((double)bone.x, (double)bone.z) / DEGREE;
    double pitch = -asin((double)(bone.y / length_m)) / DEGREE;
    struct us_pose *finger = &joints[fingers[index].metacarpal];
    finger[0] = (struct us_pose){us_skeleton_turn(yaw, pitch, 0.0), fingers[index].base_m};
    finger[1] = next_joint(finger[0], length_m, (double)(bend->spread * fingers[index].spread),
                           (double)bend->finger[index][0]);
    finger[2] =
        next_joint(finger[1], fingers[index].bone_m[0], 0.0, (double)bend->finger[index][1]);
    finger[3] =
        next_joint(finger[2], fingers[index].bone_m[1], 0.0, (double)bend->finger[index][2]);
    finger[4] = next_joint(finger[3], fingers[index].bone_m[2], 0.0, 0.0);
}

static void pose_thumb(const struct hand_bend *bend, struct us_pose *joints)
{
    struct us_pose *thumb = &joints[US_JOINT_THUMB_METACARPAL];
    thumb[0] = (struct us_pose){
        us_skeleton_turn((double)bend->thumb[0], (double)bend->thumb[1], thumb_roll), thumb_base_m};
    thumb[1] = next_joint(thumb[0], thumb_bone_m[0], 0.0, (double)bend->thumb[2]);
    thumb[2] = next_joint(thumb[1], thumb_bone_m[1], 0.0, (double)bend->thumb[3]);
    thumb[3] = next_joint(thumb[2], thumb_bone_m[2], 0.0, 0.0);
}

static struct us_pose mirror(struct us_pose pose)
{
    return (struct us_pose){{pose.rotation.x, -pose.rotation.y, -pose.rotation.z, pose.rotation.w},
                            {-pose.position_m.x, pose.position_m.y, pose.position_m.z}};
}

void us_skeleton_pose(enum us_hand hand, struct us_pose T_world_palm, const struct hand_bend *bend,
                      struct us_pose out_joints[US_JOINT_COUNT])
{
    out_joints[US_JOINT_NONE] = us_pose_identity;
    out_joints[US_JOINT_PALM] = us_pose_identity;
    out_joints[US_JOINT_WRIST] = (struct us_pose){us_pose_identity.rotation, wrist_m};
    pose_thumb(bend, out_joints);
    for (unsigned i = 0; i < US_FINGER_COUNT; i++)
        pose_finger(i, bend, out_joints);
    for (unsigned i = 0; i < US_JOINT_COUNT; i++) {
        struct us_pose joint = hand == US_HAND_LEFT ? mirror(out_joints[i]) : out_joints[i];
        out_joints[i] = us_pose_multiply(T_world_palm, joint);
        out_joints[i].rotation = us_quat_normalize(out_joints[i].rotation);
    }
}

float us_skeleton_pinch_m(const struct us_pose joints[US_JOINT_COUNT])
{
    return us_vec3_norm(
        us_vec3_sub(joints[US_JOINT_THUMB_TIP].position_m, joints[US_JOINT_INDEX_TIP].position_m));
}
