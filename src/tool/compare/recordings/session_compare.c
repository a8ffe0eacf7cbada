/* SPDX-License-Identifier: MIT */
#include "tool/compare/recordings/recording_compare.h"

#include <stdio.h>
#include <string.h>

#include "core/base/text.h"
#include "tool/recording/session_survey.h"

static bool is_active(const struct us_controller_sample *controller, unsigned pose)
{
    return controller->how != US_HOW_ABSENT && controller->poses[pose].is_recorded &&
           controller->poses[pose].is_active;
}

static void add_controller(struct tool_recording_difference *difference, unsigned which,
                           const struct us_controller_sample *a,
                           const struct us_controller_sample *b)
{
    const enum tool_recording_difference_channel channel =
        which == US_HAND_LEFT ? TOOL_RECORDING_DIFFERENCE_LEFT_CONTROLLER
                              : TOOL_RECORDING_DIFFERENCE_RIGHT_CONTROLLER;
    bool any_a = false, any_b = false;
    for (unsigned i = 0; i < US_CONTROLLER_POSES; i++) {
        const bool has_a = is_active(a, i), has_b = is_active(b, i);
        const char *name = tool_session_pose_name((enum us_session_hand_pose)i);
        any_a = any_a || has_a;
        any_b = any_b || has_b;
        if (tool_recording_difference_presence(difference, channel, name, has_a, has_b, "active"))
            tool_recording_difference_pose(difference, channel, name, &a->poses[i].motion.pose,
                                           a->poses[i].flags, &b->poses[i].motion.pose,
                                           b->poses[i].flags);
    }
    tool_recording_difference_held(difference, channel, any_a, any_b);
}

static void add_views(struct tool_recording_difference *difference, const struct us_views_sample *a,
                      const struct us_views_sample *b)
{
    const enum tool_recording_difference_channel channel = TOOL_RECORDING_DIFFERENCE_VIEWS;
    const uint32_t a_count = a->how != US_HOW_ABSENT ? a->count : 0,
                   b_count = b->how != US_HOW_ABSENT ? b->count : 0;
    tool_recording_difference_held(difference, channel, a_count > 0, b_count > 0);
    tool_recording_difference_number(difference, channel, "", "count", (double)a_count,
                                     (double)b_count, "");
    for (uint32_t i = 0; i < a_count && i < b_count && i < US_VIEWS_MAX; i++) {
        const struct us_view_sample *of_a = &a->views[i], *of_b = &b->views[i];
        char name[32];
        snprintf(name, sizeof name, "view %u", (unsigned)i);
        tool_recording_difference_position(difference, channel, name,
                                           us_vec3_mirror(of_a->pose.position_m),
                                           us_vec3_mirror(of_b->pose.position_m));
        tool_recording_difference_rotation(difference, channel, name,
                                           us_quat_mirror(of_a->pose.rotation),
                                           us_quat_mirror(of_b->pose.rotation));
        tool_recording_difference_number(difference, channel, name, "left angle",
                                         (double)of_a->left_rad, (double)of_b->left_rad, "rad");
        tool_recording_difference_number(difference, channel, name, "right angle",
                                         (double)of_a->right_rad, (double)of_b->right_rad, "rad");
        tool_recording_difference_number(difference, channel, name, "up angle",
                                         (double)of_a->up_rad, (double)of_b->up_rad, "rad");
        tool_recording_difference_number(difference, channel, name, "down angle",
                                         (double)of_a->down_rad, (double)of_b->down_rad, "rad");
    }
}

/* XrHandTrackingAimFlagsFB: the names of the bits from the lowest on. */
static const char *status_words(uint64_t status, char out[256])
{
    static const char *const names[] = {"computed",        "valid",         "index pinching",
                                        "middle pinching", "ring pinching", "little pinching",
                                        "system gesture",  "dominant hand", "menu pressed"};
    const unsigned count = sizeof names / sizeof names[0];
    char rest[32];
    snprintf(out, 256, "%s", status == 0 ? "none" : "");
    for (unsigned i = 0; i < count; i++)
        if ((status >> i & 1) != 0)
            us_text_add_word(out, 256, names[i]);
    const uint64_t unknown = status >> count << count;
    if (unknown != 0) {
        snprintf(rest, sizeof rest, "0x%llx", (unsigned long long)unknown);
        us_text_add_word(out, 256, rest);
    }
    return out;
}

