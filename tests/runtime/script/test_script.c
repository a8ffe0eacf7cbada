/* SPDX-License-Identifier: MIT */
/*
 * Scripts of a person without an OpenXR loader: what lines mean at a time, and what the parser says
 * about wrong lines. Expected values are worked out by hand. Usage: test_script FOLDER, where
 * FOLDER holds the example scripts.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../check.h"
#include "person/gesture.h"
#include "runtime/person/person.h"
#include "person/script.h"
#include "person/component.h"

static const double pi = 3.14159265358979323846;

static struct rt_script *parse(const char *text)
{
    struct rt_script_error error = {""};
    struct rt_script *script = rt_script_parse("test", text, strlen(text), &error);
    if (script == NULL)
        fprintf(stderr, "%s\n", error.text);
    CHECK(script != NULL);
    return script;
}

static bool is(double value, double expected)
{
    return fabs(value - expected) < 1e-12;
}

static bool is_vector(struct rt_vector v, double x, double y, double z)
{
    return is(v.x, x) && is(v.y, y) && is(v.z, z);
}

/* Either sign of a quaternion is the same rotation. */
static bool is_rotation(struct rt_quaternion q, double x, double y, double z, double w)
{
    return fabs(fabs(q.x * x + q.y * y + q.z * z + q.w * w) - 1) < 1e-12;
}

static void test_numbers(void)
{
    struct rt_script *script = parse("0 left profile oculus/touch_controller\n"
                                     "1 left trigger/value 0.2 # a comment\r\n"
                                     "\n"
                                     "3\tleft  trigger/value 1\n"
                                     "3 left trigger/value 0.5\n"
                                     "4 left thumbstick 0 -1\n"
                                     "6 left thumbstick 1 1\n"
                                     "2 left x/click yes\n"
                                     "2.5 left x/click 0");
    const struct {
        double time_s, trigger, x, y, click;
    } expected[] = {
        {0, 0, 0, 0, 0},     {0.999, 0, 0, 0, 0}, {1, 0.2, 0, 0, 0},
        {1.5, 0.4, 0, 0, 0}, {2, 0.6, 0, 0, 1},   {2.499, 0.7996, 0, 0, 1},
        {2.5, 0.8, 0, 0, 0}, {3, 0.5, 0, 0, 0},   {4.5, 0.5, 0.25, -0.5, 0},
        {6, 0.5, 1, 1, 0},   {100, 0.5, 1, 1, 0},
    };
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        const double t = expected[i].time_s;
        CHECK(is(rt_scripted_person_value(script, RT_HAND_LEFT, "trigger/value", t),
                 expected[i].trigger));
        CHECK(is(rt_scripted_person_value(script, RT_HAND_LEFT, "thumbstick/x", t), expected[i].x));
        CHECK(is(rt_scripted_person_value(script, RT_HAND_LEFT, "thumbstick/y", t), expected[i].y));
        CHECK(is(rt_scripted_person_value(script, RT_HAND_LEFT, "x/click", t), expected[i].click));
        CHECK(is(rt_scripted_person_value(script, RT_HAND_RIGHT, "trigger/value", t), 0));
    }
    rt_script_destroy(script);
}

/* From 1 s to 3 s the head moves by (2, 4, -6) and turns left by 90 degrees. */
static void test_poses(void)
{
    struct rt_script *script =
        parse("1 head pose 0 1 2\n"
              "3 head pose 2 5 -4 90 0 0\n"
              "5 head pose 2 5 -4 0 0.70710678118654757 0 0.70710678118654757\n"
              "6 head pose 2 5 -4 90 30 20\n");
    const struct rt_motion before = rt_scripted_person_head(script, 0.5);
    CHECK(is_vector(before.position_m, 0, 1, 2) && is_vector(before.linear_m_s, 0, 0, 0));
    const struct rt_motion middle = rt_scripted_person_head(script, 1.5);
    CHECK(is_vector(middle.position_m, 0.5, 2, 0.5));
    CHECK(is_rotation(middle.rotation, 0, sin(pi / 16), 0, cos(pi / 16)));
    CHECK(is_vector(middle.linear_m_s, 1, 2, -3));
    CHECK(is_vector(middle.angular_rad_s, 0, pi / 4, 0));
    const struct rt_motion still = rt_scripted_person_head(script, 4);
    CHECK(is_rotation(still.rotation, 0, sqrt(0.5), 0, sqrt(0.5)));
    CHECK(fabs(still.angular_rad_s.y) < 1e-9);
    /* Ry(90) Rx(30) Rz(20), column by column: where -Z and +Y point. */
    const struct rt_motion end = rt_scripted_person_head(script, 7);
    const struct rt_motion ahead = {.position_m = {0, 0, -1}, .rotation = {0, 0, 0, 1}};
    const struct rt_motion up = {.position_m = {0, 1, 0}, .rotation = {0, 0, 0, 1}};
    const double p = pi / 6, r = pi / 9;
    CHECK(is_vector(rt_motion_compose(&end, &ahead).position_m, 2 - cos(p), 5 + sin(p), -4));
    CHECK(is_vector(rt_motion_compose(&end, &up).position_m, 2 + sin(p) * cos(r),
                    5 + cos(p) * cos(r), -4 + sin(r)));
    rt_script_destroy(script);
}

