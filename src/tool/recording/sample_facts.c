/* SPDX-License-Identifier: MIT */
#include "tool/recording/samples.h"

#include <stdio.h>
#include <string.h>

#include "core/base/pose.h"
#include "tool/cli/json.h"
#include "tool/recording/session_survey.h"

/* ---- Names and axes ---- */

static const char *how_name(enum us_how how)
{
    static const char *const names[] = {"absent", "before-start", "exact", "interpolated", "held"};
    return names[how];
}

const char *tool_sample_joint_name(unsigned joint)
{
    static const char *const names[TOOL_SAMPLE_JOINTS] = {
        "PALM",          "WRIST",          "THUMB_METACARPAL", "THUMB_PROXIMAL",
        "THUMB_DISTAL",  "THUMB_TIP",
#define FINGER(NAME)                                                                               \
    NAME "_METACARPAL", NAME "_PROXIMAL", NAME "_INTERMEDIATE", NAME "_DISTAL", NAME "_TIP"
        FINGER("INDEX"), FINGER("MIDDLE"), FINGER("RING"),     FINGER("LITTLE"),
#undef FINGER
    };
    return names[joint];
}

/* Adding 0 turns -0 into 0. */
static void turn_vector(struct us_vec3 *v)
{
    *v = us_vec3_mirror(*v);
    v->z += 0.0f;
}

static void turn_pose(struct us_pose *pose)
{
    turn_vector(&pose->position_m);
    pose->rotation = us_quat_mirror(pose->rotation);
    pose->rotation.x += 0.0f;
    pose->rotation.y += 0.0f;
}

static void turn_motion(struct us_motion *motion)
{
    turn_pose(&motion->pose);
    turn_vector(&motion->linear_m_s);
    const struct us_vec3 angular = us_vec3_mirror(motion->angular_rad_s);
    motion->angular_rad_s = (struct us_vec3){0.0f - angular.x, 0.0f - angular.y, -angular.z};
}

void tool_sample_turn_frame(struct us_frame_sample *frame)
{
    turn_motion(&frame->head.motion);
    for (unsigned hand = 0; hand < US_HAND_COUNT; hand++)
        turn_pose(&frame->hands[hand].aim.pose);
    for (unsigned i = 0; i < US_SPACES; i++)
        turn_pose(&frame->spaces.spaces[i].pose);
    for (unsigned hand = 0; hand < US_HAND_COUNT; hand++)
        for (unsigned i = 0; i < US_JOINT_COUNT; i++)
            turn_motion(&frame->hands[hand].joints[i]);
    turn_vector(&frame->gaze.origin_m);
    turn_vector(&frame->gaze.direction);
    turn_vector(&frame->gaze.origin_m_s);
    turn_vector(&frame->gaze.direction_rate);
    turn_motion(&frame->gaze.motion);
    for (unsigned hand = 0; hand < US_HAND_COUNT; hand++)
        for (unsigned i = 0; i < US_CONTROLLER_POSES; i++)
            turn_motion(&frame->controllers[hand].poses[i].motion);
}

void tool_sample_still(const struct us_loaded_recording *loaded, double time_s,
                       struct us_frame_sample *out)
{
    const unsigned parts = US_SAMPLE_ALL | US_SAMPLE_STILL | US_SAMPLE_LEFT_CONTROLLER |
                           US_SAMPLE_RIGHT_CONTROLLER | US_SAMPLE_VIEWS | US_SAMPLE_STAGE |
                           US_SAMPLE_SPACES;
    memset(out, 0, sizeof *out);
    us_sampler_frame(loaded->sampler, time_s, parts, out);
    tool_sample_turn_frame(out);
}

/* ---- Poses ---- */

static void add_vector(cJSON *object, const char *name, struct us_vec3 v)
{
    const float values[] = {v.x, v.y, v.z};
    tool_json_add_array(object, name, values, 3);
}

static void print_vector(struct us_vec3 v)
{
    printf("  %8.4f %8.4f %8.4f", (double)v.x, (double)v.y, (double)v.z);
}

/* A member of `object`, or a line if the sheet is text and `is_shown`. */
static void add_pose(const struct tool_fact_sheet *sheet, cJSON *object, const char *key,
                     const char *title, const struct us_motion *motion, bool is_shown)
{
    struct us_quat q = motion->pose.rotation;
    const float rotation[] = {q.x, q.y, q.z, q.w};
    if (sheet->json == NULL && is_shown) {
        printf("  %-20s", title);
        print_vector(motion->pose.position_m);
        printf("  %8.5f %8.5f %8.5f %8.5f", (double)q.x, (double)q.y, (double)q.z, (double)q.w);
        print_vector(motion->linear_m_s);
        print_vector(motion->angular_rad_s);
        putchar('\n');
    }
    cJSON *pose = cJSON_AddObjectToObject(object, key);
    add_vector(pose, "position_m", motion->pose.position_m);
    tool_json_add_array(pose, "rotation", rotation, 4);
    add_vector(pose, "linear_m_s", motion->linear_m_s);
    add_vector(pose, "angular_rad_s", motion->angular_rad_s);
}

