// SPDX-License-Identifier: MIT
#include "runtime/person/live.h"

#include <math.h>

#define SELECT_HALF_PERIOD_NS 500000000
#define BUTTON_HALF_PERIOD_NS 350000000

static const struct rt_vector axis_x = {1, 0, 0};
static const struct rt_vector axis_y = {0, 1, 0};

static double seconds(XrTime time)
{
    return (double)time * 1e-9;
}

static double side(enum rt_hand hand)
{
    return hand == RT_HAND_LEFT ? -1.0 : 1.0;
}

static struct rt_quaternion yaw_pitch(double yaw_rad, double pitch_rad)
{
    return rt_motion_multiply(rt_motion_turn(axis_y, yaw_rad), rt_motion_turn(axis_x, pitch_rad));
}

struct rt_motion rt_live_head(XrTime time)
{
    const double t = seconds(time);
    return (struct rt_motion){
        .position_m = {10 + 0.1 * sin(t), 2 + 0.05 * sin(2 * t), -3 + 0.1 * cos(t)},
        .rotation = yaw_pitch(0.5 + 0.3 * sin(t / 2), -0.1),
        .linear_m_s = {0.1 * cos(t), 0.1 * cos(2 * t), -0.1 * sin(t)},
        .angular_rad_s = {0, 0.15 * cos(t / 2), 0},
    };
}

struct rt_motion rt_live_gaze_in_head(XrTime time)
{
    const double t = seconds(time);
    return (struct rt_motion){
        .rotation = yaw_pitch(0.2 * sin(1.3 * t), -0.05),
        .angular_rad_s = {0, 0.26 * cos(1.3 * t), 0},
    };
}

struct rt_motion rt_live_gaze(XrTime time)
{
    const struct rt_motion m_local_head = rt_live_head(time);
    const struct rt_motion m_head_gaze = rt_live_gaze_in_head(time);
    return rt_motion_compose(&m_local_head, &m_head_gaze);
}

struct rt_motion rt_live_wrist(enum rt_hand hand, XrTime time)
{
    const double t = seconds(time);
    const double k = side(hand);
    const double h = (double)hand;
    return (struct rt_motion){
        .position_m = {10 + 0.25 * k + 0.05 * sin(t + h), 1.5 + 0.05 * cos(t + h), -3.4},
        .rotation = yaw_pitch(0.4 + 0.2 * k * sin(t), 0.2),
        .linear_m_s = {0.05 * cos(t + h), -0.05 * sin(t + h), 0},
        .angular_rad_s = {0, 0.2 * k * cos(t), 0},
    };
}

struct rt_motion rt_live_grip(enum rt_hand hand, XrTime time)
{
    const double t = seconds(time);
    const double k = side(hand);
    const double h = (double)hand;
    return (struct rt_motion){
        .position_m = {10 + 0.3 * k, 1.3 + 0.1 * sin(2 * t + h), -3.5 + 0.05 * cos(t)},
        .rotation = yaw_pitch(0.3 + 0.5 * k, 0),
        .linear_m_s = {0, 0.2 * cos(2 * t + h), -0.05 * sin(t)},
    };
}

struct rt_motion rt_live_in_grip(enum rt_live_part part)
{
    static const struct {
        struct rt_vector position_m;
        double pitch_rad;
    } parts[] = {
        [RT_LIVE_AIM] = {{0, 0.02, -0.05}, -0.7},
        [RT_LIVE_PALM] = {{0, -0.01, 0.02}, 0.3},
        [RT_LIVE_PINCH] = {{0.01, 0.03, -0.09}, -0.2},
        [RT_LIVE_POKE] = {{0, 0.02, -0.12}, -0.1},
    };
    return (struct rt_motion){
        .position_m = parts[part].position_m,
        .rotation = rt_motion_turn(axis_x, parts[part].pitch_rad),
    };
}

static struct rt_motion on_grip(enum rt_hand hand, XrTime time, enum rt_live_part part)
{
    const struct rt_motion m_local_grip = rt_live_grip(hand, time);
    const struct rt_motion m_grip_part = rt_live_in_grip(part);
    return rt_motion_compose(&m_local_grip, &m_grip_part);
}

struct rt_motion rt_live_aim(enum rt_hand hand, XrTime time)
{
    return on_grip(hand, time, RT_LIVE_AIM);
}

struct rt_motion rt_live_palm(enum rt_hand hand, XrTime time)
{
    return on_grip(hand, time, RT_LIVE_PALM);
}

struct rt_motion rt_live_pinch(enum rt_hand hand, XrTime time)
{
    return on_grip(hand, time, RT_LIVE_PINCH);
}

