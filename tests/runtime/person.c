// SPDX-License-Identifier: MIT
#include "person.h"

static struct us_motion at_rest(double x_m, double y_m, double z_m)
{
    return (struct us_motion){.position_m = {x_m, y_m, z_m}, .rotation = {0, 0, 0, 1}};
}

static double side(enum us_hand hand)
{
    return hand == US_HAND_LEFT ? -1.0 : 1.0;
}

struct us_motion us_person_head(const struct us_settings *settings, XrTime time)
{
    if (settings->person == US_PERSON_NOBODY)
        return us_motion_identity();
    if (!settings->still)
        return us_live_head(time);
    const struct us_motion start = us_live_head(0);
    return (struct us_motion){.position_m = start.position_m, .rotation = start.rotation};
}

struct us_motion us_person_stage(const struct us_settings *settings)
{
    return settings->person == US_PERSON_NOBODY ? us_live_floor() : us_live_stage();
}

struct us_motion us_person_grip(const struct us_settings *settings, enum us_hand hand, XrTime time)
{
    return settings->person == US_PERSON_NOBODY ? at_rest(0.2 * side(hand), -0.4, -0.35)
                                                : us_live_grip(hand, time);
}

struct us_motion us_person_joint(const struct us_settings *settings, enum us_hand hand,
                                 XrHandJointEXT joint, XrTime time)
{
    if (settings->person != US_PERSON_NOBODY)
        return us_live_joint(hand, joint, time);
    const struct us_vector offset_m = us_live_joint_offset(hand, joint);
    return at_rest(0.2 * side(hand) + offset_m.x, -0.4 + offset_m.y, -0.3 + offset_m.z);
}

bool us_person_has_gaze(const struct us_settings *settings)
{
    return settings->person != US_PERSON_NOBODY;
}

bool us_person_presses(const struct us_settings *settings)
{
    return settings->person != US_PERSON_NOBODY && settings->controllers == US_CONTROLLERS_LIVE;
}
