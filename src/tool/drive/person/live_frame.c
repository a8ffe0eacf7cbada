/* SPDX-License-Identifier: MIT */
#include "tool/drive/person/live_person.h"

#include <stdio.h>
#include <string.h>

#include "core/base/text.h"
#include "person/component.h"
#include "person/scripted_person.h"
#include "profiles/bindings.h"

#define GAZE_PROFILE US_PROFILE_PREFIX "ext/eye_gaze_interaction"
#define PINCHED 0.9 /* from this strength on, a hand pinches */
#define PRESSED 0.5 /* from here on, a number is true, as on the headless runtime */

enum {
    TRACKED = US_SESSION_BOTH_VALID | US_SESSION_BOTH_TRACKED,
};

_Static_assert((int)US_SESSION_JOINTS == (int)XR_HAND_JOINT_COUNT_EXT, "joints of a hand");
_Static_assert((int)US_SESSION_POSE_POKE == (int)US_HAND_POSE_POKE, "poses of a hand");
_Static_assert((int)US_SESSION_RIGHT == (int)US_HAND_RIGHT, "hands");

/* ---- The table ---- */

/* The index of the component; the table's count where it has no room. */
static uint32_t find_component(struct us_session_components *table, enum us_hand hand,
                               const struct us_component *component)
{
    char path[US_SESSION_PATH_SIZE];
    snprintf(path, sizeof path, "%s%s", us_session_user_path((enum us_session_user)hand),
             component->path);
    const uint32_t i = us_session_component_find(table, path, 0);
    if (i == table->count && table->count < US_SESSION_COMPONENTS_MAX) {
        table->components[table->count].type = us_session_component_type_of((int)component->type);
        memcpy(table->components[table->count++].path, path, sizeof path);
    }
    return i;
}

static bool add_profile(struct tool_live_inputs *out, const struct us_profile *profile)
{
    struct us_session_components *table = &out->table;
    const uint32_t number = table->profile_count;
    if (number == TOOL_LIVE_PROFILES)
        return false;
    snprintf(table->profiles[table->profile_count++], US_SESSION_PATH_SIZE, "%s", profile->path);
    for (size_t i = 0; i < profile->component_count; i++) {
        const struct us_component *component = &profile->components[i];
        const bool on[] = {component->left, component->right};
        for (int hand = 0; hand < US_HAND_COUNT; hand++) {
            if (!on[hand] || component->type > XR_ACTION_TYPE_VECTOR2F_INPUT)
                continue;
            const uint32_t index = find_component(table, (enum us_hand)hand, component);
            if (index == US_SESSION_COMPONENTS_MAX)
                return false;
            out->has[number][index] = true;
        }
    }
    return true;
}

bool tool_live_inputs_make(struct tool_live_inputs *out)
{
    *out = (struct tool_live_inputs){0};
    for (uint32_t i = 0; i < rt_component_profile_count(); i++) {
        char path[US_SESSION_PATH_SIZE];
        snprintf(path, sizeof path, US_PROFILE_PREFIX "%s", rt_component_profile_name(i));
        if (!add_profile(out, us_bindings_profile(path)))
            return false;
    }
    return add_profile(out, us_bindings_profile(GAZE_PROFILE));
}

enum us_hand tool_live_inputs_hand(const struct us_session_component *component,
                                   const char **out_name)
{
    const char *rest = component->path;
    const enum us_session_user user = us_session_path_user(component->path, &rest);
    *out_name = rest + strlen("/input/");
    return user == US_SESSION_USER_LEFT ? US_HAND_LEFT : US_HAND_RIGHT;
}

/* ---- Inputs ---- */

static float axis(const struct rt_script *script, enum us_hand hand, const char *vector,
                  const char *end, double time_s)
{
    char name[RT_SCRIPT_NAME_SIZE];
    snprintf(name, sizeof name, "%s%s", vector, end);
    return (float)rt_scripted_person_value(script, hand, name, time_s);
}

static struct us_session_value value_of(const struct rt_script *script,
                                        const struct us_session_component *component, double time_s)
{
    const char *name = NULL;
    const enum us_hand hand = tool_live_inputs_hand(component, &name);
    if (component->type == US_SESSION_COMPONENT_VECTOR2)
        return (struct us_session_value){axis(script, hand, name, "/x", time_s),
                                         axis(script, hand, name, "/y", time_s)};
    return (struct us_session_value){(float)rt_scripted_person_value(script, hand, name, time_s),
                                     0};
}

void tool_live_frame_inputs(const struct rt_script *script, const struct tool_live_inputs *inputs,
                            double time_s, struct us_session_input *out)
{
    const struct us_session_components *table = &inputs->table;
    *out = (struct us_session_input){.count = table->count};
    for (int hand = 0; hand < US_HAND_COUNT; hand++) {
        const char *profile = rt_scripted_person_profile(script, (enum us_hand)hand, time_s);
        if (profile != NULL)
            out->profiles[hand] = (uint8_t)(1 + rt_component_find_profile(profile));
    }
    if (rt_scripted_person_has_gaze(script))
        out->profiles[US_SESSION_USER_EYES] = (uint8_t)table->profile_count;
    for (uint32_t i = 0; i < table->count; i++) {
        const char *name = NULL;
        const uint8_t profile = out->profiles[tool_live_inputs_hand(&table->components[i], &name)];
        if (profile == 0 || !inputs->has[profile - 1][i])
            continue;
        out->active[i] = 1;
        out->values[i] = value_of(script, &table->components[i], time_s);
        if (table->components[i].type == US_SESSION_COMPONENT_FLOAT)
            out->truths[i] = (double)out->values[i].x >= PRESSED ? US_SESSION_TRUTH_TRUE
                                                                 : US_SESSION_TRUTH_FALSE;
    }
}