/* The grip follows the wrist, the wrist follows the grip, and aim follows either unless a line
 * gives it a pose of its own. */
static void test_hand_poses(void)
{
    struct rt_script *script = parse("0 left wrist 1 0 0 90 0 0\n"
                                     "0 right grip 0 2 0\n"
                                     "0 right aim 7 8 9\n");
    const struct rt_motion left =
        rt_scripted_person_hand_pose(script, RT_HAND_LEFT, RT_HAND_POSE_GRIP, 0);
    CHECK(is_vector(left.position_m, 0.95, 0, 0)); /* 0.05 m along the turned -Z */
    const struct rt_motion poke =
        rt_scripted_person_hand_pose(script, RT_HAND_RIGHT, RT_HAND_POSE_POKE, 0);
    CHECK(is_vector(poke.position_m, 0, 2.02, -0.12));
    const struct rt_motion aim =
        rt_scripted_person_hand_pose(script, RT_HAND_RIGHT, RT_HAND_POSE_AIM, 0);
    CHECK(is_vector(aim.position_m, 7, 8, 9));
    const struct rt_motion wrist =
        rt_scripted_person_joint(script, RT_HAND_RIGHT, XR_HAND_JOINT_WRIST_EXT, 0);
    CHECK(is_vector(wrist.position_m, 0, 2, 0.05));
    CHECK(rt_scripted_person_has_joints(script, RT_HAND_LEFT, 0));
    CHECK(!rt_scripted_person_has_joints(script, RT_HAND_RIGHT, 0));
    rt_script_destroy(script);
}

/* The index finger of a fist, joint by joint, halfway between open and fist: 40 degrees each. */
static void test_gestures(void)
{
    struct rt_script *script = parse("0 right wrist 0 0 0\n"
                                     "0 right gesture open\n"
                                     "2 right gesture fist\n");
    const double a = 40 * pi / 180;
    const struct {
        XrHandJointEXT joint;
        double y, z, bend;
    } expected[] = {
        {XR_HAND_JOINT_INDEX_METACARPAL_EXT, 0, -0.03, 0},
        {XR_HAND_JOINT_INDEX_PROXIMAL_EXT, 0, -0.09, a},
        {XR_HAND_JOINT_INDEX_INTERMEDIATE_EXT, -0.04 * sin(a), -0.09 - 0.04 * cos(a), 2 * a},
        {XR_HAND_JOINT_INDEX_DISTAL_EXT, -0.04 * sin(a) - 0.025 * sin(2 * a),
         -0.09 - 0.04 * cos(a) - 0.025 * cos(2 * a), 3 * a},
        {XR_HAND_JOINT_INDEX_TIP_EXT, -0.04 * sin(a) - 0.025 * sin(2 * a) - 0.02 * sin(3 * a),
         -0.09 - 0.04 * cos(a) - 0.025 * cos(2 * a) - 0.02 * cos(3 * a), 3 * a},
    };
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        const struct rt_motion joint =
            rt_scripted_person_joint(script, RT_HAND_RIGHT, expected[i].joint, 1);
        CHECK(is_vector(joint.position_m, -0.025, expected[i].y, expected[i].z));
        CHECK(is_rotation(joint.rotation, -sin(expected[i].bend / 2), 0, 0,
                          cos(expected[i].bend / 2)));
        const double step_s = 1e-5;
        const struct rt_motion after =
            rt_scripted_person_joint(script, RT_HAND_RIGHT, expected[i].joint, 1 + step_s);
        const struct rt_motion before =
            rt_scripted_person_joint(script, RT_HAND_RIGHT, expected[i].joint, 1 - step_s);
        CHECK(fabs((after.position_m.z - before.position_m.z) / (2 * step_s) - joint.linear_m_s.z) <
              1e-6);
        CHECK(fabs(joint.angular_rad_s.x + expected[i].bend) < 1e-9); /* reached in one second */
    }
    for (int joint = 0; joint < XR_HAND_JOINT_COUNT_EXT; joint++) {
        const struct rt_vector flat =
            rt_geometry_joint_offset(RT_HAND_RIGHT, (XrHandJointEXT)joint);
        const struct rt_motion open =
            rt_scripted_person_joint(script, RT_HAND_RIGHT, (XrHandJointEXT)joint, 0);
        CHECK(is_vector(open.position_m, flat.x, flat.y, flat.z));
    }
    rt_script_destroy(script);
}

