/* SPDX-License-Identifier: MIT */
#include "runtime/person/moving_person.h"

#include <math.h>

#define SELECT_HALF_PERIOD_NS 500000000
#define BUTTON_HALF_PERIOD_NS 350000000

static double seconds(XrTime time)
{
    return (double)time * 1e-9;
}

struct rt_motion rt_moving_person_head(XrTime time)
{
    const double t = seconds(time);
    return (struct rt_motion){
        .position_m = {10 + 0.1 * sin(t), 2 + 0.05 * sin(2 * t), -3 + 0.1 * cos(t)},
        .rotation = rt_geometry_yaw_pitch(0.5 + 0.3 * sin(t / 2), -0.1),
        .linear_m_s = {0.1 * cos(t), 0.1 * cos(2 * t), -0.1 * sin(t)},
        .angular_rad_s = {0, 0.15 * cos(t / 2), 0},
    };
}

struct rt_motion rt_moving_person_gaze_in_head(XrTime time)
{
    const double t = seconds(time);
    return (struct rt_motion){
        .rotation = rt_geometry_yaw_pitch(0.2 * sin(1.3 * t), -0.05),
        .angular_rad_s = {0, 0.26 * cos(1.3 * t), 0},
    };
}

static struct rt_motion wrist_at(enum us_hand hand, XrTime time)
{
    const double t = seconds(time);
    const double k = rt_geometry_side(hand);
    const double h = (double)hand;
    return (struct rt_motion){
        .position_m = {10 + 0.25 * k + 0.05 * sin(t + h), 1.5 + 0.05 * cos(t + h), -3.4},
        .rotation = rt_geometry_yaw_pitch(0.4 + 0.2 * k * sin(t), 0.2),
        .linear_m_s = {0.05 * cos(t + h), -0.05 * sin(t + h), 0},
        .angular_rad_s = {0, 0.2 * k * cos(t), 0},
    };
}

struct rt_motion rt_moving_person_grip(enum us_hand hand, XrTime time)
{
    const double t = seconds(time);
    const double k = rt_geometry_side(hand);
    const double h = (double)hand;
    return (struct rt_motion){
        .position_m = {10 + 0.3 * k, 1.3 + 0.1 * sin(2 * t + h), -3.5 + 0.05 * cos(t)},
        .rotation = rt_geometry_yaw_pitch(0.3 + 0.5 * k, 0),
        .linear_m_s = {0, 0.2 * cos(2 * t + h), -0.05 * sin(t)},
    };
}

struct rt_motion rt_moving_person_stage(void)
{
    return (struct rt_motion){
        .position_m = {0.5, -1.6, -0.7},
        .rotation = rt_geometry_yaw_pitch(0.6, 0),
    };
}

struct rt_motion rt_moving_person_joint(enum us_hand hand, XrHandJointEXT joint, XrTime time)
{
    const struct rt_motion m_local_wrist = wrist_at(hand, time);
    const struct rt_motion m_wrist_joint = {
        .position_m = rt_geometry_joint_offset(hand, joint),
        .rotation = {0, 0, 0, 1},
    };
    return rt_motion_compose(&m_local_wrist, &m_wrist_joint);
}

bool rt_moving_person_select(enum us_hand hand, XrTime time, XrTime *out_since)
{
    const int64_t half = time / SELECT_HALF_PERIOD_NS;
    *out_since = half * SELECT_HALF_PERIOD_NS;
    return half % 2 == (int64_t)hand;
}

float rt_moving_person_trigger(enum us_hand hand, XrTime time)
{
    return (float)(0.5 + 0.4 * sin(3 * seconds(time) + (double)hand));
}

float rt_moving_person_squeeze(enum us_hand hand, XrTime time)
{
    return (float)(0.5 + 0.4 * cos(2 * seconds(time) + (double)hand));
}

bool rt_moving_person_button(enum us_hand hand, XrTime time)
{
    return time / BUTTON_HALF_PERIOD_NS % 2 == (int64_t)hand;
}

XrVector2f rt_moving_person_stick(enum us_hand hand, XrTime time)
{
    const double t = seconds(time);
    return (XrVector2f){(float)(0.6 * sin(t + (double)hand)), (float)(0.6 * cos(1.5 * t))};
}

XrVector2f rt_moving_person_pad(enum us_hand hand, XrTime time)
{
    const double t = seconds(time);
    return (XrVector2f){(float)(0.3 * cos(t)), (float)(0.3 * sin(2 * t + (double)hand))};
}