static void add_head(const struct tool_fact_sheet *sheet, const struct us_head_sample *head)
{
    const char *how = how_name(head->how);
    tool_fact_sheet_add(sheet, "head: %s", how);
    tool_fact_sheet_end(sheet);
    cJSON *out = cJSON_AddObjectToObject(sheet->json, "head");
    cJSON_AddStringToObject(out, "how", how);
    add_pose(sheet, out, "pose", "HEAD", &head->motion, head->how != US_HOW_ABSENT);
}

static void add_hand(const struct tool_fact_sheet *sheet, const char *name,
                     const struct us_hand_sample *hand)
{
    const char *how = how_name(hand->how);
    const bool is_there = hand->how != US_HOW_ABSENT;
    tool_fact_sheet_add(sheet, "%s hand: %s", name, how);
    if (is_there)
        tool_fact_sheet_add(sheet, ", %s%s", hand->tracked ? "tracked" : "not tracked",
                            hand->pinching ? ", pinching" : "");
    tool_fact_sheet_end(sheet);
    cJSON *out = cJSON_AddObjectToObject(sheet->json, name);
    cJSON_AddStringToObject(out, "how", how);
    cJSON_AddBoolToObject(out, "tracked", hand->tracked);
    cJSON_AddBoolToObject(out, "pinching", hand->pinching);
    cJSON *joints = cJSON_AddObjectToObject(out, "joints");
    for (unsigned i = 0; i < TOOL_SAMPLE_JOINTS; i++) {
        const char *joint = tool_sample_joint_name(i);
        add_pose(sheet, joints, joint, joint, &hand->joints[us_joint_from_openxr((int)i)],
                 is_there);
    }
}

static void add_gaze(const struct tool_fact_sheet *sheet, const struct us_gaze_sample *gaze)
{
    const char *how = how_name(gaze->how);
    tool_fact_sheet_add(sheet, "gaze: %s%s", how,
                        gaze->how != US_HOW_ABSENT && !gaze->valid ? ", not valid" : "");
    tool_fact_sheet_end(sheet);
    if (sheet->json == NULL && gaze->valid) {
        printf("  %-20s", "origin (m), m/s");
        print_vector(gaze->origin_m);
        print_vector(gaze->origin_m_s);
        printf("\n  %-20s", "direction, 1/s");
        print_vector(gaze->direction);
        print_vector(gaze->direction_rate);
        putchar('\n');
    }
    cJSON *out = cJSON_AddObjectToObject(sheet->json, "gaze");
    cJSON_AddStringToObject(out, "how", how);
    cJSON_AddBoolToObject(out, "valid", gaze->valid);
    add_vector(out, "origin_m", gaze->origin_m);
    add_vector(out, "direction", gaze->direction);
    add_vector(out, "origin_m_s", gaze->origin_m_s);
    add_vector(out, "direction_per_s", gaze->direction_rate);
}

/* ---- Controllers ---- */

static void add_controller_pose(const struct tool_fact_sheet *sheet, cJSON *poses, const char *name,
                                const struct us_controller_pose *pose)
{
    const bool is_valid = (pose->flags & US_POSE_ORIENTATION_VALID) != 0;
    cJSON *out = cJSON_AddObjectToObject(poses, name);
    cJSON_AddBoolToObject(out, "active", pose->is_active);
    if (is_valid)
        add_pose(sheet, out, "pose", name, &pose->motion, pose->is_active);
    else
        cJSON_AddNullToObject(out, "pose");
    if (sheet->json == NULL && !(is_valid && pose->is_active))
        printf("  %-20s  %s\n", name, pose->is_active ? "not valid" : "not active");
}

static void add_controllers(const struct tool_fact_sheet *sheet,
                            const struct us_frame_sample *frame)
{
    cJSON *out = cJSON_AddObjectToObject(sheet->json, "controllers");
    for (unsigned hand = 0; hand < US_HAND_COUNT; hand++) {
        const struct us_controller_sample *controller = &frame->controllers[hand];
        const char *name = us_hand_name((enum us_hand)hand);
        const char *how = how_name(controller->how);
        tool_fact_sheet_add(sheet, "%s controller: %s", name, how);
        tool_fact_sheet_end(sheet);
        cJSON *of_hand = cJSON_AddObjectToObject(out, name);
        cJSON_AddStringToObject(of_hand, "how", how);
        cJSON *poses = cJSON_AddObjectToObject(of_hand, "poses");
        for (unsigned i = 0; i < US_CONTROLLER_POSES; i++)
            if (controller->poses[i].is_recorded)
                add_controller_pose(sheet, poses,
                                    tool_session_pose_name((enum us_session_hand_pose)i),
                                    &controller->poses[i]);
    }
}

