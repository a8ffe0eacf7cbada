/* SPDX-License-Identifier: MIT */
#include "runtime/person/person.h"

#include <stdio.h>
#include <string.h>

#include "person/script.h"
#include "runtime/person/moving_person.h"

#define RESTING_WRIST_BEHIND_GRIP_M 0.05

bool rt_person_init(struct rt_person *person, const struct rt_settings *settings)
{
    *person = (struct rt_person){.settings = settings};
    if (settings->person != RT_PERSON_SCRIPT)
        return true;
    struct rt_script_error error = {"UNDERSTUDY_HEADLESS_PERSON: the name of the script is too "
                                    "long, or the process has elevated "
                                    "privileges"};
    if (settings->script[0] != '\0')
        person->script = rt_script_read(settings->script, &error);
    if (person->script == NULL)
        fprintf(stderr, "understudy headless: %s\n", error.text);
    return person->script != NULL;
}

void rt_person_finish(struct rt_person *person)
{
    rt_script_destroy(person->script);
    person->script = NULL;
}

double rt_person_script_time_s(const struct rt_person *person, XrTime time)
{
    return person->script_start == 0 ? 0 : (double)(time - person->script_start) / 1e9;
}

static bool is_nobody(const struct rt_person *person)
{
    return person->settings->person == RT_PERSON_NOBODY;
}

struct rt_motion rt_person_head(const struct rt_person *person, XrTime time)
{
    const double time_s = rt_person_script_time_s(person, time);
    if (person->script != NULL)
        return rt_scripted_person_head(person->script, time_s);
    if (is_nobody(person))
        return rt_motion_identity();
    if (!person->settings->still)
        return rt_moving_person_head(time);
    const struct rt_motion start = rt_moving_person_head(0);
    return (struct rt_motion){.position_m = start.position_m, .rotation = start.rotation};
}

bool rt_person_head_is_tracked(const struct rt_person *person, XrTime time)
{
    return person->script == NULL ||
           rt_scripted_person_is_tracked(person->script, RT_SCRIPT_HEAD,
                                         rt_person_script_time_s(person, time));
}

struct rt_motion rt_person_local(const struct rt_person *person, XrTime time)
{
    return rt_scripted_person_local(person->script, rt_person_script_time_s(person, time));
}

struct rt_motion rt_person_stage(const struct rt_person *person)
{
    return is_nobody(person) || person->script != NULL ? rt_geometry_floor()
                                                       : rt_moving_person_stage();
}

bool rt_person_hand_pose(const struct rt_person *person, enum rt_hand hand, enum rt_hand_pose pose,
                         XrTime time, struct rt_motion *out_m_local_pose)
{
    if (person->script != NULL) {
        const double time_s = rt_person_script_time_s(person, time);
        *out_m_local_pose = rt_scripted_person_hand_pose(person->script, hand, pose, time_s);
        return rt_scripted_person_is_tracked(person->script, rt_script_subject_of(hand), time_s);
    }
    const struct rt_motion m_local_grip =
        is_nobody(person) ? rt_geometry_resting_grip(hand) : rt_moving_person_grip(hand, time);
    const struct rt_motion m_grip_pose = rt_geometry_grip_offset(pose);
    *out_m_local_pose = rt_motion_compose(&m_local_grip, &m_grip_pose);
    return true;
}

bool rt_person_has_joints(const struct rt_person *person, enum rt_hand hand, XrTime time)
{
    return person->script == NULL
               ? person->settings->hands
               : rt_scripted_person_has_joints(person->script, hand,
                                               rt_person_script_time_s(person, time));
}

struct rt_motion rt_person_joint(const struct rt_person *person, enum rt_hand hand,
                                 XrHandJointEXT joint, XrTime time)
{
    if (person->script != NULL)
        return rt_scripted_person_joint(person->script, hand, joint,
                                        rt_person_script_time_s(person, time));
    if (!is_nobody(person))
        return rt_moving_person_joint(hand, joint, time);
    struct rt_motion joint_motion = rt_geometry_resting_grip(hand);
    const struct rt_vector offset_m = rt_geometry_joint_offset(hand, joint);
    joint_motion.position_m.x += offset_m.x;
    joint_motion.position_m.y += offset_m.y;
    joint_motion.position_m.z += RESTING_WRIST_BEHIND_GRIP_M + offset_m.z;
    return joint_motion;
}

bool rt_person_has_gaze(const struct rt_person *person)
{
    return person->script != NULL ? rt_scripted_person_has_gaze(person->script)
                                  : !is_nobody(person);
}

bool rt_person_gaze(const struct rt_person *person, XrTime time, struct rt_motion *out_m_local_gaze)
{
    const struct rt_motion m_local_head = rt_person_head(person, time);
    const double time_s = rt_person_script_time_s(person, time);
    const struct rt_motion m_head_gaze = person->script != NULL
                                             ? rt_scripted_person_gaze(person->script, time_s)
                                             : rt_moving_person_gaze_in_head(time);
    *out_m_local_gaze = rt_motion_compose(&m_local_head, &m_head_gaze);
    return person->script == NULL ||
           rt_scripted_person_is_tracked(person->script, RT_SCRIPT_GAZE, time_s);
}

const char *rt_person_profile(const struct rt_person *person, enum rt_hand hand, XrTime time)
{
    if (person->script != NULL)
        return rt_scripted_person_profile(person->script, hand,
                                          rt_person_script_time_s(person, time));
    return person->settings->controllers == RT_CONTROLLERS_NONE ? NULL : person->settings->profile;
}

bool rt_person_presses(const struct rt_person *person)
{
    return person->script != NULL ||
           (!is_nobody(person) && person->settings->controllers == RT_CONTROLLERS_LIVE);
}

static bool is_so(const struct rt_person *person, const char *name, XrTime time)
{
    return person->script == NULL ||
           rt_scripted_person_step(person->script, RT_SCRIPT_SESSION, name,
                                   rt_person_script_time_s(person, time), 1) != 0;
}

bool rt_person_is_present(const struct rt_person *person, XrTime time)
{
    return is_so(person, "presence", time);
}

bool rt_person_has_mask(const struct rt_person *person, XrTime time)
{
    return is_so(person, "mask", time);
}

const struct rt_automation_input *rt_automation_find(const struct rt_automation *automation,
                                                     uint32_t device, const char *name)
{
    for (uint32_t i = 0; i < automation->count; i++)
        if (automation->inputs[i].device == device && strcmp(automation->inputs[i].name, name) == 0)
            return &automation->inputs[i];
    return NULL;
}