static double bend(const struct rt_script *script, int finger, double time_s)
{
    const struct rt_gesture gesture = rt_scripted_person_gesture(script, RT_HAND_LEFT, time_s);
    return rt_gesture_bend_rad(&gesture, finger) * 180 / pi;
}

/* A gesture is a line about each finger, and a finger's line comes between those of gestures. */
static void test_fingers(void)
{
    struct rt_script *script = parse("0 left gesture relaxed\n"
                                     "2 left gesture pinch 0.5\n"
                                     "3 left finger index 0.25\n"
                                     "4 left gesture thumb_up\n"
                                     "6 left finger thumb 1\n");
    const struct {
        double time_s, thumb, index, little;
    } expected[] = {{0, 15, 20, 25},   {1, 22, 27.5, 12.5}, {2, 29, 35, 0},
                    {3, 14.5, 20, 40}, {4, 0, 80, 80},      {5, 25, 80, 80}};
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        CHECK(is(bend(script, 0, expected[i].time_s), expected[i].thumb));
        CHECK(is(bend(script, 1, expected[i].time_s), expected[i].index));
        CHECK(is(bend(script, 4, expected[i].time_s), expected[i].little));
    }
    CHECK(rt_scripted_person_has_joints(script, RT_HAND_LEFT, 0));
    rt_script_destroy(script);
}

/* A joint changes evenly from the gesture before to its own line, and to the gesture after it; the
 * others of the finger do what the gestures say. In between, the hand turns as fast as it says. */
static void test_joints(void)
{
    struct rt_script *script = parse("0 right wrist 0 0 0\n"
                                     "0 right gesture open\n"
                                     "2 right joint ring_proximal 60 -10\n"
                                     "4 right gesture fist\n");
    const XrHandJointEXT proximal = XR_HAND_JOINT_RING_PROXIMAL_EXT;
    const struct {
        double time_s, bend, spread, distal;
    } expected[] = {
        {0, 0, 0, 0}, {1, 30, -5, 20}, {2, 60, -10, 40}, {3, 70, -5, 60}, {4, 80, 0, 80}};
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        const double t = expected[i].time_s, step_s = 1e-5;
        const struct rt_gesture gesture = rt_scripted_person_gesture(script, RT_HAND_RIGHT, t);
        CHECK(is(gesture.rad[proximal][RT_GESTURE_BEND] * 180 / pi, expected[i].bend));
        CHECK(is(gesture.rad[proximal][RT_GESTURE_SPREAD] * 180 / pi, expected[i].spread));
        CHECK(is(gesture.rad[XR_HAND_JOINT_RING_DISTAL_EXT][RT_GESTURE_BEND] * 180 / pi,
                 expected[i].distal));
        if (i % 2 == 0)
            continue;
        const XrHandJointEXT tip = XR_HAND_JOINT_RING_TIP_EXT;
        const struct rt_motion now = rt_scripted_person_joint(script, RT_HAND_RIGHT, tip, t);
        const struct rt_vector a =
            rt_scripted_person_joint(script, RT_HAND_RIGHT, tip, t - step_s).position_m;
        const struct rt_vector b =
            rt_scripted_person_joint(script, RT_HAND_RIGHT, tip, t + step_s).position_m;
        CHECK(fabs((b.x - a.x) / (2 * step_s) - now.linear_m_s.x) < 1e-6);
        CHECK(fabs((b.y - a.y) / (2 * step_s) - now.linear_m_s.y) < 1e-6);
        CHECK(fabs((b.z - a.z) / (2 * step_s) - now.linear_m_s.z) < 1e-6);
    }
    rt_script_destroy(script);
    script = parse("0 left joint thumb_distal 5\n");
    CHECK(rt_scripted_person_has_joints(script, RT_HAND_LEFT, 0));
    CHECK(!rt_scripted_person_has_joints(script, RT_HAND_RIGHT, 0));
    rt_script_destroy(script);
    /* The pose of a controller's palm says nothing of joints. */
    script = parse("0 left palm 0 0 0\n");
    CHECK(!rt_scripted_person_has_joints(script, RT_HAND_LEFT, 0));
    rt_script_destroy(script);
}

