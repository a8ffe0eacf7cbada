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

const char *rt_gesture_of_number(size_t number)
{
    return number < GESTURES ? gestures[number].name : NULL;
}

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

/* In degrees, what joints of adults do on their own, near the ranges of the American Academy of
 * Orthopaedic Surgeons (Joint Motion, 1965), and no less than the gestures need. A thumb that lies
 * beside the hand is at 0, and bends across the palm. */
static const struct rt_gesture_range ranges[XR_HAND_JOINT_COUNT_EXT][RT_GESTURE_ANGLES] = {
#define FINGER(FINGER)                                                                             \
    [XR_HAND_JOINT_##FINGER##_PROXIMAL_EXT] = {{-30, 90}, {-20, 20}},                              \
    [XR_HAND_JOINT_##FINGER##_INTERMEDIATE_EXT] = {{0, 110}, {0, 0}},                              \
    [XR_HAND_JOINT_##FINGER##_DISTAL_EXT] = {{-10, 90}, {0, 0}}
    [XR_HAND_JOINT_THUMB_METACARPAL_EXT] = {{-15, 45}, {-15, 60}},
    [XR_HAND_JOINT_THUMB_PROXIMAL_EXT] = {{-10, 60}, {0, 0}},
    [XR_HAND_JOINT_THUMB_DISTAL_EXT] = {{-20, 85}, {0, 0}},
    FINGER(INDEX),
    FINGER(MIDDLE),
    [XR_HAND_JOINT_RING_METACARPAL_EXT] = {{0, 10}, {0, 0}},
    FINGER(RING),
    [XR_HAND_JOINT_LITTLE_METACARPAL_EXT] = {{0, 20}, {0, 0}},
    FINGER(LITTLE),
#undef FINGER
};

struct rt_gesture_range rt_gesture_range(XrHandJointEXT joint, enum rt_gesture_angle angle)
{
    return ranges[joint][angle];
}

bool rt_gesture_moves(XrHandJointEXT joint)
{
    return ranges[joint][RT_GESTURE_BEND].most_degrees > 0;
}

/* Whether the joint bends with its finger. */
static bool is_bent(XrHandJointEXT joint)
{
    return rt_gesture_moves(joint) && joint != rt_geometry_first_joint(joint);
}

double rt_gesture_share(XrHandJointEXT joint, const double bend_degrees[RT_GESTURE_FINGERS])
{
    return is_bent(joint) ? bend_degrees[rt_geometry_finger(joint)] : 0;
}

struct rt_gesture rt_gesture_make(const double bend_degrees[RT_GESTURE_FINGERS])
{
    struct rt_gesture gesture = {{{0}}, {{0}}};
    for (int i = 0; i < XR_HAND_JOINT_COUNT_EXT; i++)
        gesture.rad[i][RT_GESTURE_BEND] =
            rt_gesture_share((XrHandJointEXT)i, bend_degrees) * US_POSE_RAD_IN_DEGREE;
    return gesture;
}

const char *rt_gesture_name(const struct rt_gesture *gesture)
{
    for (size_t i = 0; i < GESTURES; i++) {
        const struct rt_gesture named = rt_gesture_make(gestures[i].bend_degrees);
        double off_rad = 0;
        for (int joint = 0; joint < XR_HAND_JOINT_COUNT_EXT; joint++)
            for (int angle = 0; angle < RT_GESTURE_ANGLES; angle++)
                off_rad = fmax(off_rad, fabs(gesture->rad[joint][angle] - named.rad[joint][angle]));
        if (off_rad < 0.01 * US_POSE_RAD_IN_DEGREE)
            return gestures[i].name;
    }
    return NULL;
}

const char *const rt_gesture_fingers[RT_GESTURE_FINGERS + 1] = {"thumb", "index",  "middle",
                                                                "ring",  "little", NULL};

double rt_gesture_bend_rad(const struct rt_gesture *gesture, int finger)
{
    double sum_rad = 0;
    int count = 0;
    for (int joint = 0; joint < XR_HAND_JOINT_COUNT_EXT; joint++) {
        if (rt_geometry_finger((XrHandJointEXT)joint) != finger || !is_bent((XrHandJointEXT)joint))
            continue;
        sum_rad += gesture->rad[joint][RT_GESTURE_BEND];
        count++;
    }
    return sum_rad / count;
}

double rt_gesture_pinch(const struct rt_gesture *gesture, int finger)
{
    const double thumb = rt_gesture_bend_rad(gesture, 0) / (58 * US_POSE_RAD_IN_DEGREE);
    const double bend_degrees = rt_gesture_bend_rad(gesture, finger) / US_POSE_RAD_IN_DEGREE;
    const double share = bend_degrees <= 70 ? bend_degrees / 70 : (80 - bend_degrees) / 10;
    return fmax(0, fmin(1, fmin(thumb, share)));
}

/* How a joint turns, and how fast, in the frame of the bone before it. */
static struct rt_motion turn_of(const struct rt_gesture *gesture, enum us_hand hand,
                                XrHandJointEXT joint)
{
    const double side =
        joint > XR_HAND_JOINT_MIDDLE_TIP_EXT ? -rt_geometry_side(hand) : rt_geometry_side(hand);
    const double *rad = gesture->rad[joint], *rate_rad_s = gesture->rate_rad_s[joint];
    const double yaw_rad = side * rad[RT_GESTURE_SPREAD];
    return (struct rt_motion){
        .rotation = rt_geometry_yaw_pitch(yaw_rad, -rad[RT_GESTURE_BEND]),
        .angular_rad_s = {-rate_rad_s[RT_GESTURE_BEND] * cos(yaw_rad),
                          side * rate_rad_s[RT_GESTURE_SPREAD],
                          rate_rad_s[RT_GESTURE_BEND] * sin(yaw_rad)},
    };
}

struct rt_motion rt_gesture_joint(const struct rt_gesture *gesture, enum us_hand hand,
                                  XrHandJointEXT joint)
{
    XrHandJointEXT link = rt_geometry_first_joint(joint);
    struct rt_motion m_wrist_joint = turn_of(gesture, hand, link);
    m_wrist_joint.position_m = rt_geometry_joint_offset(hand, link);
    while (link < joint) {
        const struct rt_vector before_m = rt_geometry_joint_offset(hand, link++);
        struct rt_motion m_joint_next = turn_of(gesture, hand, link);
        m_joint_next.position_m =
            rt_vector_subtract(rt_geometry_joint_offset(hand, link), before_m);
        m_wrist_joint = rt_motion_compose(&m_wrist_joint, &m_joint_next);
    }
    return m_wrist_joint;
}
