/* SPDX-License-Identifier: MIT */
#include "tool/session/session_sample.h"

#include <stdio.h>

#include "session/session_reader.h"
#include "tool/cli/json.h"
#include "tool/cli/text.h"
#include "tool/session/sample_values.h"
#include "tool/session/session_survey.h"

/* The profile that is current for a user; NULL if none is. */
static const char *profile_of(const struct us_session_components *table,
                              const struct us_input_sample *inputs, unsigned user)
{
    unsigned place = inputs->profiles[user];
    return place > 0 && place <= table->profile_count ? table->profiles[place - 1] : NULL;
}

static bool has_inputs(const struct us_input_sample *inputs)
{
    return inputs->how != US_HOW_ABSENT && inputs->how != US_HOW_BEFORE_START;
}

static uint32_t component_count(const struct us_session_components *table,
                                const struct us_input_sample *inputs)
{
    return inputs->count < table->count ? inputs->count : table->count;
}

/* ---- Text ---- */

static void print_controller(const struct us_controller_sample *controller, const char *hand)
{
    printf("%s controller: %s\n", hand, tool_sample_how_name(controller->how));
    for (unsigned i = 0; i < US_CONTROLLER_POSES; i++) {
        const struct us_controller_pose *pose = &controller->poses[i];
        const char *name = tool_session_pose_name((enum us_session_hand_pose)i);
        if (!pose->is_recorded)
            continue;
        if (pose->is_active && (pose->flags & US_POSE_ORIENTATION_VALID) != 0)
            tool_sample_print_pose(name, &pose->motion);
        else
            printf("  %-20s  %s\n", name, pose->is_active ? "not valid" : "not active");
    }
}

/* What a boolean action reads of a number, if it was recorded. */
static const char *truth_text(uint8_t truth)
{
    return truth == US_INPUT_TRUE ? " (true)" : truth == US_INPUT_FALSE ? " (false)" : "";
}

static void print_component(const struct us_session_component *component,
                            struct us_input_value value, uint8_t truth)
{
    char path[512];
    tool_text_escape(component->path, path, sizeof path);
    if (component->type == US_SESSION_COMPONENT_BOOLEAN)
        printf("  %s: %s\n", path, value.x != 0.0f ? "true" : "false");
    else if (component->type == US_SESSION_COMPONENT_FLOAT)
        printf("  %s: %.6g%s\n", path, (double)value.x, truth_text(truth));
    else
        printf("  %s: %.6g %.6g\n", path, (double)value.x, (double)value.y);
}

static void print_inputs(const struct us_session_components *table,
                         const struct us_input_sample *inputs)
{
    unsigned inactive = 0;
    printf("inputs: %s\n", tool_sample_how_name(inputs->how));
    if (!has_inputs(inputs))
        return;
    for (unsigned user = 0; user < US_INPUT_USERS; user++) {
        const char *profile = profile_of(table, inputs, user);
        char name[512];
        if (profile == NULL)
            continue;
        tool_text_escape(profile, name, sizeof name);
        printf("  %s: %s\n", us_session_user_path((enum us_session_user)user), name);
    }
    for (uint32_t i = 0; i < component_count(table, inputs); i++) {
        inactive += inputs->active[i] == 0;
        if (inputs->active[i] != 0)
            print_component(&table->components[i], inputs->values[i], inputs->truths[i]);
    }
    if (inactive > 0)
        printf("  %u component%s not active\n", inactive, inactive == 1 ? " is" : "s are");
}

void tool_session_sample_print(const struct us_loaded_recording *loaded, double time_s,
                               const struct us_frame_sample *frame)
{
    struct us_input_sample inputs;
    if (loaded->session == NULL)
        return;
    for (unsigned i = 0; i < US_HAND_COUNT; i++)
        print_controller(&frame->controllers[i], us_hand_name((enum us_hand)i));
    us_sampler_inputs(loaded->sampler, time_s, &inputs);
    print_inputs(&loaded->session->components, &inputs);
}

/* ---- JSON ---- */

static void add_controllers(cJSON *object, const struct us_frame_sample *frame)
{
    cJSON *out = cJSON_AddObjectToObject(object, "controllers");
    for (unsigned hand = 0; hand < US_HAND_COUNT; hand++) {
        const struct us_controller_sample *controller = &frame->controllers[hand];
        cJSON *of_hand = cJSON_AddObjectToObject(out, us_hand_name((enum us_hand)hand));
        cJSON_AddStringToObject(of_hand, "how", tool_sample_how_name(controller->how));
        cJSON *poses = cJSON_AddObjectToObject(of_hand, "poses");
        for (unsigned i = 0; i < US_CONTROLLER_POSES; i++) {
            if (!controller->poses[i].is_recorded)
                continue;
            cJSON *pose = cJSON_AddObjectToObject(
                poses, tool_session_pose_name((enum us_session_hand_pose)i));
            cJSON_AddBoolToObject(pose, "active", controller->poses[i].is_active);
            if ((controller->poses[i].flags & US_POSE_ORIENTATION_VALID) != 0)
                tool_sample_add_pose(pose, "pose", &controller->poses[i].motion);
            else
                cJSON_AddNullToObject(pose, "pose");
        }
    }
}

static void add_component(cJSON *out, const struct us_session_component *component,
                          const struct us_input_sample *inputs, uint32_t index)
{
    struct us_input_value value = inputs->values[index];
    uint8_t truth = inputs->truths[index];
    const float vector[] = {value.x, value.y};
    cJSON *object = cJSON_AddObjectToObject(out, component->path);
    cJSON_AddBoolToObject(object, "active", inputs->active[index] != 0);
    if (component->type == US_SESSION_COMPONENT_BOOLEAN)
        cJSON_AddBoolToObject(object, "value", value.x != 0.0f);
    else if (component->type == US_SESSION_COMPONENT_FLOAT)
        tool_json_add_number(object, "value", (double)value.x);
    else
        tool_json_add_array(object, "value", vector, 2);
    if (truth != US_INPUT_TRUTH_UNKNOWN)
        cJSON_AddBoolToObject(object, "boolean", truth == US_INPUT_TRUE);
}

void tool_session_sample_add(cJSON *object, const struct us_loaded_recording *loaded, double time_s,
                             const struct us_frame_sample *frame)
{
    struct us_input_sample inputs;
    if (loaded->session == NULL)
        return;
    const struct us_session_components *table = &loaded->session->components;
    add_controllers(object, frame);
    us_sampler_inputs(loaded->sampler, time_s, &inputs);
    cJSON *out = cJSON_AddObjectToObject(object, "inputs");
    cJSON_AddStringToObject(out, "how", tool_sample_how_name(inputs.how));
    cJSON *profiles = cJSON_AddObjectToObject(out, "profiles");
    cJSON *components = cJSON_AddObjectToObject(out, "components");
    if (!has_inputs(&inputs))
        return;
    for (unsigned user = 0; user < US_INPUT_USERS; user++)
        if (profile_of(table, &inputs, user) != NULL)
            tool_json_add_text(profiles, us_session_user_path((enum us_session_user)user),
                               profile_of(table, &inputs, user));
    for (uint32_t i = 0; i < component_count(table, &inputs); i++)
        add_component(components, &table->components[i], &inputs, i);
}