static uint8_t aim_flags(const struct us_aim_sample *aim)
{
    return (aim->status & US_SESSION_AIM_VALID) != 0
               ? US_POSE_ORIENTATION_VALID | US_POSE_POSITION_VALID
               : 0;
}

static void add_aim(struct tool_recording_difference *difference, unsigned which,
                    const struct us_aim_sample *a, const struct us_aim_sample *b)
{
    static const char *const fingers[] = {"index", "middle", "ring", "little"};
    const enum tool_recording_difference_channel channel =
        which == US_HAND_LEFT ? TOOL_RECORDING_DIFFERENCE_LEFT_AIM_STATE
                              : TOOL_RECORDING_DIFFERENCE_RIGHT_AIM_STATE;
    char a_words[256], b_words[256];
    tool_recording_difference_held(difference, channel, a->is_recorded, b->is_recorded);
    if (!tool_recording_difference_presence(difference, channel, "", a->is_recorded, b->is_recorded,
                                            "recorded"))
        return;
    tool_recording_difference_words(difference, channel, "", "status",
                                    status_words(a->status, a_words),
                                    status_words(b->status, b_words));
    tool_recording_difference_pose(difference, channel, "", &a->pose, aim_flags(a), &b->pose,
                                   aim_flags(b));
    for (unsigned i = 0; i < sizeof fingers / sizeof fingers[0]; i++)
        tool_recording_difference_number(difference, channel, fingers[i], "pinch",
                                         (double)a->pinches[i], (double)b->pinches[i], "");
}

static void add_spaces(struct tool_recording_difference *difference,
                       const struct us_frame_sample *a, const struct us_frame_sample *b)
{
    const enum tool_recording_difference_channel channel = TOOL_RECORDING_DIFFERENCE_SPACES;
    bool any_a = a->stage.has_bounds, any_b = b->stage.has_bounds;
    for (unsigned i = 0; i < US_SPACES; i++) {
        const struct us_space_sample *of_a = &a->spaces.spaces[i], *of_b = &b->spaces.spaces[i];
        const char *name = tool_session_space_name((enum us_session_space)i);
        any_a = any_a || of_a->is_recorded;
        any_b = any_b || of_b->is_recorded;
        if (tool_recording_difference_presence(difference, channel, name, of_a->is_recorded,
                                               of_b->is_recorded, "recorded"))
            tool_recording_difference_pose(difference, channel, name, &of_a->pose, of_a->flags,
                                           &of_b->pose, of_b->flags);
    }
    tool_recording_difference_held(difference, channel, any_a, any_b);
    if (!tool_recording_difference_presence(difference, channel, "bounds of STAGE",
                                            a->stage.has_bounds, b->stage.has_bounds, "known"))
        return;
    tool_recording_difference_number(difference, channel, "bounds of STAGE", "width",
                                     (double)a->stage.width_m, (double)b->stage.width_m, "m");
    tool_recording_difference_number(difference, channel, "bounds of STAGE", "depth",
                                     (double)a->stage.depth_m, (double)b->stage.depth_m, "m");
}

/* The inputs in a file at one time. */
struct inputs {
    const struct us_session_components *table;
    struct us_input_sample sample;
    uint32_t count;
};

static void read_inputs(struct inputs *out, const struct us_loaded_recording *loaded, double at_s)
{
    memset(out, 0, sizeof *out);
    out->table = &loaded->session->components;
    us_sampler_inputs(loaded->sampler, at_s, &out->sample);
    if (out->sample.how == US_HOW_ABSENT || out->sample.how == US_HOW_BEFORE_START)
        return;
    out->count = out->sample.count < out->table->count ? out->sample.count : out->table->count;
}

static const char *profile_of(const struct inputs *inputs, unsigned user)
{
    const char *path = us_session_profile_path(inputs->table, inputs->sample.profiles[user]);
    return path[0] != '\0' ? path : "none";
}