/* Joints can do what the gestures ask of them. */
static void test_ranges(void)
{
    static const char *const names[] = {"open", "relaxed", "pinch", "fist", "point", "thumb_up"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        double bend_degrees[RT_GESTURE_FINGERS];
        CHECK(rt_gesture_find(names[i], bend_degrees));
        for (int j = 0; j < XR_HAND_JOINT_COUNT_EXT; j++) {
            const XrHandJointEXT joint = (XrHandJointEXT)j;
            const struct rt_gesture_range range = rt_gesture_range(joint, RT_GESTURE_BEND);
            const double share = rt_gesture_share(joint, bend_degrees);
            CHECK(range.least_degrees <= share && share <= range.most_degrees);
        }
    }
}

/* -Z of the pose goes through the point, and +X of it is level. */
static bool points_at(struct rt_motion pose, double x, double y, double z)
{
    const struct rt_motion ahead = {.position_m = {0, 0, -1}, .rotation = {0, 0, 0, 1}};
    const struct rt_motion right = {.position_m = {1, 0, 0}, .rotation = {0, 0, 0, 1}};
    const struct rt_vector p = pose.position_m;
    const struct rt_vector q = rt_motion_compose(&pose, &ahead).position_m;
    const double far_m = hypot(hypot(x - p.x, y - p.y), z - p.z);
    return is(rt_motion_compose(&pose, &right).position_m.y, p.y) &&
           is_vector(q, p.x + (x - p.x) / far_m, p.y + (y - p.y) / far_m, p.z + (z - p.z) / far_m);
}

/* A pose that turns to a point is where the line before has put it. */
static void test_pointing(void)
{
    struct rt_script *script = parse("0 head pose 0 0.5 0\n"
                                     "1 head look_at 1 2 -3\n"
                                     "3 head pose 1 0.5 0\n"
                                     "4 head look_at 1 -2 0\n" /* straight down */
                                     "0 left point_at 1 2 3\n"
                                     "1 left grip 0.5 0 0\n"
                                     "2 left point_at -1 0.1 0.2\n"
                                     "0 right wrist 0.1 0.2 0.3 40 50 60\n"
                                     "1 right point_at 2 1 -1\n");
    const enum rt_hand_pose aim = RT_HAND_POSE_AIM;
    const struct rt_motion head = rt_scripted_person_head(script, 1);
    CHECK(is_vector(head.position_m, 0, 0.5, 0) && points_at(head, 1, 2, -3));
    CHECK(points_at(rt_scripted_person_head(script, 4), 1, -2, 0));
    CHECK(points_at(rt_scripted_person_hand_pose(script, RT_HAND_LEFT, aim, 0), 1, 2, 3));
    CHECK(is_vector(
        rt_scripted_person_hand_pose(script, RT_HAND_LEFT, RT_HAND_POSE_GRIP, 0).position_m, -0.2,
        -0.4, -0.35));
    CHECK(points_at(rt_scripted_person_hand_pose(script, RT_HAND_LEFT, aim, 2), -1, 0.1, 0.2));
    CHECK(points_at(rt_scripted_person_hand_pose(script, RT_HAND_RIGHT, aim, 1), 2, 1, -1));
    CHECK(is_vector(
        rt_scripted_person_joint(script, RT_HAND_RIGHT, XR_HAND_JOINT_WRIST_EXT, 1).position_m, 0.1,
        0.2, 0.3));
    rt_script_destroy(script);
}

