/* SPDX-License-Identifier: MIT */
#include "person/gesture.h"

#include <math.h>
#include <string.h>

static const struct {
    const char *name;
    double bend_degrees[RT_GESTURE_FINGERS];
} gestures[] = {
    {"open", {0, 0, 0, 0, 0}},      {"relaxed", {15, 20, 25, 25, 25}},
    {"pinch", {58, 70, 0, 0, 0}},   {"fist", {50, 80, 80, 80, 80}},
    {"point", {50, 0, 80, 80, 80}}, {"thumb_up", {0, 80, 80, 80, 80}},
};
#define GESTURES (sizeof gestures / sizeof gestures[0])

bool rt_gesture_find(const char *name, double out_bend_degrees[RT_GESTURE_FINGERS])
{
    for (size_t i = 0; i < GESTURES; i++) {
        if (strcmp(gestures[i].name, name) != 0)
            continue;
        memcpy(out_bend_degrees, gestures[i].bend_degrees, sizeof gestures[i].bend_degrees);
        return true;
    }
    return false;
}

const char *rt_gesture_name(const struct rt_gesture *gesture)
{
    for (size_t i = 0; i < GESTURES; i++) {
        bool same = true;
        for (int finger = 0; finger < RT_GESTURE_FINGERS; finger++)
            same = same && fabs(gesture->bend_rad[finger] / RT_RAD_PER_DEGREE -
                                gestures[i].bend_degrees[finger]) < 0.01;
        if (same)
            return gestures[i].name;
    }
    return NULL;
}

const char *rt_gesture_track(int finger)
{
    static const char *const tracks[RT_GESTURE_FINGERS] = {
        "finger thumb", "finger index", "finger middle", "finger ring", "finger little"};
    return tracks[finger];
}

double rt_gesture_pinch(const struct rt_gesture *gesture, int finger)
{
    const double thumb = gesture->bend_rad[0] / (58 * RT_RAD_PER_DEGREE);
    const double bend_degrees = gesture->bend_rad[finger] / RT_RAD_PER_DEGREE;
    const double share = bend_degrees <= 70 ? bend_degrees / 70 : (80 - bend_degrees) / 10;
    return fmax(0, fmin(1, fmin(thumb, share)));
}

static struct rt_vector minus(struct rt_vector a, struct rt_vector b)
{
    return (struct rt_vector){a.x - b.x, a.y - b.y, a.z - b.z};
}

/* The finger of a joint, and the finger's metacarpal. */
static int finger_of(XrHandJointEXT joint, XrHandJointEXT *out_metacarpal)
{
    if (joint < XR_HAND_JOINT_INDEX_METACARPAL_EXT) {
        *out_metacarpal = XR_HAND_JOINT_THUMB_METACARPAL_EXT;
        return 0;
    }
    const int finger = ((int)joint - XR_HAND_JOINT_INDEX_METACARPAL_EXT) / 5;
    *out_metacarpal = (XrHandJointEXT)(XR_HAND_JOINT_INDEX_METACARPAL_EXT + 5 * finger);
    return 1 + finger;
}

static bool is_tip(XrHandJointEXT joint)
{
    return joint == XR_HAND_JOINT_THUMB_TIP_EXT || joint == XR_HAND_JOINT_INDEX_TIP_EXT ||
           joint == XR_HAND_JOINT_MIDDLE_TIP_EXT || joint == XR_HAND_JOINT_RING_TIP_EXT ||
           joint == XR_HAND_JOINT_LITTLE_TIP_EXT;
}

struct rt_motion rt_gesture_joint(const struct rt_gesture *gesture, enum rt_hand hand,
                                  XrHandJointEXT joint)
{
    const struct rt_vector axis_x = {1, 0, 0};
    const bool fixed = joint == XR_HAND_JOINT_PALM_EXT || joint == XR_HAND_JOINT_WRIST_EXT;
    XrHandJointEXT link = joint;
    const int finger = fixed ? 0 : finger_of(joint, &link);
    struct rt_motion m_wrist_joint = {
        .position_m = rt_geometry_joint_offset(hand, link),
        .rotation = {0, 0, 0, 1},
    };
    while (link < joint) {
        const struct rt_vector before_m = rt_geometry_joint_offset(hand, link++);
        /* A tip has the rotation of the last joint. */
        const double bend_rad = is_tip(link) ? 0 : -gesture->bend_rad[finger];
        const double rate_rad_s = is_tip(link) ? 0 : -gesture->rate_rad_s[finger];
        const struct rt_motion m_joint_next = {
            .position_m = minus(rt_geometry_joint_offset(hand, link), before_m),
            .rotation = rt_motion_turn(axis_x, bend_rad),
            .angular_rad_s = {rate_rad_s, 0, 0},
        };
        m_wrist_joint = rt_motion_compose(&m_wrist_joint, &m_joint_next);
    }
    return m_wrist_joint;
}
