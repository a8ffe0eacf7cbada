/* SPDX-License-Identifier: MIT */
#include "session/session_parts.h"

enum { VALID = US_SESSION_ORIENTATION_VALID | US_SESSION_POSITION_VALID };

static bool is_shown(const struct us_session_location *location, unsigned valid)
{
    return location->is_recorded && location->is_active &&
           (us_session_playable(location->flags, &location->pose, &location->linear_m_s,
                                &location->angular_rad_s) &
            valid) != 0;
}

static bool is_hand_shown(const struct us_session_hand_joints *hand)
{
    for (int i = 0; hand->is_recorded && hand->is_active && i < US_SESSION_JOINTS; i++) {
        const struct us_session_joint *joint = &hand->joints[i];
        if (us_session_playable(joint->flags, &joint->pose, &joint->linear_m_s,
                                &joint->angular_rad_s) &
            VALID)
            return true;
    }
    return false;
}

static unsigned parts_of_frame(const struct us_session_frame *frame)
{
    unsigned parts = is_shown(&frame->head, VALID) ? US_SESSION_PART_HEAD : 0;
    if (is_hand_shown(&frame->hands[US_SESSION_LEFT]))
        parts |= US_SESSION_PART_LEFT;
    if (is_hand_shown(&frame->hands[US_SESSION_RIGHT]))
        parts |= US_SESSION_PART_RIGHT;
    if (is_shown(&frame->gaze, US_SESSION_ORIENTATION_VALID))
        parts |= US_SESSION_PART_GAZE;
    for (int i = 0; i < US_SESSION_HANDS * US_SESSION_POSES; i++)
        if (is_shown(&frame->poses[i / US_SESSION_POSES][i % US_SESSION_POSES], VALID))
            parts |= US_SESSION_PART_CONTROLLERS;
    return parts;
}

static unsigned parts_of_input(const struct us_session_input *input)
{
    for (uint32_t i = 0; i < input->count && i < US_SESSION_COMPONENTS_MAX; i++)
        if (input->active[i] != 0)
            return US_SESSION_PART_CONTROLLERS;
    return 0;
}

unsigned us_session_parts_of(const struct us_session_message *message)
{
    if (message->topic == US_SESSION_TOPIC_FRAME)
        return parts_of_frame(&message->of.frame);
    return message->topic == US_SESSION_TOPIC_INPUT ? parts_of_input(&message->of.input) : 0;
}
