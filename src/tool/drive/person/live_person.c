/* SPDX-License-Identifier: MIT */
#include "tool/drive/person/live_person.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/pose.h"
#include "core/playback/clock.h"
#include "person/component.h"
#include "person/script_line.h"
#include "person/scripted_person.h"
#include "tool/cli/json.h"
#include "tool/drive/person/live_session.h"

struct tool_live_person {
    double hz;
    struct rt_script script;
    struct tool_live_inputs inputs;
    struct tool_live_session session;
};

struct tool_live_person *tool_live_person_make(double hz)
{
    struct tool_live_person *person = calloc(1, sizeof *person);
    if (person == NULL)
        return NULL;
    person->hz = hz;
    if (tool_live_inputs_make(&person->inputs))
        return person;
    free(person);
    return NULL;
}

void tool_live_person_free(struct tool_live_person *person)
{
    if (person == NULL)
        return;
    rt_script_clear(&person->script);
    free(person);
}

bool tool_live_person_set_script(struct tool_live_person *person, const struct rt_script *script)
{
    rt_script_clear(&person->script);
    return rt_script_copy(script, &person->script);
}

const struct us_session_components *
tool_live_person_components(const struct tool_live_person *person)
{
    return &person->inputs.table;
}

const struct rt_script *tool_live_person_script(const struct tool_live_person *person)
{
    return &person->script;
}

double tool_live_person_hz(const struct tool_live_person *person)
{
    return person->hz;
}

bool tool_live_person_has_input(const struct tool_live_person *person, enum us_hand hand,
                                const char *profile, const char *name)
{
    const uint32_t number = rt_component_find_profile(profile);
    const struct us_session_components *table = &person->inputs.table;
    for (uint32_t i = 0; number < table->profile_count && i < table->count; i++) {
        const char *own = NULL;
        if (person->inputs.has[number][i] &&
            tool_live_inputs_hand(&table->components[i], &own) == hand && strcmp(own, name) == 0)
            return true;
    }
    return false;
}

void tool_live_person_info(struct us_session_info *out_info)
{
    *out_info = (struct us_session_info){
        .time_ns = US_LIVE_PERSON_ORIGIN_NS,
        .runtime_name = "Understudy drive",
        .system_name = "Understudy drive",
        .orientation_tracking = true,
        .position_tracking = true,
        .hand_tracking = true,
        .eye_gaze = true,
        .form_factor = XR_FORM_FACTOR_HEAD_MOUNTED_DISPLAY,
    };
}

void tool_live_person_start_faults(struct tool_live_person *person, const char *list)
{
    struct us_faults faults = {0};
    struct us_faults_error wrong;
    if (list == NULL || !us_faults_parse(list, &faults, &wrong))
        return;
    person->session.fixed_faults = faults.count;
    person->session.fixed_recentres = us_faults_has(&faults, US_FAULT_RECENTER);
    person->session.fixed_refreshes = us_faults_has(&faults, US_FAULT_REFRESH);
}

/* Whether the app can be told all that is planned. */
static bool has_room(const struct tool_live_person *person, uint64_t now,
                     struct rt_script_error *error)
{
    const size_t planned =
        tool_live_session_planned(&person->session, &person->script, now, person->hz);
    if (person->session.told + planned <= TOOL_LIVE_PERSON_EVENTS)
        return true;
    snprintf(error->text, sizeof error->text,
             "a drive has room for %d events of the session and faults: stop it and begin another",
             (int)TOOL_LIVE_PERSON_EVENTS);
    return false;
}