/* The tips of a pinch are as far apart as the fingers are beside each other: 15 mm, within 1 mm. */
static void test_pinch(void)
{
    struct rt_script *script = parse("0 left gesture pinch\n");
    const struct rt_vector thumb =
        rt_scripted_person_joint(script, RT_HAND_LEFT, XR_HAND_JOINT_THUMB_TIP_EXT, 0).position_m;
    const struct rt_vector index =
        rt_scripted_person_joint(script, RT_HAND_LEFT, XR_HAND_JOINT_INDEX_TIP_EXT, 0).position_m;
    CHECK(hypot(thumb.y - index.y, thumb.z - index.z) < 1e-3);
    CHECK(is(thumb.x - index.x, 0.015));
    rt_script_destroy(script);
}

static void test_recentring(void)
{
    struct rt_script *script = parse("0 head pose 0 0 0 0 0 0\n"
                                     "2 head pose 2 0.5 -4 60 -20 10\n"
                                     "4 session recentre\n"
                                     "6 session recentre 1 3 90\n");
    CHECK(is_vector(rt_scripted_person_local(script, 3.9).position_m, 0, 0, 0));
    const struct rt_motion local = rt_scripted_person_local(script, 4);
    CHECK(is_vector(local.position_m, 2, 0, -4));
    CHECK(is_rotation(local.rotation, 0, sin(pi / 6), 0, cos(pi / 6)));
    double time_s = 0;
    struct rt_motion change;
    CHECK(rt_scripted_person_recentring(script, 1, &time_s, &change) && time_s == 6);
    CHECK(is_rotation(change.rotation, 0, sin(pi / 12), 0, cos(pi / 12)));
    /* (1, 0, 3) - (2, 0, -4) = (-1, 0, 7), seen from a frame that is turned left by 60 degrees. */
    CHECK(is_vector(change.position_m, -cos(pi / 3) - 7 * sin(pi / 3), 0,
                    -sin(pi / 3) + 7 * cos(pi / 3)));
    CHECK(!rt_scripted_person_recentring(script, 2, &time_s, &change));
    rt_script_destroy(script);
}

static void test_truths(void)
{
    struct rt_script *script =
        parse("0 left profile /interaction_profiles/ext/hand_interaction_ext\n"
              "1 left connected off\n2 left connected on\n"
              "3 left profile khr/simple_controller\n"
              "1 left tracked no\n"
              "1 gaze tracked false\n"
              "2 left pinch_ext/ready_ext no\n");
    CHECK(strcmp(rt_scripted_person_profile(script, RT_HAND_LEFT, 0.5),
                 "ext/hand_interaction_ext") == 0);
    CHECK(rt_scripted_person_profile(script, RT_HAND_LEFT, 1) == NULL);
    CHECK(strcmp(rt_scripted_person_profile(script, RT_HAND_LEFT, 3), "khr/simple_controller") ==
          0);
    CHECK(rt_scripted_person_profile(script, RT_HAND_RIGHT, 1) == NULL);
    CHECK(rt_scripted_person_is_tracked(script, RT_SCRIPT_LEFT, 0.99));
    CHECK(!rt_scripted_person_is_tracked(script, RT_SCRIPT_LEFT, 1));
    CHECK(rt_scripted_person_has_gaze(script));
    CHECK(!rt_scripted_person_is_tracked(script, RT_SCRIPT_GAZE, 1));
    CHECK(rt_scripted_person_value(script, RT_HAND_LEFT, "pinch_ext/ready_ext", 1.9) == 1);
    CHECK(rt_scripted_person_value(script, RT_HAND_LEFT, "pinch_ext/ready_ext", 2) == 0);
    rt_script_destroy(script);
}