struct rt_motion rt_live_poke(enum rt_hand hand, XrTime time)
{
    return on_grip(hand, time, RT_LIVE_POKE);
}

struct rt_motion rt_live_stage(void)
{
    return (struct rt_motion){
        .position_m = {0.5, -1.6, -0.7},
        .rotation = rt_motion_turn(axis_y, 0.6),
    };
}

struct rt_motion rt_live_floor(void)
{
    return (struct rt_motion){.position_m = {0, -1.6, 0}, .rotation = {0, 0, 0, 1}};
}

struct rt_motion rt_live_recentred(void)
{
    return (struct rt_motion){
        .position_m = {0.3, 0, -0.2},
        .rotation = rt_motion_turn(axis_y, 0.25),
    };
}

struct rt_vector rt_live_joint_offset(enum rt_hand hand, XrHandJointEXT joint)
{
    // The joint's distance along the finger for the four or five joints of each, thumb first.
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
    const int after_thumb = (int)joint - XR_HAND_JOINT_INDEX_METACARPAL_EXT;
    const int finger = after_thumb < 0 ? 0 : 1 + after_thumb / 5;
    const int along =
        after_thumb < 0 ? (int)joint - XR_HAND_JOINT_THUMB_METACARPAL_EXT : after_thumb % 5;
    return (struct rt_vector){side(hand) * spread_m[finger], 0, -reach_m[finger][along]};
}

struct rt_motion rt_live_joint(enum rt_hand hand, XrHandJointEXT joint, XrTime time)
{
    const struct rt_motion m_local_wrist = rt_live_wrist(hand, time);
    const struct rt_motion m_wrist_joint = {
        .position_m = rt_live_joint_offset(hand, joint),
        .rotation = {0, 0, 0, 1},
    };
    return rt_motion_compose(&m_local_wrist, &m_wrist_joint);
}

float rt_live_joint_radius_m(XrHandJointEXT joint)
{
    if (joint == XR_HAND_JOINT_PALM_EXT)
        return 0.016f;
    if (joint == XR_HAND_JOINT_WRIST_EXT)
        return 0.02f;
    return joint < XR_HAND_JOINT_INDEX_METACARPAL_EXT ? 0.013f : 0.01f;
}

bool rt_live_select(enum rt_hand hand, XrTime time, XrTime *out_since)
{
    const int64_t half = time / SELECT_HALF_PERIOD_NS;
    *out_since = half * SELECT_HALF_PERIOD_NS;
    return half % 2 == (int64_t)hand;
}

float rt_live_trigger(enum rt_hand hand, XrTime time)
{
    return (float)(0.5 + 0.4 * sin(3 * seconds(time) + (double)hand));
}

float rt_live_squeeze(enum rt_hand hand, XrTime time)
{
    return (float)(0.5 + 0.4 * cos(2 * seconds(time) + (double)hand));
}

bool rt_live_button(enum rt_hand hand, XrTime time)
{
    return time / BUTTON_HALF_PERIOD_NS % 2 == (int64_t)hand;
}

XrVector2f rt_live_stick(enum rt_hand hand, XrTime time)
{
    const double t = seconds(time);
    return (XrVector2f){(float)(0.6 * sin(t + (double)hand)), (float)(0.6 * cos(1.5 * t))};
}

XrVector2f rt_live_pad(enum rt_hand hand, XrTime time)
{
    const double t = seconds(time);
    return (XrVector2f){(float)(0.3 * cos(t)), (float)(0.3 * sin(2 * t + (double)hand))};
}

XrPosef rt_live_eye(uint32_t view)
{
    const float x = view % 2 == 0 ? -0.032f : 0.032f;
    return (XrPosef){.orientation = {0, 0, 0, 1}, .position = {x, 0, 0}};
}

XrFovf rt_live_fov(uint32_t view)
{
    if (view >= 2)
        return (XrFovf){-0.3f, 0.3f, 0.3f, -0.3f};
    return view == 0 ? (XrFovf){-0.8f, 0.7f, 0.75f, -0.85f} : (XrFovf){-0.7f, 0.8f, 0.75f, -0.85f};
}

XrPosef rt_live_observer(void)
{
    const struct rt_motion observer = {
        .position_m = {0.05, 0.03, -0.02},
        .rotation = rt_motion_turn(axis_y, 0.1),
    };
    return rt_motion_to_pose(&observer);
}

XrFovf rt_live_observer_fov(void)
{
    return (XrFovf){-0.5f, 0.5f, 0.5f, -0.5f};
}