bool tool_live_person_do(struct tool_live_person *person, const struct tool_live_command *commands,
                         size_t count, uint64_t now, size_t *out_wrong, char *why, size_t size)
{
    struct rt_script_error error = {"out of memory"};
    struct rt_script before = {0};
    const struct tool_live_faults faults = person->session.faults;
    *out_wrong = 0;
    bool has_copy = rt_script_copy(&person->script, &before), good = has_copy;
    for (size_t i = 0; good && i < count; i++) {
        *out_wrong = i;
        const struct tool_live_when when = {person->hz, now, commands[i].over_s,
                                            commands[i].after_s};
        good = tool_live_plan_add(&person->script, &person->session, commands[i].line, &when,
                                  &error) &&
               has_room(person, now, &error);
    }
    if (!good)
        snprintf(why, size, "%s", error.text);
    if (!good && has_copy) {
        person->session.faults = faults;
        const struct rt_script after = person->script;
        person->script = before;
        before = after;
    }
    rt_script_clear(&before);
    return good;
}

void tool_live_person_compose(struct tool_live_person *person, uint64_t frame,
                              struct us_session_frame *out_frame,
                              struct us_session_input *out_input)
{
    const double time_s = (double)frame / person->hz;
    for (size_t i = 0; i < person->script.count; i++)
        rt_track_forget(&person->script.inputs[i].track, time_s);
    tool_live_frame_compose(&person->script, time_s, out_frame);
    tool_live_frame_inputs(&person->script, &person->inputs, time_s, out_input);
    out_frame->time_ns = US_LIVE_PERSON_ORIGIN_NS + us_clock_frame_ns((double)frame, person->hz);
    out_frame->period_ns = us_clock_frame_ns(1, person->hz);
    out_frame->number = frame + 1;
    out_frame->gaze_time_ns = out_frame->gaze.is_active ? out_frame->time_ns : 0;
    out_frame->refresh_rate_hz = (float)person->hz;
    out_input->time_ns = out_frame->time_ns;
    tool_live_session_compose(&person->session, &person->script, frame, person->hz, out_frame);
}

const struct us_session_event *tool_live_person_events(const struct tool_live_person *person,
                                                       size_t *out_count)
{
    *out_count = person->session.event_count;
    return person->session.events;
}

const char *tool_live_person_profile(const struct tool_live_person *person, enum us_hand hand,
                                     uint64_t frame)
{
    return rt_scripted_person_profile(&person->script, hand, (double)frame / person->hz);
}

/* ---- As JSON ---- */

static void add_pose(cJSON *object, const char *name, struct rt_motion motion)
{
    tool_json_add_pose(object, name, rt_motion_to_us_pose(&motion));
}

static void add_fingers(cJSON *object, const struct rt_gesture *gesture)
{
    double fist_degrees[RT_GESTURE_FINGERS];
    const char *name = rt_gesture_name(gesture);
    cJSON *fingers = cJSON_AddObjectToObject(object, "fingers");
    rt_gesture_find("fist", fist_degrees);
    for (int i = 0; i < RT_GESTURE_FINGERS; i++)
        tool_json_add_number(fingers, rt_gesture_fingers[i],
                             rt_gesture_bend_rad(gesture, i) / US_POSE_RAD_IN_DEGREE /
                                 fist_degrees[i]);
    tool_json_add_number(object, "pinch", rt_gesture_pinch(gesture, 1));
    tool_json_add_text_or_null(object, "gesture", name);
}

static void add_angles(cJSON *object, const struct rt_gesture *gesture)
{
    cJSON *angles = cJSON_AddObjectToObject(object, "angles");
    for (int joint = 0; joint < XR_HAND_JOINT_COUNT_EXT; joint++) {
        const float degrees[] = {(float)(gesture->rad[joint][0] / US_POSE_RAD_IN_DEGREE),
                                 (float)(gesture->rad[joint][1] / US_POSE_RAD_IN_DEGREE)};
        if (degrees[0] != 0.0f || degrees[1] != 0.0f)
            tool_json_add_array(angles, us_joint_openxr_names[joint], degrees, 2);
    }
}

