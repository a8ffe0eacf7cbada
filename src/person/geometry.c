/* SPDX-License-Identifier: MIT */
#include "person/geometry.h"

#include <math.h>

static const struct rt_vector axis_x = {1, 0, 0};
static const struct rt_vector axis_y = {0, 1, 0};

double rt_geometry_side(enum us_hand hand)
{
    return hand == US_HAND_LEFT ? -1.0 : 1.0;
}

struct rt_quaternion rt_geometry_yaw_pitch(double yaw_rad, double pitch_rad)
{
    return rt_motion_multiply(rt_motion_turn(axis_y, yaw_rad), rt_motion_turn(axis_x, pitch_rad));
}

struct rt_motion rt_geometry_grip_offset(enum us_hand_pose pose)
{
    static const struct {
        struct rt_vector position_m;
        double pitch_rad;
    } parts[] = {
        [US_HAND_POSE_GRIP] = {{0, 0, 0}, 0},
        [US_HAND_POSE_AIM] = {{0, 0.02, -0.05}, -0.7},
        [US_HAND_POSE_PALM] = {{0, -0.01, 0.02}, 0.3 - US_POSE_PI / 2},
        [US_HAND_POSE_PINCH] = {{0.01, 0.03, -0.09}, -0.2},
        [US_HAND_POSE_POKE] = {{0, 0.02, -0.12}, -0.1},
    };
    return (struct rt_motion){
        .position_m = parts[pose].position_m,
        .rotation = rt_motion_turn(axis_x, parts[pose].pitch_rad),
    };
}

/* All is in the plane of the pose's -Z and +Y, which yaw turns to the point. There the ray is a
 * line whose distance from the pose stays the same, whatever the pitch: c, with its sign. */
bool rt_geometry_turn_to(struct rt_vector from_m, const struct rt_motion *offset,
                         struct rt_vector point_m, struct rt_quaternion *out_rotation)
{
    const struct rt_vector d = rt_vector_subtract(point_m, from_m);
    const double level_m = hypot(d.x, d.z), far_m = hypot(level_m, d.y);
    const double ahead_m = -offset->position_m.z, above_m = offset->position_m.y;
    const double slope_rad = 2 * atan2(offset->rotation.x, offset->rotation.w);
    const double c = ahead_m * sin(slope_rad) - above_m * cos(slope_rad);
    if (!(far_m > hypot(ahead_m, above_m) + 1e-3))
        return false;
    const double pitch_rad = atan2(d.y, level_m) + asin(c / far_m) - slope_rad;
    *out_rotation = rt_geometry_yaw_pitch(atan2(-d.x, -d.z), pitch_rad);
    return true;
}

struct rt_motion rt_geometry_resting_grip(enum us_hand hand)
{
    return (struct rt_motion){
        .position_m = {0.2 * rt_geometry_side(hand), -0.4, -0.35},
        .rotation = {0, 0, 0, 1},
    };
}

/* The thumb has the joints from 2 to 5, and each other finger five. */
int rt_geometry_finger(XrHandJointEXT joint)
{
    return joint < XR_HAND_JOINT_THUMB_METACARPAL_EXT ? -1 : ((int)joint - 1) / 5;
}

XrHandJointEXT rt_geometry_first_joint(XrHandJointEXT joint)
{
    const int finger = rt_geometry_finger(joint);
    return finger < 0    ? joint
           : finger == 0 ? XR_HAND_JOINT_THUMB_METACARPAL_EXT
                         : (XrHandJointEXT)(1 + 5 * finger);
}

struct rt_vector rt_geometry_joint_offset(enum us_hand hand, XrHandJointEXT joint)
{
    /* The joint's distance along the finger for the four or five joints of each, thumb first. */
    static const double reach_m[5][5] = {
        {0.03, 0.06, 0.09, 0.11, 0},       {0.03, 0.09, 0.13, 0.155, 0.175},
        {0.03, 0.09, 0.135, 0.165, 0.185}, {0.03, 0.085, 0.125, 0.155, 0.175},
        {0.03, 0.08, 0.11, 0.13, 0.15},
    };
    static const double spread_m[5] = {-0.04, -0.025, 0, 0.02, 0.04};
    if (joint == XR_HAND_JOINT_WRIST_EXT)
        return (struct rt_vector){0, 0, 0};
    if (joint == XR_HAND_JOINT_PALM_EXT)
        return (struct rt_vector){0, 0, -0.06};
    const int finger = rt_geometry_finger(joint);
    const int along = (int)joint - (int)rt_geometry_first_joint(joint);
    return (struct rt_vector){rt_geometry_side(hand) * spread_m[finger], 0,
                              -reach_m[finger][along]};
}

float rt_geometry_joint_radius_m(XrHandJointEXT joint)
{
    if (joint == XR_HAND_JOINT_PALM_EXT)
        return 0.016f;
    if (joint == XR_HAND_JOINT_WRIST_EXT)
        return 0.02f;
    return joint < XR_HAND_JOINT_INDEX_METACARPAL_EXT ? 0.013f : 0.01f;
}

struct rt_motion rt_geometry_floor(void)
{
    return (struct rt_motion){.position_m = {0, -1.6, 0}, .rotation = {0, 0, 0, 1}};
}

struct rt_motion rt_geometry_recentred(void)
{
    return (struct rt_motion){
        .position_m = {0.3, 0, -0.2},
        .rotation = rt_motion_turn(axis_y, 0.25),
    };
}

XrPosef rt_geometry_eye(uint32_t view)
{
    const float x = view % 2 == 0 ? -0.032f : 0.032f;
    return (XrPosef){.orientation = {0, 0, 0, 1}, .position = {x, 0, 0}};
}

XrFovf rt_geometry_fov(uint32_t view)
{
    if (view >= 2)
        return (XrFovf){-0.3f, 0.3f, 0.3f, -0.3f};
    return view == 0 ? (XrFovf){-0.8f, 0.7f, 0.75f, -0.85f} : (XrFovf){-0.7f, 0.8f, 0.75f, -0.85f};
}

XrPosef rt_geometry_observer(void)
{
    const struct rt_motion observer = {
        .position_m = {0.05, 0.03, -0.02},
        .rotation = rt_motion_turn(axis_y, 0.1),
    };
    return rt_motion_to_pose(&observer);
}

XrFovf rt_geometry_observer_fov(void)
{
    return (XrFovf){-0.5f, 0.5f, 0.5f, -0.5f};
}
