// SPDX-License-Identifier: MIT
#include "runtime/person/person.h"

static struct rt_motion at_rest(double x_m, double y_m, double z_m)
{
    return (struct rt_motion){.position_m = {x_m, y_m, z_m}, .rotation = {0, 0, 0, 1}};
}

struct rt_motion rt_person_head(const struct rt_settings *settings, XrTime time)
{
    if (settings->person == RT_PERSON_NOBODY)
        return rt_motion_identity();
    if (!settings->still)
        return rt_moving_person_head(time);
    const struct rt_motion start = rt_moving_person_head(0);
    return (struct rt_motion){.position_m = start.position_m, .rotation = start.rotation};
}

struct rt_motion rt_person_stage(const struct rt_settings *settings)
{
    return settings->person == RT_PERSON_NOBODY ? rt_geometry_floor() : rt_moving_person_stage();
}

struct rt_motion rt_person_grip(const struct rt_settings *settings, enum rt_hand hand, XrTime time)
{
    return settings->person == RT_PERSON_NOBODY ? at_rest(0.2 * rt_geometry_side(hand), -0.4, -0.35)
                                                : rt_moving_person_grip(hand, time);
}

struct rt_motion rt_person_joint(const struct rt_settings *settings, enum rt_hand hand,
                                 XrHandJointEXT joint, XrTime time)
{
    if (settings->person != RT_PERSON_NOBODY)
        return rt_moving_person_joint(hand, joint, time);
    const struct rt_vector offset_m = rt_geometry_joint_offset(hand, joint);
    return at_rest(0.2 * rt_geometry_side(hand) + offset_m.x, -0.4 + offset_m.y, -0.3 + offset_m.z);
}

bool rt_person_has_gaze(const struct rt_settings *settings)
{
    return settings->person != RT_PERSON_NOBODY;
}

bool rt_person_presses(const struct rt_settings *settings)
{
    return settings->person != RT_PERSON_NOBODY && settings->controllers == RT_CONTROLLERS_LIVE;
}