/* ---- Inputs ---- */

static void add_profiles(const struct tool_fact_sheet *sheet, cJSON *inputs,
                         const struct us_session_components *table,
                         const struct us_input_sample *sample)
{
    cJSON *profiles = cJSON_AddObjectToObject(inputs, "profiles");
    for (unsigned user = 0; user < US_INPUT_USERS; user++) {
        const char *profile = us_session_profile_path(table, sample->profiles[user]);
        const char *path = us_session_user_path((enum us_session_user)user);
        if (profile[0] == '\0')
            continue;
        tool_json_add_text(profiles, path, profile);
        tool_fact_sheet_add(sheet, "  %s: %s", path, profile);
        tool_fact_sheet_end(sheet);
    }
}

/* The value of a component that is active, as text. */
static void print_value(const struct tool_fact_sheet *sheet,
                        const struct us_session_component *component, struct us_input_value value,
                        uint8_t truth)
{
    tool_fact_sheet_add(sheet, "  %s: ", component->path);
    if (component->type == US_SESSION_COMPONENT_BOOLEAN)
        tool_fact_sheet_add(sheet, "%s", value.x != 0.0f ? "true" : "false");
    else if (component->type == US_SESSION_COMPONENT_FLOAT)
        tool_fact_sheet_add(sheet, "%.6g%s", (double)value.x,
                            truth == US_INPUT_TRUE    ? " (true)"
                            : truth == US_INPUT_FALSE ? " (false)"
                                                      : "");
    else
        tool_fact_sheet_add(sheet, "%.6g %.6g", (double)value.x, (double)value.y);
    tool_fact_sheet_end(sheet);
}

static void add_value(cJSON *components, const struct us_session_component *component,
                      struct us_input_value value, uint8_t truth, bool is_active)
{
    const float vector[] = {value.x, value.y};
    cJSON *out = cJSON_AddObjectToObject(components, component->path);
    cJSON_AddBoolToObject(out, "active", is_active);
    if (component->type == US_SESSION_COMPONENT_BOOLEAN)
        cJSON_AddBoolToObject(out, "value", value.x != 0.0f);
    else if (component->type == US_SESSION_COMPONENT_FLOAT)
        tool_json_add_number(out, "value", (double)value.x);
    else
        tool_json_add_array(out, "value", vector, 2);
    /* What a boolean action reads of a number, if it was recorded. */
    if (truth != US_INPUT_TRUTH_UNKNOWN)
        cJSON_AddBoolToObject(out, "boolean", truth == US_INPUT_TRUE);
}

static void add_inputs(const struct tool_fact_sheet *sheet,
                       const struct us_session_components *table,
                       const struct us_input_sample *sample)
{
    const bool is_there = sample->how != US_HOW_ABSENT && sample->how != US_HOW_BEFORE_START;
    const uint32_t count = sample->count < table->count ? sample->count : table->count;
    unsigned inactive = 0;
    tool_fact_sheet_add(sheet, "inputs: %s", how_name(sample->how));
    tool_fact_sheet_end(sheet);
    cJSON *inputs = cJSON_AddObjectToObject(sheet->json, "inputs");
    cJSON_AddStringToObject(inputs, "how", how_name(sample->how));
    if (is_there)
        add_profiles(sheet, inputs, table, sample);
    cJSON *components = cJSON_AddObjectToObject(inputs, "components");
    for (uint32_t i = 0; is_there && i < count; i++) {
        const bool is_active = sample->active[i] != 0;
        inactive += !is_active;
        add_value(components, &table->components[i], sample->values[i], sample->truths[i],
                  is_active);
        if (is_active)
            print_value(sheet, &table->components[i], sample->values[i], sample->truths[i]);
    }
    if (sheet->json == NULL && inactive > 0)
        printf("  %u component%s not active\n", inactive, inactive == 1 ? " is" : "s are");
}

void tool_sample_facts_add(const struct tool_fact_sheet *sheet,
                           const struct us_loaded_recording *loaded, double time_s,
                           const struct us_frame_sample *frame)
{
    struct us_input_sample inputs;
    add_head(sheet, &frame->head);
    for (unsigned i = 0; i < US_HAND_COUNT; i++)
        add_hand(sheet, us_hand_name((enum us_hand)i), &frame->hands[i]);
    add_gaze(sheet, &frame->gaze);
    if (loaded->session == NULL)
        return;
    add_controllers(sheet, frame);
    us_sampler_inputs(loaded->sampler, time_s, &inputs);
    add_inputs(sheet, &loaded->session->components, &inputs);
}