static void test_errors(void)
{
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"", "test: the script has no line"},
        {"# only a comment\n", "test: the script has no line"},
        {"1,5 head pose 0 0 0", "test:1: \"1,5\" is not a time"},
        {"-1 head pose 0 0 0", "test:1: \"-1\" is not a time"},
        {"nan head pose 0 0 0", "test:1: \"nan\" is not a time"},
        {"0x1 head pose 0 0 0", "test:1: \"0x1\" is not a time"},
        {"1e99 head pose 0 0 0", "test:1: \"1e99\" is not a time"},
        {"\n\n0 head", "test:3: the line is too short"},
        {"0 hed pose 0 0 0", "test:1: \"hed\" is unknown: write head, left, right"},
        {"0 head grip 0 0 0", "test:1: \"head\" has no \"grip\": write pose, look_at or tracked"},
        {"0 gaze pose 0 0 0", "test:1: \"gaze\" has no \"pose\": write direction or tracked"},
        {"0 session focus yes", "test:1: \"session\" has no \"focus\": write state"},
        {"0 left triger/value 1",
         "test:1: \"left\" has no \"triger/value\"; did you mean 'trigger/value'?"},
        {"0 left squeeze 1", "test:1: \"left\" has no \"squeeze\"; did you mean 'squeeze/value'?"},
        {"0 left profile khr/simple_controller\n0 left selec/click 1",
         "test:2: \"left\" has no \"selec/click\"; did you mean 'select/click'?"},
        {"0 left gestur fist", "test:1: \"left\" has no \"gestur\"; did you mean 'gesture'?"},
        {"0 left nonsense 1", "test:1: \"left\" has no \"nonsense\": write profile"},
        {"0 left grip/pose 0 0 0", "test:1: poses of a hand have the names grip"},
        {"0 head pose 0 0", "test:1: \"head pose\" needs X Y Z in metres, and then nothing, YAW "
                            "PITCH ROLL in degrees, or the quaternion QX QY QZ QW; the line has 2"},
        {"0 head pose 0 0 0 1", "the line has 4 values"},
        {"0 head pose 0 zero 0", "test:1: \"zero\" is not a number"},
        {"0 head pose 0 inf 0", "test:1: \"inf\" is not a number"},
        {"0 head pose 0 0 0 0 0 0 2", "test:1: the quaternion has the length 2 instead of 1"},
        {"0 head pose 0 0 0 0 0 0 0", "test:1: the quaternion has the length 0 instead of 1"},
        {"0 head pose 1 2 3 4 5 6 7 8 9 10 11 12 13 14", "test:1: the line has too many words"},
        {"0 gaze direction 1", "test:1: \"gaze direction\" needs YAW PITCH in degrees"},
        {"0 head tracked maybe", "test:1: \"maybe\" is neither yes nor no"},
        {"0 head tracked", "test:1: \"head tracked\" needs yes or no; the line has 0 values"},
        {"0 left gesture wave",
         "test:1: there is no gesture \"wave\": write open, relaxed, pinch, fist"},
        {"0 left gesture", "needs open, relaxed, pinch, fist, point or thumb_up; the line has 0"},
        {"0 left gesture pinch x", "test:1: \"x\" is not how far a gesture goes: write a number"},
        {"0 left finger toe 1", "test:1: there is no finger \"toe\": write thumb, index"},
        {"0 left finger ring 1.1", "test:1: \"1.1\" is not how far bent a finger is: write"},
        {"0 left finger ring", "\"left finger\" needs thumb, index, middle, ring or little, and"},
        {"1 left finger ring 1\n0 left gesture fist",
         "test:2: the time 0 is before the time of line 1, which is about the joint "
         "\"left ring_metacarpal\" too"},
        {"0 left joint index_proximal 91",
         "test:1: index_proximal bends from -30 to 90 degrees, not 91"},
        {"0 left joint thumb_tip 1",
         "test:1: thumb_tip has no angle of its own: bend thumb_distal"},
        {"0 left joint wrist 1", "test:1: the wrist has no angle of its own: it follows the hand"},
        {"0 head look_at 0 0 0", "test:1: 0 0 0 is too near to the head, which is at 0 0 0"},
        {"0 left point_at 1 2", "test:1: \"left point_at\" needs X Y Z in metres"},
        {"0 session state ready", "test:1: \"ready\" is not a session state: write focused"},
        {"0 session recentre 1 2", "test:1: \"session recentre\" needs X Z in metres and YAW"},
        {"0 left profile oculus/touch_controler",
         "test:1: there is no interaction profile \"oculus/touch_controler\"; did you mean "
         "'oculus/touch_controller'?"},
        {"0 left profile acme/gizmo",
         "test:1: there is no interaction profile \"acme/gizmo\" of hands: write the path that"},
        {"2 head tracked no\n1 head tracked yes",
         "test:2: the time 1 is before the time of line 1, which is about \"head tracked\" too"},
        {"1 left trigger/value 1\n2 left profile oculus/touch_controller",
         "test:1: the left hand has no profile at 1 s"},
        {"0 right profile oculus/touch_controller\n# view is on the left\n1 right view/click yes",
         "test:3: \"right\" has no \"view/click\""},
        {"0 right profile khr/simple_controller\n1 right trigger/value 1",
         "test:2: khr/simple_controller has no trigger/value on the right hand; it has "
         "select/click, menu/click"},
        {"0 left profile oculus/touch_controller\n0 left trigger/value 1\n"
         "2 left profile khr/simple_controller\n3 left trigger/value 0",
         "test:4: khr/simple_controller has no trigger/value"},
        {"0 left profile oculus/touch_controller\n0 left trigger/value 1.5",
         "test:2: trigger/value is a number from 0 to 1, not 1.5"},
        {"0 left profile oculus/touch_controller\n0 left thumbstick 0 -1.5",
         "test:2: thumbstick/y is a number from -1 to 1, not -1.5"},
        {"0 left profile oculus/touch_controller\n0 left trackpad 0 0",
         "test:2: oculus/touch_controller has no trackpad/x on the left hand"},
        {"0 left profile oculus/touch_controller\n0 left x/click 0.5",
         "test:2: \"0.5\" is neither yes nor no"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rt_script_error error = {""};
        CHECK(rt_script_parse("test", cases[i].text, strlen(cases[i].text), &error) == NULL);
        if (strstr(error.text, cases[i].message) == NULL)
            fprintf(stderr, "%s\n  gives: %s\n  not: %s\n", cases[i].text, error.text,
                    cases[i].message);
        CHECK(strstr(error.text, cases[i].message) != NULL);
    }
    struct rt_script_error error = {""};
    CHECK(rt_script_parse("test", "0 head\0pose", 11, &error) == NULL);
    CHECK(strstr(error.text, "not a text file") != NULL);
    CHECK(rt_script_read("/nonexistent/x.person", &error) == NULL);
    CHECK(strstr(error.text, "/nonexistent/x.person: the file cannot be opened") != NULL);
    CHECK(rt_script_read("/", &error) == NULL);
    CHECK(strcmp(error.text, "/: this is not a regular file") == 0);
}

