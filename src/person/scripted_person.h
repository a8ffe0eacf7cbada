/* SPDX-License-Identifier: MIT */
/*
 * The person of a script: the meaning of its lines, and the values that apply without a line. Times
 * are seconds since the script's start. Pure functions: any thread.
 */
#ifndef RT_PERSON_SCRIPTED_PERSON_H
#define RT_PERSON_SCRIPTED_PERSON_H

#include "person/gesture.h"
#include "person/script.h"

/* In the initial LOCAL. Without a line, the head is at its origin. */
struct rt_motion rt_scripted_person_head(const struct rt_script *script, double time_s);

/* In the head. */
struct rt_motion rt_scripted_person_gaze(const struct rt_script *script, double time_s);
bool rt_scripted_person_has_gaze(const struct rt_script *script);

/* A pose of the controller in the initial LOCAL. Without a line for it, a pose has its offset from
 * the grip; without a line for the grip, the grip is 0.05 m in front of the wrist; without either,
 * it rests as
 * rt_geometry_resting_grip. */
struct rt_motion rt_scripted_person_hand_pose(const struct rt_script *script, enum us_hand hand,
                                              enum us_hand_pose pose, double time_s);

/* The profile that the hand holds, without /interaction_profiles/. NULL: no controller is
 * connected. */
const char *rt_scripted_person_profile(const struct rt_script *script, enum us_hand hand,
                                       double time_s);

/* The value of a step, such as a truth value; `fallback` before the first line. */
int rt_scripted_person_step(const struct rt_script *script, enum rt_script_subject subject,
                            const char *name, double time_s, int fallback);

/* The value of an input such as "trigger/value"; 0 without a line. Truth values are 0 or 1. */
double rt_scripted_person_value(const struct rt_script *script, enum us_hand hand, const char *name,
                                double time_s);

/* Whether hand tracking sees the hand, and a joint of it in the initial LOCAL. */
bool rt_scripted_person_has_joints(const struct rt_script *script, enum us_hand hand,
                                   double time_s);
struct rt_gesture rt_scripted_person_gesture(const struct rt_script *script, enum us_hand hand,
                                             double time_s);
struct rt_motion rt_scripted_person_wrist(const struct rt_script *script, enum us_hand hand,
                                          double time_s);
struct rt_motion rt_scripted_person_joint(const struct rt_script *script, enum us_hand hand,
                                          XrHandJointEXT joint, double time_s);

/* The pose that a line "head pose", "gaze direction", "left wrist", "left grip" or the like sets.
 */
struct rt_motion rt_scripted_person_pose(const struct rt_script *script,
                                         enum rt_script_subject subject, const char *name,
                                         double time_s);

bool rt_scripted_person_is_tracked(const struct rt_script *script, enum rt_script_subject subject,
                                   double time_s);

/* LOCAL at a time, in the initial LOCAL. */
struct rt_motion rt_scripted_person_local(const struct rt_script *script, double time_s);

/* The recentring after `index` others: its time, and the new LOCAL in the one before. False: there
 * are no more. */
bool rt_scripted_person_recentring(const struct rt_script *script, size_t index, double *out_time_s,
                                   struct rt_motion *out_m_before_now);

#endif
