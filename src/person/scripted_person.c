/* SPDX-License-Identifier: MIT */
#include "person/scripted_person.h"

#include <string.h>

#include "core/base/pose.h"
#include "core/base/text.h"
#include "person/component.h"
#include "person/gesture.h"

/* The pose of a track; false, and not moved, without a line for it. */
static bool find_pose(const struct rt_script *script, enum rt_script_subject subject,
                      const char *name, double time_s, struct rt_motion *out_motion)
{
    const struct rt_track *track = rt_script_find(script, subject, name);
    *out_motion = track == NULL ? rt_motion_identity() : rt_track_pose(track, time_s);
    return track != NULL;
}

/* The newest key whose time has come; NULL: there is none, or no line has the track. */
static const struct rt_track_key *find_key(const struct rt_script *script,
                                           enum rt_script_subject subject, const char *name,
                                           double time_s)
{
    const struct rt_track *track = rt_script_find(script, subject, name);
    return track == NULL ? NULL : rt_track_step(track, time_s);
}

int rt_scripted_person_step(const struct rt_script *script, enum rt_script_subject subject,
                            const char *name, double time_s, int fallback)
{
    const struct rt_track_key *key = find_key(script, subject, name, time_s);
    return key == NULL ? fallback : (int)key->values[0];
}

struct rt_motion rt_scripted_person_head(const struct rt_script *script, double time_s)
{
    struct rt_motion m_local_head;
    find_pose(script, RT_SCRIPT_HEAD, "pose", time_s, &m_local_head);
    return m_local_head;
}

struct rt_motion rt_scripted_person_gaze(const struct rt_script *script, double time_s)
{
    struct rt_motion m_head_gaze;
    find_pose(script, RT_SCRIPT_GAZE, "direction", time_s, &m_head_gaze);
    return m_head_gaze;
}

bool rt_scripted_person_has_gaze(const struct rt_script *script)
{
    return rt_script_find(script, RT_SCRIPT_GAZE, "direction") != NULL ||
           rt_script_find(script, RT_SCRIPT_GAZE, "tracked") != NULL;
}

static struct rt_motion move_along_z(struct rt_motion m_local_pose, double z_m)
{
    const struct rt_motion m_pose_moved = {.position_m = {0, 0, z_m}, .rotation = {0, 0, 0, 1}};
    return rt_motion_compose(&m_local_pose, &m_pose_moved);
}

static struct rt_motion locate_grip(const struct rt_script *script, enum us_hand hand,
                                    double time_s)
{
    struct rt_motion pose;
    if (find_pose(script, rt_script_subject_of(hand), "grip", time_s, &pose))
        return pose;
    if (find_pose(script, rt_script_subject_of(hand), "wrist", time_s, &pose))
        return move_along_z(pose, -RT_WRIST_TO_GRIP_M);
    return rt_geometry_resting_grip(hand);
}

static const char *const hand_poses[] = {
    [US_HAND_POSE_GRIP] = "grip",   [US_HAND_POSE_AIM] = "aim",   [US_HAND_POSE_PALM] = "palm",
    [US_HAND_POSE_PINCH] = "pinch", [US_HAND_POSE_POKE] = "poke", NULL,
};

struct rt_motion rt_scripted_person_hand_pose(const struct rt_script *script, enum us_hand hand,
                                              enum us_hand_pose pose, double time_s)
{
    struct rt_motion m_local_pose;
    if (find_pose(script, rt_script_subject_of(hand), hand_poses[pose], time_s, &m_local_pose))
        return m_local_pose;
    const struct rt_motion m_local_grip = locate_grip(script, hand, time_s);
    const struct rt_motion m_grip_pose = rt_geometry_grip_offset(pose);
    return rt_motion_compose(&m_local_grip, &m_grip_pose);
}

const char *rt_scripted_person_profile(const struct rt_script *script, enum us_hand hand,
                                       double time_s)
{
    const int profile =
        rt_scripted_person_step(script, rt_script_subject_of(hand), "profile", time_s, -1);
    const bool connected =
        rt_scripted_person_step(script, rt_script_subject_of(hand), "connected", time_s, 1) != 0;
    return profile < 0 || !connected ? NULL : rt_component_profile_name((uint32_t)profile);
}

double rt_scripted_person_value(const struct rt_script *script, enum us_hand hand, const char *name,
                                double time_s)
{
    const enum rt_script_subject subject = rt_script_subject_of(hand);
    const struct rt_track *track = rt_script_find(script, subject, name);
    const char *component = strchr(name, '/');
    double value = 0;
    double rate = 0;
    /* A hand is always ready unless a line says that it is not. */
    if (component != NULL && strcmp(component, "/ready_ext") == 0)
        value = 1;
    if (track == NULL || track->kind == RT_TRACK_STEP)
        return rt_scripted_person_step(script, subject, name, time_s, (int)value);
    rt_track_numbers(track, time_s, 1, &value, &rate);
    return value;
}

