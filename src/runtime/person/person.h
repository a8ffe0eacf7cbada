/* SPDX-License-Identifier: MIT */
/*
 * Who wears the headset.
 *
 * Nobody (the default): the head is at the origin of LOCAL, 1.6 m above the floor, and looks along
 * -Z. LOCAL_FLOOR and STAGE are on the floor below: position (0, -1.6, 0), not rotated. There is no
 * gaze. Hands and controllers are present only if a setting asks for them. They do not move, and
 * nothing is pressed. With k = -1 for the left hand and +1 for the right, in LOCAL:
 *
 *   wrist   position (0.2 k, -0.4, -0.3), not rotated; joints by rt_geometry_joint_offset
 *   grip    position (0.2 k, -0.4, -0.35), not rotated; other poses by rt_geometry_grip_offset
 *
 * The moving person: moving_person.h. The person of a script: person/scripted_person.h,
 * in nobody's room. Nobody is the person of an empty script.
 *
 * Poses are in the initial LOCAL, which is LOCAL before any recentring, in metres. Under the
 * runtime's lock.
 */
#ifndef RT_RUNTIME_PERSON_H
#define RT_RUNTIME_PERSON_H

#include <stdbool.h>

#include "person/motion.h"
#include "person/scripted_person.h"
#include "runtime/base/settings.h"

struct rt_person {
    const struct rt_settings *settings;
    struct rt_script *script; /* owned; NULL without a script */
    XrTime script_start;      /* time 0 of the script; 0: the script waits at its time 0 */
};

/* Reads the script, if the settings name one. False: the script is unusable; the function has
 * printed why. */
bool rt_person_init(struct rt_person *person, const struct rt_settings *settings);
void rt_person_finish(struct rt_person *person);

/* The time in the script. */
double rt_person_script_time_s(const struct rt_person *person, XrTime time);

/* The pose of LOCAL, which the lines of a script recentre; without a script its initial pose. */
struct rt_motion rt_person_local(const struct rt_person *person, XrTime time);

struct rt_motion rt_person_head(const struct rt_person *person, XrTime time);
bool rt_person_head_is_tracked(const struct rt_person *person, XrTime time);
struct rt_motion rt_person_stage(const struct rt_person *person);

/* A pose of the controller. False: it is not tracked. */
bool rt_person_hand_pose(const struct rt_person *person, enum us_hand hand, enum us_hand_pose pose,
                         XrTime time, struct rt_motion *out_m_local_pose);

/* Whether hand tracking sees the hand, and where a joint of it is. */
bool rt_person_has_joints(const struct rt_person *person, enum us_hand hand, XrTime time);
struct rt_motion rt_person_joint(const struct rt_person *person, enum us_hand hand,
                                 XrHandJointEXT joint, XrTime time);

/* Whether the runtime has a gaze, and its pose. False of the pose: it is not tracked now. */
bool rt_person_has_gaze(const struct rt_person *person);
bool rt_person_gaze(const struct rt_person *person, XrTime time,
                    struct rt_motion *out_m_local_gaze);

/* The interaction profile that the hand prefers, without /interaction_profiles/. NULL: no
 * controller is connected. */
const char *rt_person_profile(const struct rt_person *person, enum us_hand hand, XrTime time);

/* Whether buttons, triggers and sticks have values other than zero. */
bool rt_person_presses(const struct rt_person *person);

/* The state that the person lets the session have. FOCUSED without a script. */
enum rt_script_state rt_person_state(const struct rt_person *person, XrTime time);

/* Whether the app is told that somebody wears the headset. False only with a script, because apps
 * stop their work if nobody is there. */
bool rt_person_is_present(const struct rt_person *person, XrTime time);

/* Whether the eyes have a visibility mask. False only with a script. */
bool rt_person_has_mask(const struct rt_person *person, XrTime time);

/*
 * Input that a test sets by XR_EXT_conformance_automation, in place of what the person does. A
 * store of values; devices are numbered: the hands as enum us_hand, then the headset and the
 * gamepad. Under the runtime's lock.
 */

#define RT_AUTOMATION_DEVICES 4
#define RT_AUTOMATION_INPUTS 128
#define RT_AUTOMATION_NAME_SIZE 64

struct rt_automation_input {
    uint32_t device;
    char name[RT_AUTOMATION_NAME_SIZE]; /* such as "trigger/value", "thumbstick" or "grip/pose" */
    XrVector2f value;                   /* only vectors have a y; truth values are 0 or 1 */
    struct rt_motion m_local_pose;      /* of a pose, in the initial LOCAL, at rest */
    bool tracked;
};

struct rt_automation {
    /* A test has set whether the device is there: inputs that it does not set are at rest. */
    bool controls[RT_AUTOMATION_DEVICES];
    const char
        *profiles[RT_AUTOMATION_DEVICES]; /* without /interaction_profiles/; NULL: no device */
    uint32_t count;
    struct rt_automation_input inputs[RT_AUTOMATION_INPUTS];
};

/* The value that was set for an input. NULL: none. */
const struct rt_automation_input *rt_automation_find(const struct rt_automation *automation,
                                                     uint32_t device, const char *name);

#endif