/* ---- The frame ---- */

static struct us_session_location to_location(struct rt_motion motion, bool is_active, int flags)
{
    return (struct us_session_location){
        .is_recorded = true,
        .is_active = is_active,
        .flags = (uint8_t)(is_active ? flags : 0),
        .pose = rt_motion_to_us_pose(&motion),
        .linear_m_s = rt_motion_to_vec3(motion.linear_m_s),
        .angular_rad_s = rt_motion_to_vec3(motion.angular_rad_s),
    };
}

static void fill_joints(const struct rt_script *script, enum us_hand hand,
                        const struct rt_gesture *gesture, double time_s,
                        struct us_session_hand_joints *out)
{
    out->is_recorded = true;
    out->is_active = rt_scripted_person_has_joints(script, hand, time_s);
    if (!out->is_active)
        return;
    out->data_source = XR_HAND_TRACKING_DATA_SOURCE_UNOBSTRUCTED_EXT;
    const struct rt_motion m_local_wrist = rt_scripted_person_wrist(script, hand, time_s);
    for (int i = 0; i < US_SESSION_JOINTS; i++) {
        const XrHandJointEXT joint = (XrHandJointEXT)i;
        const struct rt_motion m_wrist_joint = rt_gesture_joint(gesture, hand, joint);
        const struct rt_motion m_local_joint = rt_motion_compose(&m_local_wrist, &m_wrist_joint);
        out->joints[i] = (struct us_session_joint){
            .flags = (uint8_t)TRACKED | (uint8_t)US_SESSION_BOTH_MOVING,
            .pose = rt_motion_to_us_pose(&m_local_joint),
            .radius_m = rt_geometry_joint_radius_m(joint),
            .linear_m_s = rt_motion_to_vec3(m_local_joint.linear_m_s),
            .angular_rad_s = rt_motion_to_vec3(m_local_joint.angular_rad_s),
        };
    }
}

static void fill_aim(const struct rt_motion *m_local_aim, const struct rt_gesture *gesture,
                     bool is_seen, struct us_session_hand_aim *out)
{
    float *const strengths[] = {&out->pinch_index, &out->pinch_middle, &out->pinch_ring,
                                &out->pinch_little};
    out->is_recorded = true;
    out->pose = us_pose_identity;
    if (!is_seen)
        return;
    out->pose = rt_motion_to_us_pose(m_local_aim);
    out->status = XR_HAND_TRACKING_AIM_COMPUTED_BIT_FB | XR_HAND_TRACKING_AIM_VALID_BIT_FB;
    for (int i = 0; i < 4; i++) {
        const double strength = rt_gesture_pinch(gesture, 1 + i);
        *strengths[i] = (float)strength;
        if (strength >= PINCHED)
            out->status |= XR_HAND_TRACKING_AIM_INDEX_PINCHING_BIT_FB << i;
    }
}

static void fill_hand(const struct rt_script *script, enum us_hand hand, double time_s,
                      struct us_session_frame *out)
{
    const struct rt_gesture gesture = rt_scripted_person_gesture(script, hand, time_s);
    const bool connected = rt_scripted_person_profile(script, hand, time_s) != NULL;
    const bool tracked = rt_scripted_person_is_tracked(script, rt_script_subject_of(hand), time_s);
    for (int i = 0; i < US_SESSION_POSES; i++)
        out->poses[hand][i] =
            to_location(rt_scripted_person_hand_pose(script, hand, (enum us_hand_pose)i, time_s),
                        connected, tracked ? TRACKED | US_SESSION_BOTH_MOVING : 0);
    const struct rt_motion m_local_aim =
        rt_scripted_person_hand_pose(script, hand, US_HAND_POSE_AIM, time_s);
    fill_joints(script, hand, &gesture, time_s, &out->hands[hand]);
    fill_aim(&m_local_aim, &gesture, out->hands[hand].is_active, &out->aims[hand]);
}

void tool_live_frame_compose(const struct rt_script *script, double time_s,
                             struct us_session_frame *out)
{
    const struct rt_motion m_local_head = rt_scripted_person_head(script, time_s);
    const struct rt_motion m_head_gaze = rt_scripted_person_gaze(script, time_s);
    const bool looks = rt_scripted_person_has_gaze(script) &&
                       rt_scripted_person_is_tracked(script, RT_SCRIPT_GAZE, time_s);
    const bool has_head = rt_scripted_person_is_tracked(script, RT_SCRIPT_HEAD, time_s);
    const struct rt_motion floor = rt_geometry_floor();
    *out = (struct us_session_frame){.should_render = true,
                                     .session_state = XR_SESSION_STATE_FOCUSED,
                                     .presence = US_SESSION_PRESENCE_PRESENT};
    out->head = to_location(m_local_head, true,
                            (has_head ? TRACKED : US_SESSION_BOTH_VALID) | US_SESSION_BOTH_MOVING);
    out->spaces[US_SESSION_SPACE_LOCAL] = to_location(rt_motion_identity(), true, TRACKED);
    out->spaces[US_SESSION_SPACE_LOCAL_FLOOR] = to_location(floor, true, TRACKED);
    out->spaces[US_SESSION_SPACE_STAGE] = to_location(floor, true, TRACKED);
    out->gaze = to_location(rt_motion_compose(&m_local_head, &m_head_gaze), looks,
                            TRACKED | US_SESSION_BOTH_MOVING);
    for (int hand = 0; hand < US_HAND_COUNT; hand++)
        fill_hand(script, (enum us_hand)hand, time_s, out);
}