/* The example of the Touch controllers uses every input that the profile has. */
static void test_examples(const char *folder)
{
    static const char *const names[] = {"touch", "hands-and-gaze", "interruptions"};
    for (size_t i = 0; i < 3; i++) {
        char path[4096];
        struct rt_script_error error = {""};
        snprintf(path, sizeof path, "%s/%s.person", folder, names[i]);
        struct rt_script *script = rt_script_read(path, &error);
        fprintf(stderr, "%s", error.text);
        CHECK(script != NULL);
        for (int hand = 0; i == 0 && hand < 2; hand++) {
            char list[1024];
            rt_component_list(rt_component_find_profile("oculus/touch_controller"), hand == 1, list,
                              sizeof list);
            int inputs = 0;
            for (char *name = strtok(list, ", "); name != NULL; name = strtok(NULL, ", ")) {
                if (strstr(name, "proximity") != NULL) /* extensions and OpenXR 1.1 bring it */
                    continue;
                CHECK(rt_script_find(script, (enum rt_script_subject)hand, name) != NULL);
                inputs++;
            }
            CHECK(inputs == 13);
        }
        rt_script_destroy(script);
    }
}

int main(int argc, char **argv)
{
    CHECK(argc == 2);
    test_numbers();
    test_poses();
    test_hand_poses();
    test_gestures();
    test_fingers();
    test_joints();
    test_ranges();
    test_pointing();
    test_pinch();
    test_recentring();
    test_truths();
    test_errors();
    test_examples(argv[1]);
    return 0;
}
