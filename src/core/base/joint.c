/* SPDX-License-Identifier: MIT */
#include "core/base/joint.h"

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

float us_joint_radius_m(enum us_joint joint)
{
    return (unsigned)joint < US_JOINT_COUNT ? joints[joint].radius_m : joints[0].radius_m;
}
