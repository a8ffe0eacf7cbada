// SPDX-License-Identifier: MIT
#include "runtime/person/scripted_person.h"

#include <string.h>

#include "runtime/person/gesture.h"
#include "runtime/profiles/component.h"

#define WRIST_TO_GRIP_M 0.05

static enum rt_script_subject subject_of(enum rt_hand hand)
{
    return hand == RT_HAND_LEFT ? RT_SCRIPT_LEFT : RT_SCRIPT_RIGHT;
}

struct rt_motion rt_scripted_person_head(const struct rt_script *script, double time_s)
{
    const struct rt_track *track = rt_script_find(script, RT_SCRIPT_HEAD, "pose");
    return track == NULL ? rt_motion_identity() : rt_track_pose(track, time_s);
}

struct rt_motion rt_scripted_person_gaze(const struct rt_script *script, double time_s)
{
    const struct rt_track *track = rt_script_find(script, RT_SCRIPT_GAZE, "direction");
    return track == NULL ? rt_motion_identity() : rt_track_pose(track, time_s);
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

static struct rt_motion locate_grip(const struct rt_script *script, enum rt_hand hand,
                                    double time_s)
{
    const struct rt_track *grip = rt_script_find(script, subject_of(hand), "grip");
    const struct rt_track *wrist = rt_script_find(script, subject_of(hand), "wrist");
    if (grip != NULL)
        return rt_track_pose(grip, time_s);
    if (wrist != NULL)
        return move_along_z(rt_track_pose(wrist, time_s), -WRIST_TO_GRIP_M);
    return rt_geometry_resting_grip(hand);
}

struct rt_motion rt_scripted_person_hand_pose(const struct rt_script *script, enum rt_hand hand,
                                              enum rt_hand_pose pose, double time_s)
{
    static const char *const names[] = {
        [RT_HAND_POSE_GRIP] = "grip",   [RT_HAND_POSE_AIM] = "aim",   [RT_HAND_POSE_PALM] = "palm",
        [RT_HAND_POSE_PINCH] = "pinch", [RT_HAND_POSE_POKE] = "poke",
    };
    const struct rt_track *track = rt_script_find(script, subject_of(hand), names[pose]);
    if (track != NULL)
        return rt_track_pose(track, time_s);
    const struct rt_motion m_local_grip = locate_grip(script, hand, time_s);
    const struct rt_motion m_grip_pose = rt_geometry_grip_offset(pose);
    return rt_motion_compose(&m_local_grip, &m_grip_pose);
}

const char *rt_scripted_person_profile(const struct rt_script *script, enum rt_hand hand,
                                       double time_s)
{
    const int profile = rt_script_step(script, subject_of(hand), "profile", time_s, -1);
    const bool connected = rt_script_step(script, subject_of(hand), "connected", time_s, 1) != 0;
    return profile < 0 || !connected ? NULL : rt_component_profile_name((uint32_t)profile);
}

static bool is_step(const char *name)
{
    const char *component = strchr(name, '/');
    return component != NULL && (strcmp(component, "/click") == 0 ||
                                 strcmp(component, "/touch") == 0 || rt_component_is_truth(name));
}

double rt_scripted_person_value(const struct rt_script *script, enum rt_hand hand, const char *name,
                                double time_s)
{
    const char *component = strchr(name, '/');
    // A hand that no line calls unready can always act.
    if (component != NULL && strcmp(component, "/ready_ext") == 0)
        return rt_script_step(script, subject_of(hand), name, time_s, 1);
    if (is_step(name))
        return rt_script_step(script, subject_of(hand), name, time_s, 0);
    const struct rt_track *track = rt_script_find(script, subject_of(hand), name);
    double value = 0;
    double rate = 0;
    if (track != NULL)
        rt_track_numbers(track, time_s, 1, &value, &rate);
    return value;
}

bool rt_scripted_person_has_joints(const struct rt_script *script, enum rt_hand hand, double time_s)
{
    const enum rt_script_subject subject = subject_of(hand);
    const bool described = rt_script_find(script, subject, "gesture") != NULL ||
                           rt_script_find(script, subject, "wrist") != NULL;
    return rt_script_step(script, subject, "joints", time_s, described) != 0;
}

static struct rt_gesture find_gesture(const struct rt_script *script, enum rt_hand hand,
                                      double time_s)
{
    struct rt_gesture gesture = {{0}, {0}};
    const struct rt_track *track = rt_script_find(script, subject_of(hand), "gesture");
    if (track != NULL)
        rt_track_numbers(track, time_s, RT_GESTURE_FINGERS, gesture.bend_rad, gesture.rate_rad_s);
    return gesture;
}

struct rt_motion rt_scripted_person_joint(const struct rt_script *script, enum rt_hand hand,
                                          XrHandJointEXT joint, double time_s)
{
    const struct rt_track *wrist = rt_script_find(script, subject_of(hand), "wrist");
    const struct rt_motion m_local_wrist =
        wrist != NULL ? rt_track_pose(wrist, time_s)
                      : move_along_z(locate_grip(script, hand, time_s), WRIST_TO_GRIP_M);
    const struct rt_gesture gesture = find_gesture(script, hand, time_s);
    const struct rt_motion m_wrist_joint = rt_gesture_joint(&gesture, hand, joint);
    return rt_motion_compose(&m_local_wrist, &m_wrist_joint);
}

bool rt_scripted_person_is_tracked(const struct rt_script *script, enum rt_script_subject subject,
                                   double time_s)
{
    return rt_script_step(script, subject, "tracked", time_s, 1) != 0;
}

struct rt_motion rt_scripted_person_local(const struct rt_script *script, double time_s)
{
    const struct rt_track *track = rt_script_find(script, RT_SCRIPT_SESSION, "recentre");
    const struct rt_track_key *key = track == NULL ? NULL : rt_track_step(track, time_s);
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