static void add_values(cJSON *object, const struct tool_live_person *person, enum us_hand hand,
                       const struct us_session_input *input)
{
    const struct us_session_components *table = &person->inputs.table;
    cJSON *values = cJSON_AddObjectToObject(object, "values");
    for (uint32_t i = 0; i < table->count; i++) {
        const struct us_session_value value = input->values[i];
        const char *name = NULL;
        if (tool_live_inputs_hand(&table->components[i], &name) != hand ||
            (value.x == 0.0f && value.y == 0.0f))
            continue;
        if (table->components[i].type == US_SESSION_COMPONENT_VECTOR2)
            tool_json_add_array(values, name, (const float[]){value.x, value.y}, 2);
        else
            tool_json_add_number(values, name, (double)value.x);
    }
}

static void add_hand(cJSON *object, const struct tool_live_person *person, enum us_hand hand,
                     double time_s, const struct us_session_input *input)
{
    const struct rt_script *script = &person->script;
    const enum rt_script_subject subject = rt_script_subject_of(hand);
    const struct rt_gesture gesture = rt_scripted_person_gesture(script, hand, time_s);
    const char *profile = rt_scripted_person_profile(script, hand, time_s);
    tool_json_add_text_or_null(object, "profile", profile);
    cJSON_AddBoolToObject(object, "connected", profile != NULL);
    cJSON_AddBoolToObject(object, "tracked",
                          rt_scripted_person_is_tracked(script, subject, time_s));
    cJSON_AddBoolToObject(object, "joints", rt_scripted_person_has_joints(script, hand, time_s));
    add_pose(object, "grip", rt_scripted_person_hand_pose(script, hand, US_HAND_POSE_GRIP, time_s));
    add_pose(object, "aim", rt_scripted_person_hand_pose(script, hand, US_HAND_POSE_AIM, time_s));
    add_pose(object, "wrist", rt_scripted_person_wrist(script, hand, time_s));
    add_fingers(object, &gesture);
    add_angles(object, &gesture);
    add_values(object, person, hand, input);
}

static void add_seen(cJSON *object, const char *name, struct rt_motion pose, bool is_tracked)
{
    cJSON *seen = cJSON_AddObjectToObject(object, name);
    add_pose(seen, "pose", pose);
    cJSON_AddBoolToObject(seen, "tracked", is_tracked);
}

static void add_session(cJSON *object, const struct rt_script *script, double time_s)
{
    static const char *const truths[] = {"presence", "mask"};
    cJSON *session = cJSON_AddObjectToObject(object, "session");
    cJSON_AddStringToObject(
        session, "state",
        rt_script_states[rt_scripted_person_step(script, RT_SCRIPT_SESSION, "state", time_s,
                                                 RT_SCRIPT_STATE_FOCUSED)]);
    for (int i = 0; i < 2; i++)
        cJSON_AddBoolToObject(
            session, truths[i],
            rt_scripted_person_step(script, RT_SCRIPT_SESSION, truths[i], time_s, 1));
    add_pose(session, "local", rt_scripted_person_local(script, time_s));
}

cJSON *tool_live_person_describe(const struct tool_live_person *person, uint64_t frame)
{
    const struct rt_script *script = &person->script;
    const double time_s = (double)frame / person->hz;
    const struct rt_motion m_local_head = rt_scripted_person_head(script, time_s);
    const struct rt_motion m_head_gaze = rt_scripted_person_gaze(script, time_s);
    struct us_session_input input;
    cJSON *out = cJSON_CreateObject();
    tool_live_frame_inputs(script, &person->inputs, time_s, &input);
    add_seen(out, "head", m_local_head,
             rt_scripted_person_is_tracked(script, RT_SCRIPT_HEAD, time_s));
    if (rt_scripted_person_has_gaze(script))
        add_seen(out, "gaze", rt_motion_compose(&m_local_head, &m_head_gaze),
                 rt_scripted_person_is_tracked(script, RT_SCRIPT_GAZE, time_s));
    add_hand(cJSON_AddObjectToObject(out, "left"), person, US_HAND_LEFT, time_s, &input);
    add_hand(cJSON_AddObjectToObject(out, "right"), person, US_HAND_RIGHT, time_s, &input);
    add_session(out, script, time_s);
    return out;
}
