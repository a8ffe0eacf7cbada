/* SPDX-License-Identifier: MIT */
#include "tool/session/sample_values.h"

#include <stdio.h>

#include "core/base/pose.h"

#include "tool/cli/json.h"

const char *tool_sample_how_name(enum us_how how)
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
void tool_sample_turn_vector(struct us_vec3 *v)
{
    *v = us_vec3_mirror(*v);
    v->z += 0.0f;
}

void tool_sample_turn_motion(struct us_motion *motion)
{
    tool_sample_turn_vector(&motion->pose.position_m);
    motion->pose.rotation = us_quat_mirror(motion->pose.rotation);
    motion->pose.rotation.x += 0.0f;
    motion->pose.rotation.y += 0.0f;
    tool_sample_turn_vector(&motion->linear_m_s);
    const struct us_vec3 angular = us_vec3_mirror(motion->angular_rad_s);
    motion->angular_rad_s = (struct us_vec3){0.0f - angular.x, 0.0f - angular.y, -angular.z};
}

void tool_sample_turn_frame(struct us_frame_sample *frame)
{
    tool_sample_turn_motion(&frame->head.motion);
    for (unsigned hand = 0; hand < US_HAND_COUNT; hand++)
        for (unsigned i = 0; i < US_JOINT_COUNT; i++)
            tool_sample_turn_motion(&frame->hands[hand].joints[i]);
    tool_sample_turn_vector(&frame->gaze.origin_m);
    tool_sample_turn_vector(&frame->gaze.direction);
    tool_sample_turn_vector(&frame->gaze.origin_m_s);
    tool_sample_turn_vector(&frame->gaze.direction_rate);
    for (unsigned hand = 0; hand < US_HAND_COUNT; hand++)
        for (unsigned i = 0; i < US_CONTROLLER_POSES; i++)
            tool_sample_turn_motion(&frame->controllers[hand].poses[i].motion);
}

void tool_sample_add_vector(cJSON *object, const char *name, struct us_vec3 v)
{
    const float values[] = {v.x, v.y, v.z};
    tool_json_add_array(object, name, values, 3);
}

void tool_sample_add_pose(cJSON *object, const char *name, const struct us_motion *motion)
{
    struct us_quat q = motion->pose.rotation;
    const float rotation[] = {q.x, q.y, q.z, q.w};
    cJSON *pose = cJSON_AddObjectToObject(object, name);
    tool_sample_add_vector(pose, "position_m", motion->pose.position_m);
    tool_json_add_array(pose, "rotation", rotation, 4);
    tool_sample_add_vector(pose, "linear_m_s", motion->linear_m_s);
    tool_sample_add_vector(pose, "angular_rad_s", motion->angular_rad_s);
}

void tool_sample_print_vector(struct us_vec3 v)
{
    printf("  %8.4f %8.4f %8.4f", (double)v.x, (double)v.y, (double)v.z);
}

void tool_sample_print_pose(const char *name, const struct us_motion *motion)
{
    struct us_quat q = motion->pose.rotation;
    printf("  %-20s", name);
    tool_sample_print_vector(motion->pose.position_m);
    printf("  %8.5f %8.5f %8.5f %8.5f", (double)q.x, (double)q.y, (double)q.z, (double)q.w);
    tool_sample_print_vector(motion->linear_m_s);
    tool_sample_print_vector(motion->angular_rad_s);
    putchar('\n');
}