/* The track of a joint's angles; the poses "wrist" and "palm" are no angles. */
static const struct rt_track *find_angles(const struct rt_script *script,
                                          enum rt_script_subject subject, int joint)
{
    return rt_gesture_moves((XrHandJointEXT)joint)
               ? rt_script_find(script, subject, us_joint_openxr_names[joint])
               : NULL;
}

bool rt_scripted_person_has_joints(const struct rt_script *script, enum us_hand hand, double time_s)
{
    const enum rt_script_subject subject = rt_script_subject_of(hand);
    bool described = rt_script_find(script, subject, "wrist") != NULL;
    for (int joint = 0; joint < XR_HAND_JOINT_COUNT_EXT; joint++)
        described = described || find_angles(script, subject, joint) != NULL;
    return rt_scripted_person_step(script, subject, "joints", time_s, described) != 0;
}

/* The angles of the joints from `first` to `last`; the others are 0. */
static struct rt_gesture read_joints(const struct rt_script *script, enum us_hand hand, int first,
                                     int last, double time_s)
{
    struct rt_gesture gesture = {{{0}}, {{0}}};
    for (int joint = first; joint <= last; joint++) {
        const struct rt_track *track = find_angles(script, rt_script_subject_of(hand), joint);
        if (track == NULL)
            continue;
        double *rad = gesture.rad[joint], *rate_rad_s = gesture.rate_rad_s[joint];
        rt_track_numbers(track, time_s, RT_GESTURE_ANGLES, rad, rate_rad_s);
        for (int angle = 0; angle < RT_GESTURE_ANGLES; angle++) {
            rad[angle] *= US_POSE_RAD_IN_DEGREE;
            rate_rad_s[angle] *= US_POSE_RAD_IN_DEGREE;
        }
    }
    return gesture;
}

struct rt_gesture rt_scripted_person_gesture(const struct rt_script *script, enum us_hand hand,
                                             double time_s)
{
    return read_joints(script, hand, 0, XR_HAND_JOINT_COUNT_EXT - 1, time_s);
}

struct rt_motion rt_scripted_person_wrist(const struct rt_script *script, enum us_hand hand,
                                          double time_s)
{
    struct rt_motion m_local_wrist;
    if (!find_pose(script, rt_script_subject_of(hand), "wrist", time_s, &m_local_wrist))
        m_local_wrist = move_along_z(locate_grip(script, hand, time_s), RT_WRIST_TO_GRIP_M);
    return m_local_wrist;
}

struct rt_motion rt_scripted_person_joint(const struct rt_script *script, enum us_hand hand,
                                          XrHandJointEXT joint, double time_s)
{
    const struct rt_motion m_local_wrist = rt_scripted_person_wrist(script, hand, time_s);
    const struct rt_gesture gesture =
        read_joints(script, hand, (int)rt_geometry_first_joint(joint), (int)joint, time_s);
    const struct rt_motion m_wrist_joint = rt_gesture_joint(&gesture, hand, joint);
    return rt_motion_compose(&m_local_wrist, &m_wrist_joint);
}

bool rt_scripted_person_is_tracked(const struct rt_script *script, enum rt_script_subject subject,
                                   double time_s)
{
    return rt_scripted_person_step(script, subject, "tracked", time_s, 1) != 0;
}

struct rt_motion rt_scripted_person_local(const struct rt_script *script, double time_s)
{
    const struct rt_track_key *key = find_key(script, RT_SCRIPT_SESSION, "recentre", time_s);
    return key == NULL ? rt_motion_identity() : rt_track_key_pose(key);
}

bool rt_scripted_person_recentring(const struct rt_script *script, size_t index, double *out_time_s,
                                   struct rt_motion *out_m_before_now)
{
    const struct rt_track *track = rt_script_find(script, RT_SCRIPT_SESSION, "recentre");
    if (track == NULL || index >= track->count)
        return false;
    const struct rt_motion m_initial_before =
        index == 0 ? rt_motion_identity() : rt_track_key_pose(&track->keys[index - 1]);
    const struct rt_motion m_initial_now = rt_track_key_pose(&track->keys[index]);
    *out_time_s = track->keys[index].time_s;
    *out_m_before_now = rt_motion_relative(&m_initial_before, &m_initial_now);
    return true;
}

struct rt_motion rt_scripted_person_pose(const struct rt_script *script,
                                         enum rt_script_subject subject, const char *name,
                                         double time_s)
{
    const enum us_hand hand = subject == RT_SCRIPT_LEFT ? US_HAND_LEFT : US_HAND_RIGHT;
    if (subject == RT_SCRIPT_HEAD)
        return rt_scripted_person_head(script, time_s);
    if (subject == RT_SCRIPT_GAZE)
        return rt_scripted_person_gaze(script, time_s);
    const int pose = us_text_find(hand_poses, name);
    return pose >= 0 ? rt_scripted_person_hand_pose(script, hand, (enum us_hand_pose)pose, time_s)
                     : rt_scripted_person_wrist(script, hand, time_s);
}