/* The place of an active component with this path, or -1. The search tries the same place first. */
static int find_active(const struct inputs *inputs, const char *path, uint32_t hint)
{
    const uint32_t place = us_session_component_find(inputs->table, path, hint);
    return place < inputs->count && inputs->sample.active[place] != 0 ? (int)place : -1;
}

static const char *truth_word(uint8_t truth)
{
    return truth == US_INPUT_TRUE ? "true" : truth == US_INPUT_FALSE ? "false" : "unknown";
}

/* Compares a component that is active in both. */
static void add_component(struct tool_recording_difference *difference, const char *path,
                          const struct inputs *a, uint32_t in_a, const struct inputs *b,
                          uint32_t in_b)
{
    const enum tool_recording_difference_channel channel = TOOL_RECORDING_DIFFERENCE_COMPONENTS;
    const struct us_input_value of_a = a->sample.values[in_a], of_b = b->sample.values[in_b];
    tool_recording_difference_number(difference, channel, path, "value", (double)of_a.x,
                                     (double)of_b.x, "");
    tool_recording_difference_number(difference, channel, path, "y", (double)of_a.y, (double)of_b.y,
                                     "");
    tool_recording_difference_words(difference, channel, path, "boolean",
                                    truth_word(a->sample.truths[in_a]),
                                    truth_word(b->sample.truths[in_b]));
}

static void add_inputs(struct tool_recording_difference *difference, const struct inputs *a,
                       const struct inputs *b)
{
    bool any_a = false, any_b = false;
    for (unsigned user = 0; user < US_INPUT_USERS; user++) {
        any_a = any_a || a->sample.profiles[user] != 0;
        any_b = any_b || b->sample.profiles[user] != 0;
        tool_recording_difference_words(difference, TOOL_RECORDING_DIFFERENCE_PROFILES,
                                        us_session_user_path((enum us_session_user)user), "profile",
                                        profile_of(a, user), profile_of(b, user));
    }
    tool_recording_difference_held(difference, TOOL_RECORDING_DIFFERENCE_PROFILES, any_a, any_b);
    any_a = any_b = false;
    for (uint32_t i = 0; i < a->count; i++) {
        const char *path = a->table->components[i].path;
        if (a->sample.active[i] == 0)
            continue;
        any_a = true;
        const int in_b = find_active(b, path, i);
        const bool in_both = tool_recording_difference_presence(
            difference, TOOL_RECORDING_DIFFERENCE_COMPONENTS, path, true, in_b >= 0, "active");
        if (in_both && in_b >= 0)
            add_component(difference, path, a, i, b, (uint32_t)in_b);
    }
    for (uint32_t i = 0; i < b->count; i++) {
        const char *path = b->table->components[i].path;
        if (b->sample.active[i] == 0)
            continue;
        any_b = true;
        if (find_active(a, path, i) < 0)
            (void)tool_recording_difference_presence(
                difference, TOOL_RECORDING_DIFFERENCE_COMPONENTS, path, false, true, "active");
    }
    tool_recording_difference_held(difference, TOOL_RECORDING_DIFFERENCE_COMPONENTS, any_a, any_b);
}

void tool_recording_compare_sessions(struct tool_recording_difference *difference,
                                     const struct us_frame_sample *of_a,
                                     const struct us_loaded_recording *a, double a_s,
                                     const struct us_frame_sample *of_b,
                                     const struct us_loaded_recording *b, double b_s)
{
    struct inputs a_inputs, b_inputs;
    for (unsigned i = 0; i < US_HAND_COUNT; i++) {
        add_controller(difference, i, &of_a->controllers[i], &of_b->controllers[i]);
        add_aim(difference, i, &of_a->hands[i].aim, &of_b->hands[i].aim);
    }
    add_views(difference, &of_a->views, &of_b->views);
    add_spaces(difference, of_a, of_b);
    read_inputs(&a_inputs, a, a_s);
    read_inputs(&b_inputs, b, b_s);
    add_inputs(difference, &a_inputs, &b_inputs);
}
