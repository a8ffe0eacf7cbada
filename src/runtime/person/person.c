/* SPDX-License-Identifier: MIT */
#include "runtime/person/person.h"

#include <stdio.h>
#include <string.h>

#include "person/script.h"
#include "runtime/person/moving_person.h"

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

static bool is_moving(const struct rt_person *person)
{
    return person->settings->person == RT_PERSON_MOVING;
}

/* Of a person without a script an empty one: it is nobody's, and what it says of the session is so
 * for everybody. */
static const struct rt_script *script_of(const struct rt_person *person)
{
    static const struct rt_script empty;
    return person->script != NULL ? person->script : &empty;
}

struct rt_motion rt_person_head(const struct rt_person *person, XrTime time)
{
    if (!is_moving(person))
        return rt_scripted_person_head(script_of(person), rt_person_script_time_s(person, time));
    if (!person->settings->still)
        return rt_moving_person_head(time);
    const struct rt_motion start = rt_moving_person_head(0);
    return (struct rt_motion){.position_m = start.position_m, .rotation = start.rotation};
}

bool rt_person_head_is_tracked(const struct rt_person *person, XrTime time)
{
    return rt_scripted_person_is_tracked(script_of(person), RT_SCRIPT_HEAD,
                                         rt_person_script_time_s(person, time));
}

struct rt_motion rt_person_local(const struct rt_person *person, XrTime time)
{
    return rt_scripted_person_local(script_of(person), rt_person_script_time_s(person, time));
}

struct rt_motion rt_person_stage(const struct rt_person *person)
{
    return is_moving(person) ? rt_moving_person_stage() : rt_geometry_floor();
}

bool rt_person_hand_pose(const struct rt_person *person, enum us_hand hand, enum us_hand_pose pose,
                         XrTime time, struct rt_motion *out_m_local_pose)
{
    if (!is_moving(person)) {
        const struct rt_script *script = script_of(person);
        const double time_s = rt_person_script_time_s(person, time);
        *out_m_local_pose = rt_scripted_person_hand_pose(script, hand, pose, time_s);
        return rt_scripted_person_is_tracked(script, rt_script_subject_of(hand), time_s);
    }
    const struct rt_motion m_local_grip = rt_moving_person_grip(hand, time);
    const struct rt_motion m_grip_pose = rt_geometry_grip_offset(pose);
    *out_m_local_pose = rt_motion_compose(&m_local_grip, &m_grip_pose);
    return true;
}

bool rt_person_has_joints(const struct rt_person *person, enum us_hand hand, XrTime time)
{
    return person->script == NULL
               ? person->settings->hands
               : rt_scripted_person_has_joints(person->script, hand,
                                               rt_person_script_time_s(person, time));
}

struct rt_motion rt_person_joint(const struct rt_person *person, enum us_hand hand,
                                 XrHandJointEXT joint, XrTime time)
{
    return is_moving(person) ? rt_moving_person_joint(hand, joint, time)
                             : rt_scripted_person_joint(script_of(person), hand, joint,
                                                        rt_person_script_time_s(person, time));
}

bool rt_person_has_gaze(const struct rt_person *person)
{
    return is_moving(person) || rt_scripted_person_has_gaze(script_of(person));
}

bool rt_person_gaze(const struct rt_person *person, XrTime time, struct rt_motion *out_m_local_gaze)
{
    const struct rt_script *script = script_of(person);
    const struct rt_motion m_local_head = rt_person_head(person, time);
    const double time_s = rt_person_script_time_s(person, time);
    const struct rt_motion m_head_gaze = is_moving(person)
                                             ? rt_moving_person_gaze_in_head(time)
                                             : rt_scripted_person_gaze(script, time_s);
    *out_m_local_gaze = rt_motion_compose(&m_local_head, &m_head_gaze);
    return rt_scripted_person_is_tracked(script, RT_SCRIPT_GAZE, time_s);
}

const char *rt_person_profile(const struct rt_person *person, enum us_hand hand, XrTime time)
{
    if (person->script != NULL)
        return rt_scripted_person_profile(person->script, hand,
                                          rt_person_script_time_s(person, time));
    return person->settings->controllers == RT_CONTROLLERS_NONE ? NULL : person->settings->profile;
}

bool rt_person_presses(const struct rt_person *person)
{
    return person->script != NULL ||
           (is_moving(person) && person->settings->controllers == RT_CONTROLLERS_LIVE);
}

static int session_step(const struct rt_person *person, const char *name, XrTime time, int fallback)
{
    return rt_scripted_person_step(script_of(person), RT_SCRIPT_SESSION, name,
                                   rt_person_script_time_s(person, time), fallback);
}

enum rt_script_state rt_person_state(const struct rt_person *person, XrTime time)
{
    return (enum rt_script_state)session_step(person, "state", time, RT_SCRIPT_STATE_FOCUSED);
}

bool rt_person_is_present(const struct rt_person *person, XrTime time)
{
    return session_step(person, "presence", time, true) != 0;
}

bool rt_person_has_mask(const struct rt_person *person, XrTime time)
{
    return session_step(person, "mask", time, true) != 0;
}

const struct rt_automation_input *rt_automation_find(const struct rt_automation *automation,
                                                     uint32_t device, const char *name)
{
    for (uint32_t i = 0; i < automation->count; i++)
        if (automation->inputs[i].device == device && strcmp(automation->inputs[i].name, name) == 0)
            return &automation->inputs[i];
    return NULL;
}
